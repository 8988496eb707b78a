import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { seedListings } from './seed-listings.server.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo-listings' })
})
afterAll(() => server.stop())

describe('listings of the demo', () => {
  it('are of performances with a map, placed, and made once', async () => {
    const db = server.database.kysely
    const records = maker(db, resources, examples)
    await mappedVenue({ db, records }, ['North', 'South', 'East'], { provider: { kind: 'marketplace' } })
    const made = async () =>
      (
        await sql<{ all: number; due: number; placed: number }>`
      select count(*)::integer as all, count(*) filter (where placed_at is null)::integer as due, count(venue_section_id)::integer as placed from ticket_listings`.execute(
          db,
        )
      ).rows[0]
    await db.transaction().execute(seedListings)
    const first = await made()
    expect(first).toMatchObject({ all: 3, due: 0 })
    expect(first?.placed).toBeGreaterThan(0)
    await db.transaction().execute(seedListings)
    expect(await made()).toEqual(first)
  })
})
