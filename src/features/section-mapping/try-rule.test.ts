import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { RuleTrial } from './try-rule.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let venueId: number
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'try rule' })
  admin = await server.signIn('admin')
  const records = maker(db(), resources, examples)
  const made = await mappedVenue(
    { db: db(), records },
    ['Lower 101', 'Lower 102', 'Family Stand'].map((name) => ({ name, rows: ['A', 'B'] })),
  )
  venueId = made.venueId
  const listings = [
    ['Sunny side', 'A', 2_000],
    ['SUNNY  SIDE', 'B', 3_000],
    ['Lwr 101', null, 4_000],
    ['Lower 102', null, 5_000],
  ] as const
  const notes = ['Aisle seats', 'OBSTRUCTED view', 'Wheelchair bay, obstructed view', null]
  for (const [place, [section, row, price]] of listings.entries())
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price, note)
      values (${made.performanceId}, ${made.providerId}, ${section}, ${section}, ${row}, 2, 'EUR', ${price}, ${notes[place]})`.execute(
      db(),
    )
  await server.runJob(placeListingsJob)
})
afterAll(() => server.stop())

const rule = (more: object) => ({
  scope: 'venue',
  venueId,
  field: 'section',
  match: 'exact',
  pattern: 'Sunny side',
  action: 'replace',
  replacement: 'Family Stand',
  ...more,
})
const tried = async (more: object) => {
  const { status, body } = await admin.post('/rest/data/rewrite-rules/try', rule(more))
  expect([status, body]).toMatchObject([200, expect.anything()])
  return body as RuleTrial
}
const shown = ({ texts }: RuleTrial) =>
  texts.map(({ section, before, after, change }) => [section, before, after, change])

describe('a rewrite rule that is tried', () => {
  it('says what it would place and what that is worth, and stores nothing', async () => {
    const count = async () => (await sql`select from rewrite_rules`.execute(db())).rows.length
    const before = await count()
    const trial = await tried({})
    expect(trial).toMatchObject({
      listings: 2,
      placed: { listings: 2, worth: [{ currency: 'EUR', amount: 10_000 }] },
      moved: { listings: 0, worth: [] },
      unplaced: { listings: 0, worth: [] },
      isCut: false,
    })
    expect(shown(trial).toSorted()).toEqual([
      ['SUNNY  SIDE', null, 'Family Stand, row B', 'placed'],
      ['Sunny side', null, 'Family Stand, row A', 'placed'],
    ])
    expect(await count()).toBe(before)
  })

  it('names the currency that is worth most first, whatever the digits of its amounts', async () => {
    await sql`insert into exchange_rates (quote_currency, rate, as_of, expires_at, source)
      values ('COP', 4500, now(), now() + interval '1 day', 'test'), ('GBP', 0.85, now(), now() + interval '1 day', 'test')`.execute(
      db(),
    )
    const { rows } = await sql<{ id: number }>`
      insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
      select performance_id, provider_id, 'abroad-' || c, section, row_name, 1, c, p
      from ticket_listings, (values ('COP', 1800000), ('GBP', 90000)) v (c, p) where code = 'Sunny side' returning id`.execute(
      db(),
    )
    await server.runJob(placeListingsJob)
    const { worth } = (await tried({})).placed
    expect(worth.map(({ currency }) => currency)).toEqual(['GBP', 'EUR', 'COP'])
    await sql`delete from ticket_listings where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db())
  })

  it('says what it would move and break', async () => {
    expect(await tried({ pattern: 'Lwr 101', replacement: 'Lower 102' })).toMatchObject({
      moved: { listings: 1, worth: [{ currency: 'EUR', amount: 8_000 }] },
      texts: [{ section: 'Lwr 101', before: 'Lower 101', after: 'Lower 102', change: 'moved' }],
    })
    expect(await tried({ pattern: 'Lwr 101', action: 'refuse', replacement: null })).toMatchObject({
      unplaced: { listings: 1 },
      texts: [{ change: 'unplaced', after: null }],
    })
    // A name that is on the map is never rewritten.
    expect(await tried({ pattern: 'Lower 102', action: 'refuse', replacement: null })).toMatchObject({
      texts: [{ change: 'same', before: 'Lower 102', after: 'Lower 102' }],
    })
  })

  it('that is changed is compared with what it does now', async () => {
    const { body } = await admin.post('/rest/data/rewrite-rules', { ...rule({}), isEnabled: true })
    const { id } = body as { id: number }
    await server.runJob(placeListingsJob)
    expect(await tried({ id, replacement: 'Lower 101' })).toMatchObject({
      moved: { listings: 2 },
      placed: { listings: 0 },
    })
    expect(await tried({ id, pattern: 'Nothing so called' })).toMatchObject({ unplaced: { listings: 2 } })
    await admin.patch(`/rest/data/rewrite-rules/${id}`, { isEnabled: false })
    await server.runJob(placeListingsJob)
    const { rows } = await sql`
      select from ticket_listings where lower(section) like 'sunny%' and venue_section_id is null`.execute(db())
    expect(rows).toHaveLength(2)
  })

  it('names the rules that read the same listings otherwise, and which of them is applied', async () => {
    const { body } = await admin.post('/rest/data/rewrite-rules', { ...rule({}), isEnabled: true })
    const { id } = body as { id: number }
    const word = { match: 'token_map', pattern: 'side', replacement: 'Lower 101' }
    const conflict = { id, pattern: 'Sunny side', listings: 2 }
    expect((await tried(word)).conflicts).toEqual([{ ...conflict, prevails: true }])
    expect((await tried({ ...word, priority: 90 })).conflicts).toEqual([{ ...conflict, prevails: false }])
    expect((await tried({ match: 'prefix', pattern: 'Sunny side' })).conflicts).toEqual([])
    expect((await tried({ id, replacement: 'Lower 101' })).conflicts).toEqual([])
    await admin.delete(`/rest/data/rewrite-rules/${id}`)
    await server.runJob(placeListingsJob)
  })

  it('names decisions that it would change', async () => {
    await sql`
      insert into section_decisions (venue_configuration_id, raw_section, section_name)
      select id, 'Lwr 101', 'Lower 101' from venue_configurations where venue_id = ${venueId}`.execute(db())
    expect((await tried({ pattern: 'Lwr 101', replacement: 'Lower 102' })).decisions).toEqual([
      { section: 'Lwr 101', was: 'Lower 101', becomes: 'Lower 102' },
    ])
  })

  it('for notes says which listings get a label, other labels, or lose one', async () => {
    const note = { field: 'note', match: 'token_map', pattern: 'obstructed view', replacement: 'obstructed' }
    const worth = [{ currency: 'EUR', amount: 14_000 }]
    expect(await tried(note)).toMatchObject({
      listings: 2,
      placed: { listings: 2, worth },
      map: null,
      texts: [
        { section: 'Wheelchair bay, obstructed view', before: null, after: 'Obstructed view', change: 'placed' },
        { section: 'OBSTRUCTED view', before: null, after: 'Obstructed view', change: 'placed' },
      ],
    })
    const { body } = await admin.post('/rest/data/rewrite-rules', { ...rule(note), isEnabled: true })
    const { id } = body as { id: number }
    await server.runJob(placeListingsJob)
    expect((await admin.get(`/rest/data/rewrite-rules/${id}`)).body).toMatchObject({ listingCount: 2, hits: 2 })
    expect(await tried({ ...note, id, replacement: 'wheelchair', pattern: 'Wheelchair bay' })).toMatchObject({
      moved: { listings: 1 },
      unplaced: { listings: 1 },
      texts: [
        { section: 'OBSTRUCTED view', before: 'Obstructed view', after: null, change: 'unplaced' },
        { before: 'Obstructed view', after: 'Wheelchair', change: 'moved' },
      ],
    })
    await admin.delete(`/rest/data/rewrite-rules/${id}`)
  })

  it('says which sections of the map gain and lose listings', async () => {
    expect((await tried({ pattern: 'Lwr 101', replacement: 'Lower 102' })).map).toEqual({
      configurationId: expect.any(Number),
      configuration: expect.any(String),
      sections: [
        { name: 'Lower 101', gains: 0, loses: 1 },
        { name: 'Lower 102', gains: 1, loses: 0 },
      ],
      more: 0,
    })
    expect((await tried({ pattern: 'Nothing so called' })).map).toBeNull()
  })

  it('is refused on its field where it cannot be read', async () => {
    const fieldsOf = async (more: object) =>
      ((await admin.post('/rest/data/rewrite-rules/try', rule(more))).body as { fields?: object }).fields
    expect(await fieldsOf({ match: 'pattern', pattern: '(' })).toHaveProperty('pattern')
    expect(await fieldsOf({ replacement: null })).toHaveProperty('replacement')
    expect(await fieldsOf({ venueId: null })).toHaveProperty('venueId')
    expect(await fieldsOf({ field: 'note', replacement: 'Lower 101' })).toHaveProperty('replacement')
  })

  it('is refused as saving it is, so that nothing is promised of a rule that cannot be saved', async () => {
    const cases = [
      { pattern: '***' },
      { match: 'number_range', pattern: 'some' },
      { match: 'exact', replacement: 'Lower {n}' },
      { match: 'prefix', replacement: 'Lower $1' },
      { match: 'pattern', pattern: 'chair (\\d+)', replacement: 'Lower $2' },
      { match: 'pattern', pattern: 'chair (\\d+)', replacement: 'Lower $0' },
      { field: 'note', replacement: 'Lower 101' },
      { venueId: null },
    ]
    for (const one of cases) {
      const saved = await admin.post('/rest/data/rewrite-rules', { ...rule(one), isEnabled: true })
      const trial = await admin.post('/rest/data/rewrite-rules/try', rule(one))
      expect([one, saved.status]).toEqual([one, 422])
      const { fields } = saved.body as { fields: object }
      expect([one, trial.status, trial.body]).toMatchObject([one, 422, { fields }])
    }
  })

  it('is refused where another one reads the same text, however the two are written, and where its pattern lacks a group', async () => {
    const save = (more: object) => admin.post('/rest/data/rewrite-rules', rule({ isEnabled: true, ...more }))
    const { status, body } = await save({ pattern: 'Family end' })
    expect(status).toBe(201)
    expect(await save({ pattern: 'FAMILY  (End)', replacement: 'Lower 101' })).toMatchObject({
      status: 422,
      body: { fields: { pattern: `Rule ${(body as { id: number }).id} reads the same text in the same place.` } },
    })
    const pattern = (of: string, replacement = 'Lower 101') => save({ match: 'pattern', pattern: of, replacement })
    expect(await pattern('twin\\d+')).toMatchObject({ status: 201 })
    expect(await pattern('twin\\D+')).toMatchObject({ status: 201 })
    expect(await pattern('seat (\\d+)', 'Lower $1')).toMatchObject({ status: 201 })
    expect(await pattern('chair (\\d+)', 'Lower $2')).toMatchObject({
      status: 422,
      body: { fields: { replacement: 'The pattern has no group $2.' } },
    })
  })
})
