import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { placeListingsJob } from '../../places/venues/map-coverage.server.ts'
import { mappedVenue } from '../../places/venues/testing/mapped-venue.server.ts'
import type { TicketMapOutlier } from '../ticket-map-outliers.ts'

export let server: TestServer
export let admin: Client
let records: Maker
export const db = () => server.database.kysely
export const base = '/rest/data/ticket-map-outliers'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveOutliers(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'outliers' })
    admin = await server.signIn('admin')
    records = maker(db(), resources, examples)
  })
  afterAll(() => server.stop())
}

interface Venue {
  readonly venueId: number
  readonly venueConfigurationId: number
  readonly performanceId: number
  readonly providerIds: readonly number[]
}

const sections = [
  { name: 'Lower 101', zone: 'Lower', rows: ['A', 'B', 'C', 'D'], capacity: 40 },
  { name: 'Lower 102', zone: 'Lower', rows: ['A', 'B', 'C', 'D'], capacity: 40 },
  { name: 'Upper 201', zone: 'Upper', rows: ['A', 'B'], capacity: 20 },
  { name: 'Family Stand', zone: 'Upper', rows: [], capacity: null },
]

/** A venue with a map of four sections, and a second provider. */
export async function venue(): Promise<Venue> {
  const made = await mappedVenue({ db: db(), records }, sections)
  return { ...made, providerIds: [made.providerId, await records.make('providers')] }
}

interface Listing {
  readonly row?: string | null
  readonly quantity?: number
  readonly price?: number
  readonly provider?: 0 | 1
}

/** An open listing of the venue's performance. */
export async function list(at: Venue, section: string, listing: Listing = {}): Promise<void> {
  const { row = null, quantity = 2, price = 5_000, provider = 0 } = listing
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
    values (${at.performanceId}, ${at.providerIds[provider]}, ${crypto.randomUUID()}, ${section}, ${row}, ${quantity}, 'EUR', ${price})`.execute(
    db(),
  )
}

/** The outliers of a venue, after the jobs that look for them. */
export async function find(at: Venue): Promise<TicketMapOutlier[]> {
  await server.runJob(placeListingsJob)
  await server.runJob('find-outliers')
  return (await admin.get(base, { filter: { venueId: at.venueId }, range: [0, 99] })).body as TicketMapOutlier[]
}
