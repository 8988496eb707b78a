import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'

const migration = new URL('../../db/migrations/0476_withheld_listings_know_their_note_rules.sql', import.meta.url)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'note_rule_migration' })
})
afterAll(() => server?.stop())

const db = () => server.database.kysely

describe('listings that were labelled before listings knew which rules for notes labelled them', () => {
  it('know it after their provider was resumed, when they were withheld at the upgrade', async () => {
    const { make } = maker(db(), resources, examples)
    const venueId = await make('venues')
    const venueConfigurationId = await make('venue-configurations', { venueId })
    const providerId = await make('providers', { isEnabled: true })
    const eventId = await make('events', { venueId, providerId })
    const performanceId = await make('performances', {
      eventId,
      venueId,
      venueConfigurationId,
      status: 'onsale',
      isDateTbd: false,
    })
    const ruleId = await make('rewrite-rules', {
      scope: 'global',
      field: 'note',
      match: 'token_map',
      pattern: 'ltd view',
      action: 'replace',
      replacement: 'obstructed',
      isEnabled: true,
      isShadow: false,
      venueId: null,
      providerId: null,
    })
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, note, quantity, currency, price, note_labels, placed_at)
      values (${performanceId}, ${providerId}, 'A', '101', 'Ltd view', 2, 'EUR', 2000, '{obstructed}', now())`.execute(
      db(),
    )
    await sql`update providers set is_enabled = false where id = ${providerId}`.execute(db())
    await sql.raw(readFileSync(migration, 'utf8')).execute(db())
    await sql`update providers set is_enabled = true where id = ${providerId}`.execute(db())
    await server.runJob(placeListingsJob)
    const { rows } = await sql`
      select is_open as "isOpen", note_labels as labels, note_rule_ids::int[] as rules from ticket_listings where provider_id = ${providerId}`.execute(
      db(),
    )
    expect(rows).toEqual([{ isOpen: true, labels: ['obstructed'], rules: [ruleId] }])
  })
})
