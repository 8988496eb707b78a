import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { done, mergesAt, rowsOf as rowsIn } from '../../../platform/merges/testing/merges.server.ts'

let server: TestServer
let admin: Client
let records: Maker
const at = '/rest/data/performers'
const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'performer merges' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
  await run(sql`update locales set is_enabled_on_site = true where code in ('en', 'es')`)
})
afterAll(() => server.stop())

const none = {
  variations: [],
  imageIds: [],
  tagIds: [],
  sameAs: [],
  providerCodes: [],
  genre: null,
  homeVenueId: null,
  countryId: null,
  league: null,
  links: [],
  biography: null,
  seoTitle: null,
  seoDescription: null,
}
async function performer(name: string, values: object = {}): Promise<number> {
  return await records.make('performers', {
    ...none,
    name,
    sortName: name,
    slug: `performer-${++last}`,
    kind: 'artist',
    sport: null,
    publication: 'draft',
    publishedAt: null,
    ...values,
  })
}
const { read, preview, merge, undo } = mergesAt(at, {
  get: (...call) => admin.get(...call),
  post: (...call) => admin.post(...call),
})
const rowsOf = (table: string, ids: readonly number[]) => rowsIn(server, table, ids)

describe('a merge of two performers', () => {
  it('shows what moves, comes along and has to be chosen, does it, and gives all of it back byte for byte', async () => {
    const [tagOne, tagTwo] = [
      await records.make('tags', { kind: 'event' }),
      await records.make('tags', { kind: 'event' }),
    ]
    const image = await records.make('images')
    const into = await performer('Larch Orchestra', {
      variations: ['Larch Orch.'],
      tagIds: [tagOne],
      genre: 'Classical',
      sameAs: [{ register: 'wikidata', code: 'Q1' }],
      providerCodes: [{ provider: 'seat-harbour', code: `a${++last}` }],
      biography: '<p>Plays.</p>',
    })
    const from = await performer('Orchestra of Larch', {
      variations: ['larch orch.', 'The Larches'],
      tagIds: [tagTwo, tagOne],
      imageIds: [image],
      genre: 'Orchestra',
      sameAs: [{ register: 'isni', code: '0001' }],
      providerCodes: [{ provider: 'seat-harbour', code: `b${++last}` }],
      biography: '<p>Has played since 1901.</p>',
      links: [{ kind: 'website', url: 'https://larch.example.com' }],
      kind: 'show',
    })
    await run(sql`insert into translations (resource, record_id, field, locale, text, status, source, translator_name)
      values ('performers', ${into}, 'biography', 'es', '<p>Toca.</p>', 'approved', '<p>Plays.</p>', 'Ana'), ('performers', ${from}, 'biography', 'es', '<p>Toca desde 1901.</p>', 'approved', '<p>Has played since 1901.</p>', 'Ana')`)
    const other = await performer('Somebody else')
    const both = await records.make('events', { performerIds: [from, into, other] })
    const one = await records.make('events', { performerIds: [other, from] })
    const lineup = (await admin.post('/rest/data/lineups', { name: `Bill ${++last}`, type: 'curated' })).body as {
      id: number
    }
    await admin.put(`/rest/data/lineups/${lineup.id}/bill`, {
      performers: [
        { performerId: other, role: 'headliner' },
        { performerId: from, role: 'guest' },
      ],
    })
    const billed = (
      await run(sql<{ id: number }>`select id from lineup_performers where lineup_id = ${lineup.id}`)
    ).rows.map(({ id }) => id)
    const texts = (
      await run(
        sql<{
          id: number
        }>`select id from translations where resource = 'performers' and record_id in (${into}, ${from})`,
      )
    ).rows.map(({ id }) => id)
    const whole = async () => [
      await rowsOf('performers', [into, from]),
      await rowsOf('events', [both, one]),
      await rowsOf('lineup_performers', billed),
      await rowsOf('translations', texts),
    ]
    const before = await whole()

    const told = await preview(into, from)
    expect(told.obstacles).toEqual([])
    expect(told.moves.map(({ label, field, count }) => [label, field, count]).toSorted()).toEqual([
      ['Events', 'Performers', 2],
      ['lineup performers', 'performer id', 1],
    ])
    expect(told.choices.map(({ key, label, into: own, from: its }) => [key, label, own, its])).toEqual([
      ['name', 'Name', 'Larch Orchestra', 'Orchestra of Larch'],
      ['kind', 'Kind', 'Artist', 'Show'],
      ['genre', 'Genre', 'Classical', 'Orchestra'],
      ['biography', 'Biography', 'Plays.', 'Has played since 1901.'],
    ])
    expect(told.mergedFields.map(({ label }) => label)).toEqual([
      'Spellings',
      'Images',
      'Tags',
      'Same as',
      'Provider ids',
      'Official links',
    ])
    expect(told.mergedFields[0]?.added).toEqual(['The Larches', 'Orchestra of Larch'])
    expect(told.mergedFields[3]?.added).toEqual(['ISNI 0001'])
    expect((await merge(into, from, ['slug'])).status).toBe(422)

    const made = done(await merge(into, from, ['biography', 'genre']))
    expect(made.status).toBe('merged')
    expect(await read(into)).toMatchObject({
      name: 'Larch Orchestra',
      kind: 'artist',
      genre: 'Orchestra',
      biography: '<p>Has played since 1901.</p>',
      links: [{ kind: 'website', url: 'https://larch.example.com' }],
      variations: ['Larch Orch.', 'The Larches', 'Orchestra of Larch'],
      tagIds: [tagOne, tagTwo],
      imageIds: [image],
    })
    const {
      rows: [spanish],
    } = await run(
      sql<{
        text: string
      }>`select text from translations where resource = 'performers' and record_id = ${into} and field = 'biography' and locale = 'es'`,
    )
    expect(spanish?.text).toBe('<p>Toca desde 1901.</p>')
    expect(((await read(from)) as { id: number }).id).toBe(into)
    expect(((await admin.get(`/rest/data/events/${both}`)).body as { performerIds: number[] }).performerIds).toEqual([
      into,
      other,
    ])

    expect(done(await undo(into, made))).toMatchObject({ status: 'undone' })
    expect(await whole()).toEqual(before)
  })

  it('keeps the name that is chosen, and the other one as a spelling', async () => {
    const [into, from] = [await performer('Old spelling'), await performer('New spelling')]
    const made = done(await merge(into, from, ['name']))
    expect(await read(into)).toMatchObject({
      name: 'New spelling',
      sortName: 'New spelling',
      variations: ['New spelling', 'Old spelling'],
    })
    done(await undo(into, made))
    expect(await read(into)).toMatchObject({ name: 'Old spelling', variations: [] })
  })

  it('gives back what was changed since without undoing the change', async () => {
    const [into, from] = [
      await performer('Stays', { genre: null }),
      await performer('Goes', { genre: 'Rock', variations: ['Gone'] }),
    ]
    const made = done(await merge(into, from))
    expect(
      (await admin.patch(`${at}/${into}`, { genre: 'Folk', variations: ['Gone', 'Goes', 'Added since'] })).status,
    ).toBe(200)
    done(await undo(into, made))
    expect(await read(into)).toMatchObject({ genre: 'Folk', variations: ['Added since'] })
    expect(await read(from)).toMatchObject({ genre: 'Rock', variations: ['Gone'] })
  })

  it('moves a team’s matches, which are called after it, and back', async () => {
    const team = { kind: 'team', sport: 'football' }
    const [into, from, rival] = [
      await performer('Vale Rovers', team),
      await performer('Vale Rovers FC', team),
      await performer('Loam', team),
    ]
    const eventId = await records.make('events', { name: 'Vale Rovers FC v Loam' })
    const match = await records.make('matches', {
      homePerformerId: from,
      awayPerformerId: rival,
      round: `R${++last}`,
      nameTemplate: '{home} v {away}',
      eventId,
    })
    const other = await records.make('matches', {
      homePerformerId: from,
      awayPerformerId: rival,
      round: `R${++last}`,
      nameTemplate: '{home} v {away}',
      eventId: await records.make('events', { name: 'The big one' }),
    })
    const name = async () => ((await admin.get(`/rest/data/matches/${match}`)).body as { name: string }).name
    const events = async () =>
      (
        await run(
          sql<{
            name: string
          }>`select e.name from events e join matches m on m.event_id = e.id where m.id in (${match}, ${other}) order by m.id`,
        )
      ).rows.map((row) => row.name)
    const before = await rowsOf('matches', [match])
    expect(await preview(into, from)).toMatchObject({
      obstacles: [],
      moves: [{ label: 'Matches', field: 'Home team', count: 2 }],
    })
    const made = done(await merge(into, from))
    expect([await name(), await events()]).toEqual(['Vale Rovers v Loam', ['Vale Rovers v Loam', 'The big one']])
    done(await undo(into, made))
    expect([await name(), await rowsOf('matches', [match])]).toEqual(['Vale Rovers FC v Loam', before])
    expect(await events()).toEqual(['Vale Rovers FC v Loam', 'The big one'])
    const { rows } = await run(
      sql<{
        before: unknown
        after: unknown
      }>`select before, after from audit_log where object = 'events' and record_id = ${String(eventId)} order by id`,
    )
    expect(rows.map(({ before: from, after: to }) => [from, to])).toEqual([
      [{ name: 'Vale Rovers FC v Loam' }, { name: 'Vale Rovers v Loam' }],
      [{ name: 'Vale Rovers v Loam' }, { name: 'Vale Rovers FC v Loam' }],
    ])
    expect((await admin.patch(`/rest/data/performers/${rival}`, { name: 'Loam Town' })).status).toBe(200)
    expect(await events()).toEqual(['Vale Rovers FC v Loam Town', 'The big one'])
  })

  it('is refused in words for two that meet, that share a bill or a match, and into what no team is', async () => {
    const team = { kind: 'team', sport: 'football' }
    const [one, two, rival, singer] = [
      await performer('Amber', team),
      await performer('Amber City', team),
      await performer('Birch', team),
      await performer('Amber (singer)'),
    ]
    const place = { competition: 'Cup', season: '2036', round: `R${++last}`, nameTemplate: '{home} v {away}' }
    await records.make('matches', { ...place, homePerformerId: one, awayPerformerId: two })
    expect((await preview(one, two)).obstacles).toEqual([
      'They play each other in Amber v Amber City, so they are two.',
    ])
    await run(sql`delete from matches where round = ${place.round}`)
    for (const home of [one, two])
      await records.make('matches', { ...place, homePerformerId: home, awayPerformerId: rival })
    expect((await preview(one, two)).obstacles).toEqual([
      expect.stringMatching(/^Both have the match Amber City v Birch of .+: delete one of the two first\.$/) as string,
    ])
    expect((await merge(one, two)).status).toBe(409)
    expect((await preview(singer, one)).obstacles).toEqual([
      'It has matches as a team (football), which this one is not: merge the other way round.',
    ])
    expect(await merge(one, singer, ['kind'])).toMatchObject({ status: 409 })
    const lineup = (await admin.post('/rest/data/lineups', { name: `Shared ${++last}`, type: 'curated' })).body as {
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
    expect((await preview(a, b)).obstacles).toEqual([
      `Both are on the bill of ${lineup.name}: take one of them off first.`,
    ])
  })

  it('leaves a provider’s id with one performer, whichever of the two has it', async () => {
    const code = { provider: 'palco-directo', code: `c${++last}` }
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
      'It is on the site and this one is not: publish this one first, or merge the other way round.',
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
