import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type Row,
  admin,
  db,
  event,
  everything,
  lineup,
  records,
  serveLineups,
  server,
} from './testing/lineup-records.server.ts'

serveLineups()

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
          id: 'Send the lineup’s id, or null for a new one.',
          membership: 'Choose whether events are picked by hand or found by a query.',
          isOfBill: 'Use true or false.',
          eventTypes: 'Send a list of types, or an empty list for all.',
          cityIds: 'Send a list of ids, or an empty list.',
          nameContains: 'Send a value or null.',
          fromDate: 'Enter a date, such as 2026-06-01.',
          maxEvents: 'Enter a number from 1 to 200.',
          pinnedEventIds: 'Send a list of ids, or an empty list.',
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
