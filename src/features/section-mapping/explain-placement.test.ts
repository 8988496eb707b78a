import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { SectionPlacement } from './placement.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let venueId: number
let configurationId: number
let performanceId: number
let providerId: number
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'placement' })
  admin = await server.signIn('admin')
  const records = maker(db(), resources, examples)
  const made = await mappedVenue({ db: db(), records }, ['Terrace Level 101', 'Balcony 102'], {
    configuration: { name: 'Concert' },
  })
  ;({ venueId, providerId, performanceId, venueConfigurationId: configurationId } = made)
})
afterAll(() => server.stop())

async function listing(section: string, note: string | null = null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, note)
    values (${performanceId}, ${providerId}, ${crypto.randomUUID()}, ${section}, 2, 'EUR', 3000, ${note}) returning id`.execute(
    db(),
  )
  await server.runJob(placeListingsJob)
  return rows[0]?.id ?? 0
}
const placementOf = async (id: number) =>
  (await admin.get(`/rest/data/ticket-listings/${id}/placement`)).body as SectionPlacement
const rule = async (body: object) => {
  const { status, body: made } = await admin.post('/rest/data/rewrite-rules', {
    scope: 'venue',
    venueId,
    match: 'exact',
    action: 'replace',
    isEnabled: true,
    ...body,
  })
  expect([status, made]).toMatchObject([201, { id: expect.any(Number) }])
  return (made as { id: number }).id
}

describe('why a listing is in its section', () => {
  it('is the words that match, where no rule reads it', async () => {
    const found = await placementOf(await listing('TL 101'))
    expect(found).toMatchObject({
      section: 'TL 101',
      configuration: 'Concert',
      placed: 'Terrace Level 101',
      method: 'abbreviation',
      ruleId: null,
      rules: [],
      now: null,
    })
    expect(found.trace).toContain('Its letters match Terrace Level 101 and no other section equally well.')
  })

  it('is a rule with its author, and the rules that read its note', async () => {
    const ruleId = await rule({ field: 'section', pattern: 'Upstairs', replacement: 'Balcony 102' })
    const noteRuleId = await rule({ field: 'note', match: 'token_map', pattern: 'Ltd view', replacement: 'obstructed' })
    const found = await placementOf(await listing('Upstairs', 'Great seats, ltd view'))
    expect(found).toMatchObject({ placed: 'Balcony 102', method: 'rule', ruleId, labels: ['obstructed'] })
    expect(found.rules.map(({ id, field }) => [id, field])).toEqual([
      [ruleId, 'section'],
      [noteRuleId, 'note'],
    ])
    expect(found.rules.every(({ author }) => author !== null)).toBe(true)
  })

  it('is the person who decided about the wording by hand', async () => {
    await sql`
      insert into section_decisions (venue_configuration_id, raw_section, section_name, is_once, decided_by)
      select ${configurationId}, 'The deck', 'Balcony 102', true, min(id) from staff`.execute(db())
    expect(await placementOf(await listing('the DECK'))).toMatchObject({
      placed: 'Balcony 102',
      method: 'decision',
      decision: { by: expect.any(String), at: expect.any(String) },
    })
  })

  it('is a reason, where it has no section', async () => {
    expect(await placementOf(await listing('Meadow'))).toMatchObject({ placed: null, reason: 'unknown_section' })
  })

  it('is not found for an unknown listing', async () => {
    expect((await admin.get('/rest/data/ticket-listings/999999/placement')).status).toBe(404)
  })
})
