import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { done, rowsOf as rowsIn } from '../../../platform/merges/testing/merges.server.ts'
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
  server,
  undo,
} from './testing/merged-performers.server.ts'

const rowsOf = (table: string, ids: readonly number[]) => rowsIn(server, table, ids)

/** Two of one orchestra, which differ in most fields, with the events, the bill and the translations they are named in. */
async function twoOrchestras() {
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
    providerCodes: [{ provider: 'seat-harbour', code: `a${next()}` }],
    biography: '<p>Plays.</p>',
  })
  const from = await performer('Orchestra of Larch', {
    variations: ['larch orch.', 'The Larches'],
    tagIds: [tagTwo, tagOne],
    imageIds: [image],
    genre: 'Orchestra',
    sameAs: [{ register: 'isni', code: '0001' }],
    providerCodes: [{ provider: 'seat-harbour', code: `b${next()}` }],
    biography: '<p>Has played since 1901.</p>',
    links: [{ kind: 'website', url: 'https://larch.example.com' }],
    kind: 'show',
  })
  await run(sql`insert into translations (resource, record_id, field, locale, text, status, source, translator_name)
  values ('performers', ${into}, 'biography', 'es', '<p>Toca.</p>', 'approved', '<p>Plays.</p>', 'Ana'), ('performers', ${from}, 'biography', 'es', '<p>Toca desde 1901.</p>', 'approved', '<p>Has played since 1901.</p>', 'Ana')`)
  const other = await performer('Another band')
  const both = await records.make('events', { performerIds: [from, into, other] })
  const one = await records.make('events', { performerIds: [other, from] })
  const lineup = (await admin.post('/rest/data/lineups', { name: `Bill ${next()}`, type: 'curated' })).body as {
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
  return { into, from, other, both, tagOne, tagTwo, image, whole }
}

describe('a merge of two performers', () => {
  servePerformers()

  it('shows what moves, comes along and has to be chosen', async () => {
    const { into, from } = await twoOrchestras()
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
  })

  it('moves all of it, and gives all of it back byte for byte', async () => {
    const { into, from, other, both, tagOne, tagTwo, image, whole } = await twoOrchestras()
    const before = await whole()
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
      round: `R${next()}`,
      nameTemplate: '{home} v {away}',
      eventId,
    })
    const other = await records.make('matches', {
      homePerformerId: from,
      awayPerformerId: rival,
      round: `R${next()}`,
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
})
