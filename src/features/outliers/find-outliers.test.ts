import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'
import { scanConfigurations } from './find-outliers.server.ts'

let server: TestServer
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'find outliers' })
})
afterAll(() => server.stop())

it('a configuration that is read in batches has one outlier for a wording of all its performances', async () => {
  const records = maker(db(), resources, examples)
  const { venueId, venueConfigurationId, providerId: first, eventId } = await mappedVenue({ db: db(), records }, [])
  const providerIds = [first, await records.make('providers')]
  for (const [place, providerId] of [...providerIds, providerIds[0]].entries()) {
    const performanceId = await records.make('performances', {
      eventId,
      venueId,
      venueConfigurationId,
      status: 'onsale',
      isDateTbd: false,
    })
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, placed_at, unplaced_reason)
      select ${performanceId}, ${providerId}, ${`b${place}-`} || n, case when n % 2 = 0 then 'Longside' else 'LONGSIDE' end, 2, 'EUR', 1000, now(), 'unknown_section'
      from generate_series(1, 3000) as n`.execute(db())
  }
  const scan = () =>
    db()
      .transaction()
      .execute((trx) => scanConfigurations(trx, [venueConfigurationId]))
  expect(await scan()).toBe(1)
  const { rows } = await sql`
    select listing_count as listings, ticket_count as tickets, stake, provider_ids as providers, status from ticket_map_outliers
    where venue_configuration_id = ${venueConfigurationId}`.execute(db())
  expect(rows).toEqual([
    { listings: 9_000, tickets: 18_000, stake: 18_000_000, providers: providerIds, status: 'open' },
  ])
})
