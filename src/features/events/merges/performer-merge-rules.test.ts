import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { done } from '../../../platform/merges/testing/merges.server.ts'
import {
  admin,
  at,
  merge,
  next,
  performer,
  preview,
  read,
  records,
  run,
  servePerformers,
  undo,
} from './testing/merged-performers.server.ts'

describe('a merge of two performers', () => {
  servePerformers()

  it('is refused in words for two that meet, that share a bill or a match, and into what no team is', async () => {
    const team = { kind: 'team', sport: 'football' }
    const [one, two, rival, singer] = [
      await performer('Amber', team),
      await performer('Amber City', team),
      await performer('Birch', team),
      await performer('Amber (singer)'),
    ]
    const place = { competition: 'Cup', season: '2036', round: `R${next()}`, nameTemplate: '{home} v {away}' }
    await records.make('matches', { ...place, homePerformerId: one, awayPerformerId: two })
    expect((await preview(one, two)).obstacles).toEqual([
      'They play each other in Amber v Amber City, so they are different.',
    ])
    await run(sql`delete from matches where round = ${place.round}`)
    for (const home of [one, two])
      await records.make('matches', { ...place, homePerformerId: home, awayPerformerId: rival })
    expect((await preview(one, two)).obstacles).toEqual([
      expect.stringMatching(/^Both have the match Amber City v Birch of .+\. Delete one first\.$/) as string,
    ])
    expect((await merge(one, two)).status).toBe(409)
    expect((await preview(singer, one)).obstacles).toEqual([
      'It has matches as a team (football), which this one is not: merge the other way round.',
    ])
    expect(await merge(one, singer, ['kind'])).toMatchObject({ status: 409 })
    const lineup = (await admin.post('/rest/data/lineups', { name: `Shared ${next()}`, type: 'curated' })).body as {
      id: number
      name: string
    }
    const [a, b] = [await performer('On it'), await performer('On it too')]
    await admin.put(`/rest/data/lineups/${lineup.id}/bill`, {
      performers: [
        { performerId: a, role: 'headliner' },
        { performerId: b, role: 'guest' },
      ],
    })
    expect((await preview(a, b)).obstacles).toEqual([`Both are on the bill of ${lineup.name}. Remove one first.`])
  })

  it('leaves a provider’s id with one performer, whichever of the two has it', async () => {
    const code = { provider: 'palco-directo', code: `c${next()}` }
    const [into, from] = [await performer('Has none'), await performer('Has one', { providerCodes: [code] })]
    const refused = await admin.patch(`${at}/${into}`, { providerCodes: [code] })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      422,
      'The database refused this performer: no provider code belongs to two performers.',
    ])
    const made = done(await merge(into, from))
    expect(await read(into)).toMatchObject({ providerCodes: [code] })
    done(await undo(into, made))
    expect([(await read(into))['providerCodes'], (await read(from))['providerCodes']]).toEqual([[], [code]])
  })

  it('is done once when two ask at once, whichever way round they ask', async () => {
    const [into, other, from] = [
      await performer('First into'),
      await performer('Other into'),
      await performer('Wanted twice'),
    ]
    const replies = await Promise.all([merge(into, from), merge(other, from)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const [a, b] = [await performer('This way'), await performer('That way')]
    const crossed = await Promise.all([merge(a, b), merge(b, a)])
    const statuses = crossed.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    expect([404, 422]).toContain(statuses[1])
    const {
      rows: [left],
    } = await run(sql<{ count: number }>`select count(*)::integer as count from performers where id in (${a}, ${b})`)
    expect(left?.count).toBe(1)
  })

  it('makes public addresses lead to the one that stays, and refuses to lead them to what is not public', async () => {
    const isPublic = { publication: 'published', publishedAt: '2026-01-01T00:00:00.000Z' }
    const [into, from] = [await performer('On the site', isPublic), await performer('On it as well', isPublic)]
    const hidden = await performer('A draft')
    expect((await preview(hidden, from)).obstacles).toEqual([
      'The other one is published and this one isn’t. Publish this one first, or merge the other way round.',
    ])
    const { slug } = (await read(from)) as { slug: string }
    const made = done(await merge(into, from))
    const redirect = async () =>
      (await run(sql`select reason, target_id from redirects where path = ${`/${slug}/pf-${from}`}`)).rows
    expect(await redirect()).toEqual([{ reason: 'replaced', target_id: into }])
    done(await undo(into, made))
    expect(await redirect()).toEqual([])
  })
})
