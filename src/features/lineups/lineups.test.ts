import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { Contents, ContentsQuery } from './lineup.endpoints.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let records: Maker

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'lineups' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const db = () => server.database.kysely
let count = 0
async function lineup(values: object = {}): Promise<Row> {
  const reply = await admin.post('/rest/data/lineups', { name: `Lineup ${++count}`, type: 'curated', ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
/** A public event with a performance so many days from now. */
async function event(name: string, inDays: number, values: object = {}): Promise<number> {
  const id = await records.make('events', {
    name,
    publication: 'published',
    isHidden: false,
    schedule: 'scheduled',
    type: 'concert',
    performerIds: [],
    ...values,
  })
  const startsAt = new Date(Date.now() + inDays * 86_400_000)
  startsAt.setUTCHours(20, 0, 0, 0)
  const localDate = startsAt.toISOString().slice(0, 10)
  await records.make('performances', {
    eventId: id,
    timeZone: 'UTC',
    localDate,
    localTime: '20:00',
    isTimeTba: false,
    isDateTbd: false,
    doorsTime: null,
    startsAt: startsAt.toISOString(),
    status: 'onsale',
  })
  return id
}
const everything: ContentsQuery = {
  id: null,
  membership: 'living',
  isOfBill: false,
  eventTypes: [],
  cityIds: [],
  venueIds: [],
  nameContains: null,
  fromDate: null,
  untilDate: null,
  maxEvents: 60,
  pinnedEventIds: [],
  excludedEventIds: [],
}
async function contents(query: Partial<ContentsQuery>): Promise<Contents> {
  const reply = await admin.post('/rest/data/lineups/contents', { ...everything, ...query })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Contents
}
const names = ({ events }: Contents) => events.map(({ name }) => name)
const stored = async (id: number) =>
  (
    await sql<{ name: string }>`
  select e.name from lineup_events l join events e on e.id = l.event_id where l.lineup_id = ${id} order by l.position`.execute(
      db(),
    )
  ).rows.map(({ name }) => name)

describe('where a lineup happens', () => {
  it('is a venue with its city, or a city alone; another city than the venue’s is refused', async () => {
    const [cityId, other] = [await records.make('cities', { name: 'Quayside' }), await records.make('cities')]
    const venueId = await records.make('venues', { name: 'Quay Hall', cityId })
    const made = await lineup({ venueId })
    expect(made).toMatchObject({ venueId, cityId })
    expect(
      ((await admin.get('/rest/data/lineups', { filter: { venueId } })).body as Row[]).map(({ id }) => id),
    ).toEqual([made.id])
    const refused = await admin.patch(`/rest/data/lineups/${made.id}`, { cityId: other })
    expect([refused.status, (refused.body as { fields?: unknown }).fields]).toEqual([
      422,
      { venueId: 'Quay Hall is in Quayside.' },
    ])
    expect((await admin.patch(`/rest/data/lineups/${made.id}`, { venueId: null, cityId: other })).body).toMatchObject({
      venueId: null,
      cityId: other,
    })
  })
})

describe('a query that says too little', () => {
  it('says in words what to enter, for every field of it', async () => {
    const { status, body } = await admin.post('/rest/data/lineups/contents', {})
    expect([status, body]).toMatchObject([
      422,
      {
        fields: {
          id: 'Give the lineup’s id, or null for one that is being made.',
          membership: 'Say whether its events are chosen or found.',
          isOfBill: 'Say true or false.',
          eventTypes: 'Give a list of types, empty for all.',
          cityIds: 'Give a list of ids, empty where there are none.',
          nameContains: 'Give it, or null.',
          fromDate: 'Give a date such as 2026-06-01.',
          maxEvents: 'Give a number from 1 to 200.',
          pinnedEventIds: 'Give a list of ids, empty where there are none.',
        },
      },
    ])
    expect(JSON.stringify(body)).not.toContain('Invalid input')
    expect(
      JSON.stringify(
        (
          await admin.post('/rest/data/lineups/contents', {
            ...everything,
            eventTypes: ['opera'],
            cityIds: ['one'],
            nameContains: 7,
            fromDate: 1,
          })
        ).body,
      ),
    ).not.toContain('Invalid input')
  })
})

describe('a living lineup', () => {
  it('finds public events to come, the next first, within its cap, with pins ahead and without what is excluded', async () => {
    const [lazyScreen, soon, next] = [
      await event('Quince late', 30),
      await event('Quince soon', 3),
      await event('Quince next', 1),
    ]
    await event('Quince draft', 2, { publication: 'draft' })
    await event('Quince hidden', 2, { isHidden: true })
    await event('Quince past', -2)
    expect(names(await contents({ nameContains: 'quince' }))).toEqual(['Quince next', 'Quince soon', 'Quince late'])
    const capped = await contents({ nameContains: 'quince', maxEvents: 2, pinnedEventIds: [lazyScreen] })
    expect([names(capped), capped.total]).toEqual([['Quince late', 'Quince next'], 3])
    const without = await contents({ nameContains: 'quince', excludedEventIds: [next] })
    expect([names(without), without.excluded]).toEqual([
      ['Quince soon', 'Quince late'],
      [{ id: next, name: 'Quince next' }],
    ])
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    expect(names(await contents({ nameContains: 'quince', untilDate: until }))).toEqual(['Quince next', 'Quince soon'])
    const made = await lineup({ membership: 'living', nameContains: 'Quince', pinnedEventIds: [soon] })
    expect([await stored(made.id), made['eventCount'], made['upcomingCount']]).toEqual([
      ['Quince soon', 'Quince next', 'Quince late'],
      3,
      3,
    ])
    expect([made['firstOn'], made['lastOn']]).toEqual(
      [1, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
    )
  })

  it('has to ask for something, and treats what is typed as words', async () => {
    expect(
      (await admin.post('/rest/data/lineups', { name: 'All', type: 'curated', membership: 'living' })).status,
    ).toBe(422)
    expect(await contents({ nameContains: '%%%' })).toMatchObject({ events: [], total: 0 })
  })

  it('follows its bill', async () => {
    const performer = await records.make('performers', { name: 'The Medlars' })
    await event('Medlar night', 4, { performerIds: [performer] })
    const made = await lineup({ membership: 'living', isOfBill: true })
    expect(await stored(made.id)).toEqual([])
    const put = await admin.put(`/rest/data/lineups/${made.id}/bill`, {
      performers: [{ performerId: performer, role: 'headliner' }],
    })
    expect([put.status, put.body]).toEqual([
      200,
      {
        performers: [
          { performerId: performer, name: 'The Medlars', kind: expect.any(String) as string, role: 'headliner' },
        ],
      },
    ])
    expect(await stored(made.id)).toEqual(['Medlar night'])
    expect(names(await contents({ id: made.id, isOfBill: true }))).toEqual(['Medlar night'])
  })

  it('says what has changed since it was looked through', async () => {
    const [stays, moves] = [await event('Sorb stays', 5), await event('Sorb moves', 6)]
    const gone = await event('Sorb goes', 7)
    const made = await lineup({ membership: 'living', nameContains: 'Sorb' })
    expect(made['changeCount']).toBeNull()
    expect((await admin.post(`/rest/data/lineups/${made.id}/contents-review`)).body).toMatchObject({ events: 3 })
    await event('Sorb comes', 2)
    await sql`update events set is_hidden = true where id = ${gone}`.execute(db())
    await sql`update performances set local_date = local_date + 1, starts_at = starts_at + interval '1 day' where event_id = ${moves}`.execute(
      db(),
    )
    const found = await contents({ id: made.id, nameContains: 'Sorb' })
    expect(found.events.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'Sorb comes new',
      'Sorb stays none',
      'Sorb moves moved',
    ])
    expect([found.gone, found.reviewedBy]).toEqual([[{ id: gone, name: 'Sorb goes' }], 'Ingrid Solheim'])
    expect(stays).toBeGreaterThan(0)
    await sql`update lineups set refreshed_at = now() - interval '2 hours' where id = ${made.id}`.execute(db())
    await server.runJob('refresh-lineups')
    expect((await admin.get(`/rest/data/lineups/${made.id}`)).body).toMatchObject({
      changeCount: 2,
      version: made['version'],
    })
    await admin.post(`/rest/data/lineups/${made.id}/contents-review`)
    expect((await admin.get(`/rest/data/lineups/${made.id}`)).body).toMatchObject({ changeCount: 0 })
  })

  it('is for readers to preview and not to look through', async () => {
    const reader = await server.signIn('read-only')
    const made = await lineup()
    expect((await reader.post('/rest/data/lineups/contents', everything)).status).toBe(200)
    expect((await reader.post(`/rest/data/lineups/${made.id}/contents-review`)).status).toBe(403)
    expect((await reader.put(`/rest/data/lineups/${made.id}/bill`, { performers: [] })).status).toBe(403)
  })
})

describe('a lineup that has become empty', () => {
  it('is unpublished after its grace, and its address leads to its successor', async () => {
    const next = await event('Rowan lasts', 40)
    const publish = async (made: Row) => {
      for (const locale of ['es', 'fr', 'de', 'it', 'pt'])
        await admin.put(`/rest/data/lineups/${made.id}/translations/${locale}`, {
          texts: { name: { text: `${locale} ${made.id}`, status: 'approved' } },
        })
      const reply = await admin.post(`/rest/data/lineups/${made.id}/publish`, {})
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    const replacement = await lineup({ pinnedEventIds: [next], description: '<p>Goes on</p>' })
    const ends = await event('Rowan ends', 2)
    const made = await lineup({
      pinnedEventIds: [ends],
      description: '<p>Ends</p>',
      graceDays: 3,
      successorId: replacement.id,
    })
    await publish(replacement)
    await publish(made)
    await sql`update performances set starts_at = starts_at - interval '4 days', local_date = local_date - 4 where event_id = ${ends}`.execute(
      db(),
    )
    const again = async () => {
      await sql`update lineups set refreshed_at = null where id = ${made.id}`.execute(db())
      await server.runJob('refresh-lineups')
      return ((await admin.get(`/rest/data/lineups/${made.id}`)).body as Row)['publication']
    }
    expect(await again()).toBe('published')
    await sql`update lineups set empty_since = now() - interval '4 days' where id = ${made.id}`.execute(db())
    expect(await again()).toBe('unpublished')
    const { rows } =
      await sql`select distinct reason, target_id from redirects where resource = 'lineups' and record_id = ${made.id}`.execute(
        db(),
      )
    expect(rows).toEqual([{ reason: 'replaced', target_id: replacement.id }])
  })
})

describe('the lineups of an event', () => {
  it('are those that pin it and those whose query finds it, and none that leaves it out', async () => {
    const id = await event('Damson night', 3)
    const pins = await lineup({ name: 'A pin', pinnedEventIds: [id] })
    const finds = await lineup({ name: 'B query', membership: 'living', nameContains: 'Damson' })
    await lineup({ name: 'C without', membership: 'living', nameContains: 'Damson', excludedEventIds: [id] })
    const at = `/rest/data/events/${id}/lineups`
    expect((await admin.get(at)).body).toEqual({
      total: 2,
      lineups: [
        { id: pins.id, name: 'A pin', type: 'curated', publication: 'draft', isPinned: true },
        { id: finds.id, name: 'B query', type: 'curated', publication: 'draft', isPinned: false },
      ],
    })
    expect((await admin.get('/rest/data/events/999999/lineups')).status).toBe(404)
    expect((await (await server.signIn('no-access')).get(at)).status).toBe(403)
  })
})

describe('a bill', () => {
  it('keeps its order, refuses the same performer twice, and leaves what it was in the history', async () => {
    const [one, two] = [
      await records.make('performers', { name: 'Ash' }),
      await records.make('performers', { name: 'Birch' }),
    ]
    const made = await lineup()
    const at = `/rest/data/lineups/${made.id}/bill`
    const bill = [
      { performerId: two, role: 'headliner' },
      { performerId: one, role: 'support' },
    ]
    expect((await admin.put(at, { performers: bill })).status).toBe(200)
    expect(
      ((await admin.get(at)).body as { performers: { name: string }[] }).performers.map(({ name }) => name),
    ).toEqual(['Birch', 'Ash'])
    expect((await admin.put(at, { performers: [...bill, bill[0]] })).status).toBe(422)
    expect((await admin.put(at, { performers: [{ performerId: 999_999, role: 'guest' }] })).status).toBe(422)
    expect((await admin.put('/rest/data/lineups/999999/bill', { performers: [] })).status).toBe(404)
    const { rows } = await sql<{
      before: unknown
      after: unknown
    }>`select before, after from audit_log where object = 'lineups' and record_id = ${String(made.id)} and action = 'bill-changed'`.execute(
      db(),
    )
    expect(rows).toEqual([{ before: { bill: [] }, after: { bill: ['Birch (headliner)', 'Ash (support)'] } }])
  })
})

describe('a list of lineups', () => {
  it('says how each is rated, what of it can be bought, how much is translated, and is narrowed by tags', async () => {
    const [sold, gone] = [await event('Rowan sold', 4), await event('Rowan gone', 5)]
    await sql`update performances set available = 10, capacity = 100 where event_id = ${sold}`.execute(db())
    await sql`update performances set available = 0 where event_id = ${gone}`.execute(db())
    const tagId = await records.make('tags', { kind: 'event' })
    const { id } = await lineup({ pinnedEventIds: [sold, gone], tagIds: [tagId] })
    for (const [originalRating, status] of [
      [5, 'approved'],
      [4, 'approved'],
      [1, 'pending'],
    ])
      await records.make('lineup-reviews', {
        lineupId: id,
        originalRating,
        originalScale: 5,
        status,
        rejectionReason: null,
      })
    const { body } = await admin.get('/rest/data/lineups', { filter: { tagIds: tagId } })
    expect(body).toMatchObject([
      { id, rating: 4.5, reviewCount: 2, onSaleShare: 5_000, translatedShare: 0, tagIds: [tagId] },
    ])
    expect((await admin.get(`/rest/data/tags/${tagId}`)).body).toMatchObject({ usageCount: 1 })
    // Two thirds are rounded, not cut.
    const thirds = await lineup({ pinnedEventIds: [sold, await event('Rowan late', 6), gone] })
    await sql`update performances p set available = 10, capacity = 100 from events e where e.id = p.event_id and e.name = 'Rowan late'`.execute(
      db(),
    )
    expect((await admin.get(`/rest/data/lineups/${thirds.id}`)).body).toMatchObject({ onSaleShare: 6_667 })
    const empty = await lineup()
    expect((await admin.get(`/rest/data/lineups/${empty.id}`)).body).toMatchObject({
      rating: null,
      reviewCount: 0,
      onSaleShare: null,
    })
  })
})
