import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { MapCoverage } from './map-coverage.ts'
import { placeListingsJob } from './map-coverage.server.ts'
import { mappedVenue } from './testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let records: Maker
const db = () => server.database.kysely
const data = '/rest/data'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'coverage' })
  admin = await server.signIn('admin')
  records = maker(db(), resources, examples)
})
afterAll(() => server.stop())

const section = (code: string, name: string, rows: string[] = []) => ({
  code,
  name,
  zone: null,
  rank: 1,
  isGeneralAdmission: false,
  rows,
  capacity: null,
  viewImageUrl: null,
})

interface Made {
  venueId: number
  configurationId: number
  performanceId: number
  providerId: number
}

/** A venue with an upcoming performance in a configuration. */
async function venue(): Promise<Made> {
  const { venueConfigurationId, ...made } = await mappedVenue({ db: server.database.kysely, records }, [])
  return { ...made, configurationId: venueConfigurationId }
}

async function listing(
  { performanceId, providerId }: Made,
  words: string,
  { row = null, quantity = 2, price = 5_000 }: { row?: string | null; quantity?: number; price?: number } = {},
): Promise<void> {
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
    values (${performanceId}, ${providerId}, ${crypto.randomUUID()}, ${words}, ${row}, ${quantity}, 'EUR', ${price})`.execute(
    db(),
  )
}

async function publish({ configurationId }: Made, sections: readonly object[]): Promise<void> {
  const { version } = (await admin.get(`${data}/venue-configurations/${configurationId}`)).body as { version: number }
  const reply = await admin.put(`${data}/venue-configurations/${configurationId}/manifest`, { version, sections })
  expect([reply.status, reply.body]).toEqual([200, expect.anything()])
}

const coverage = async ({ venueId }: Made) =>
  (await admin.get(`${data}/venues/${venueId}/map-coverage`)).body as MapCoverage

describe('what is offered at a venue', () => {
  it('is placed on its map by a job, and what is not found there is reported with the money at stake', async () => {
    const made = await venue()
    await publish(made, [section('a', 'Block 12', ['A', 'B']), section('b', 'Floor')])
    await listing(made, 'SEC. 012', { row: 'a' })
    await listing(made, 'Floor')
    await listing(made, 'VIP', { quantity: 3, price: 10_000 })
    await listing(made, 'vip', { quantity: 1, price: 10_000 })
    expect(await coverage(made)).toMatchObject({ listings: 4, placed: 0, due: 4 })
    await server.runJob(placeListingsJob)
    const told = await coverage(made)
    expect(told).toMatchObject({
      listings: 4,
      placed: 2,
      due: 0,
      tickets: 8,
      total: 3,
      stake: [{ currency: 'EUR', amount: 40_000 }],
      providers: [{ id: made.providerId, listings: 4, placed: 2 }],
    })
    expect(told.sections.map(({ section: words, placedAs, stake }) => [words.toLowerCase(), placedAs, stake])).toEqual([
      ['vip', null, [{ currency: 'EUR', amount: 40_000 }]],
      ['floor', 'Floor', []],
      ['sec. 012', 'Block 12', []],
    ])
    expect((await admin.get(`${data}/venues/${made.venueId}`)).body).toMatchObject({
      openListingCount: 4,
      unplacedCount: 2,
      placedShare: 5_000,
    })
  })

  it('is placed again when a manifest is published, and when a performance goes into another configuration', async () => {
    const made = await venue()
    await publish(made, [section('a', 'North')])
    await listing(made, 'Terrace')
    await server.runJob(placeListingsJob)
    expect(await coverage(made)).toMatchObject({ placed: 0, due: 0 })
    await publish(made, [section('a', 'North'), section('t', 'Terrace')])
    expect(await coverage(made)).toMatchObject({ placed: 0, due: 1 })
    await server.runJob(placeListingsJob)
    expect(await coverage(made)).toMatchObject({ placed: 1, due: 0, stake: [] })
    const other = await records.make('venue-configurations', { venueId: made.venueId })
    expect(
      (await admin.patch(`${data}/performances/${made.performanceId}`, { venueConfigurationId: other })).status,
    ).toBe(200)
    await server.runJob(placeListingsJob)
    expect(await coverage(made)).toMatchObject({ placed: 0, due: 0 })
  })

  it('is placed where a rewrite rule says, and later listings with the wording too', async () => {
    const made = await venue()
    await publish(made, [section('a', 'Block 12'), section('b', 'Floor')])
    await listing(made, 'VIP Hospitality')
    await server.runJob(placeListingsJob)
    expect((await coverage(made)).sections).toMatchObject([
      { placedAs: null, configurations: [{ id: made.configurationId }] },
    ])
    const say = (pattern: string, replacement: string) =>
      admin.post(`${data}/rewrite-rules`, {
        scope: 'venue',
        venueId: made.venueId,
        field: 'section',
        match: 'exact',
        pattern,
        action: 'replace',
        replacement,
        isEnabled: true,
      })
    expect((await say('VIP Hospitality', 'Block 12')).status).toBe(201)
    await listing(made, 'vip-hospitality')
    await server.runJob(placeListingsJob)
    expect(await coverage(made)).toMatchObject({
      listings: 2,
      placed: 2,
      sections: [{ placedAs: 'Block 12', configurations: [] }, { placedAs: 'Block 12' }],
    })
    const [unknown, twice] = [await say('Terrace', 'Roof'), await say('vip hospitality', 'Floor')]
    expect([unknown.status, unknown.body]).toMatchObject([
      422,
      { fields: { replacement: 'No map in its scope has Roof.' } },
    ])
    expect([twice.status, twice.body]).toMatchObject([
      422,
      { fields: { pattern: expect.stringContaining('reads the same text') } },
    ])
    // A rule whose section is missing from a later manifest stays, and matches nothing.
    await publish(made, [section('b', 'Floor')])
    await server.runJob(placeListingsJob)
    expect(await coverage(made)).toMatchObject({ listings: 2, placed: 0 })
  })

  it('is placed again for many venues at once, by those who can write places', async () => {
    const [one, two] = [await venue(), await venue()]
    await listing(one, 'Somewhere')
    await server.runJob(placeListingsJob)
    const ask = (client: Client, ids: readonly unknown[]) => client.post(`${data}/venues/listings/place`, { ids })
    expect((await ask(admin, [one.venueId, two.venueId])).body).toEqual({ venues: 2, listings: 1 })
    expect((await ask(admin, [one.venueId, 99_999_999])).status).toBe(404)
    for (const ids of [[], ['1'], Array.from({ length: 10_000 }, (_, n) => n + 1)])
      expect((await ask(admin, ids)).status).toBe(422)
    for (const role of ['read-only', 'sales-agent', 'no-access'])
      expect([role, (await ask(await server.signIn(role), [one.venueId])).status]).toEqual([role, 403])
    expect((await admin.get(`${data}/venues/0/map-coverage`)).status).toBe(404)
  })
})

describe('a venue that is there twice', () => {
  it('is reported with its evidence, and two that are merely neighbours are not', async () => {
    const cityId = await records.make('cities')
    const make = (name: string, latitude: number, variations: string[] = []) =>
      records.make('venues', { name, cityId, latitude, longitude: 2.1, variations, address: null })
    const own = await make('Palau Sant Jordi', 41.3636)
    const [twin, known, neighbour] = [
      await make('Palau San Jordi', 41.364),
      await make('Olympic Arena', 41.3637, ['Palau Sant Jordi']),
      await make('Poble Espanyol', 41.3638),
    ]
    const { candidates } = (await admin.get(`${data}/venues/${own}/duplicates`)).body as {
      candidates: { id: number; score: number; metres: number }[]
    }
    expect(candidates.map(({ id }) => id).toSorted()).toEqual([twin, known].toSorted())
    expect(candidates.map(({ id }) => id)).not.toContain(neighbour)
    expect(candidates.find(({ id }) => id === known)).toMatchObject({ score: 100, likeness: 100, metres: 11 })
    expect((await admin.get(`${data}/venues/x/duplicates`)).status).toBe(404)
  })
})
