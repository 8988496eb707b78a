import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeDueListings } from './place-listings.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let venueId: number
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'rule periods' })
  admin = await server.signIn('admin')
  const records = maker(db(), resources, examples)
  const made = await mappedVenue({ db: db(), records }, [{ name: 'Family Stand', isGeneralAdmission: true }])
  venueId = made.venueId
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, note)
    values (${made.performanceId}, ${made.providerId}, 'one', 'Sunny side', 2, 'EUR', 2000, 'Behind the mast')`.execute(
    db(),
  )
})
afterAll(() => server.stop())

const listing = async () => {
  await server.runJob(placeListingsJob)
  const { rows } = await sql`
    select placed_section as section, note_labels as labels from ticket_listings where code = 'one'`.execute(db())
  return rows[0]
}

const post = (more: object) =>
  admin.post('/rest/data/rewrite-rules', {
    scope: 'venue',
    venueId,
    field: 'section',
    match: 'exact',
    action: 'replace',
    replacement: 'Family Stand',
    isEnabled: true,
    ...more,
  })
const save = async (more: object) => {
  const { status, body } = await post(more)
  expect([status, body]).toMatchObject([201, expect.anything()])
  return (body as { id: number }).id
}

describe('a rule with a period', () => {
  it('places listings from its beginning until its end, though no one saves anything at those moments', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const ids: number[] = []
    for (const more of [
      { field: 'section', pattern: 'Sunny side', replacement: 'Family Stand' },
      { field: 'note', match: 'token_map', pattern: 'mast', replacement: 'obstructed' },
    ]) {
      ids.push(await save({ ...more, validFrom: later }))
    }
    expect(await listing()).toEqual({ section: null, labels: [] })

    await sql`update rewrite_rules set valid_from = now() - interval '1 minute' where id = any(${ids}::bigint[])`.execute(
      db(),
    )
    expect(await listing()).toEqual({ section: 'Family Stand', labels: ['obstructed'] })

    await sql`update rewrite_rules set valid_until = now() - interval '1 second' where id = any(${ids}::bigint[])`.execute(
      db(),
    )
    expect(await listing()).toEqual({ section: null, labels: [] })
  })

  it('has its listings placed again once when it is saved, not a second time for its period', async () => {
    const placedAt = async () =>
      (await sql<{ at: Date }>`select placed_at as at from ticket_listings where code = 'one'`.execute(db())).rows[0]
        ?.at
    const id = await save({ pattern: 'sunny side', validFrom: '2098-01-01T00:00:00.000Z' })
    await placeDueListings(server.database, new AbortController().signal)
    const before = await placedAt()
    expect(before).not.toBeNull()
    await server.runJob(placeListingsJob)
    expect(await placedAt()).toEqual(before)
    expect((await admin.delete(`/rest/data/rewrite-rules/${id}`)).status).toBe(200)
  })

  it('can read the same text as another one whose period it does not meet, and its state says when it applies', async () => {
    const stateOf = async (id: number) =>
      ((await admin.get(`/rest/data/rewrite-rules/${id}`)).body as { state: string }).state
    const [year, next] = ['2097-01-01T00:00:00.000Z', '2098-01-01T00:00:00.000Z']
    const before = await save({ pattern: 'Meadow', validUntil: year })
    const within = await save({ pattern: 'meadow', validFrom: year, validUntil: next })
    const after = await save({ pattern: 'MEADOW', validFrom: next })
    for (const more of [{}, { validFrom: '2097-06-01T00:00:00.000Z' }, { validUntil: '2097-06-01T00:00:00.000Z' }])
      expect(await post({ pattern: 'Meadow', ...more })).toMatchObject({
        status: 422,
        body: { fields: { pattern: expect.stringContaining('reads the same text') } },
      })
    expect([await stateOf(before), await stateOf(within), await stateOf(after)]).toEqual([
      'active',
      'scheduled',
      'scheduled',
    ])
    await sql`update rewrite_rules set valid_until = now() - interval '1 second' where id = ${before}`.execute(db())
    await admin.patch(`/rest/data/rewrite-rules/${within}`, { isEnabled: false })
    expect([await stateOf(before), await stateOf(within)]).toEqual(['ended', 'off'])
    const { body } = await admin.get('/rest/data/rewrite-rules', { filter: { state: 'ended' } })
    expect((body as { id: number }[]).map(({ id }) => id)).toContain(before)
  })

  it('that cannot be followed fails the run, and keeps no listing from its place', async () => {
    const id = await save({ pattern: 'Shady side', validFrom: '2098-01-01T00:00:00.000Z' })
    await sql`update ticket_listings set section = 'Family Stand', placed_at = null where code = 'one'`.execute(db())
    await sql`update rewrite_rules set valid_from = now() - interval '1 minute' where id = ${id}`.execute(db())
    await sql`
      create function refuse_it() returns trigger language plpgsql as 'begin raise exception ''out of order''; end';`.execute(
      db(),
    )
    await sql`create trigger refuse_it before update on rewrite_rules for each row execute function refuse_it()`.execute(
      db(),
    )
    await expect(server.runJob(placeListingsJob)).rejects.toThrow('out of order')
    await sql`drop trigger refuse_it on rewrite_rules`.execute(db())
    const { rows } = await sql`select placed_section as section from ticket_listings where code = 'one'`.execute(db())
    expect(rows).toEqual([{ section: 'Family Stand' }])
  })
})
