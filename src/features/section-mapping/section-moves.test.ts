import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { SectionMoves } from './section-moves.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let venueId: number
let configurationId: number
const db = () => server.database.kysely

const publish = async (names: readonly string[]) => {
  const path = `/rest/data/venue-configurations/${configurationId}/manifest`
  const { version } = (await admin.get(path)).body as { version: number }
  const { status, body } = await admin.put(path, {
    version,
    sections: names.map((name, place) => ({
      code: `s${place}`,
      name,
      zone: null,
      rank: 1,
      isGeneralAdmission: false,
      rows: [],
      capacity: null,
      viewImageId: null,
      viewImageUrl: null,
    })),
  })
  expect([status, body]).toMatchObject([200, expect.anything()])
  await server.runJob(placeListingsJob)
}
const moves = async () => (await admin.get(`/rest/data/venues/${venueId}/section-moves`)).body as SectionMoves

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'section moves' })
  admin = await server.signIn('admin')
  const records = maker(db(), resources, examples)
  const made = await mappedVenue({ db: db(), records }, [])
  ;({ venueId, venueConfigurationId: configurationId } = made)
  for (const [section, price] of [
    ['Terrace 101', 2_000],
    ['TERRACE 101', 3_000],
    ['Terrace 102', 5_000],
    ['Meadow', 9_000],
  ] as const)
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      values (${made.performanceId}, ${made.providerId}, ${section}, ${section}, 2, 'EUR', ${price})`.execute(db())
})
afterAll(() => server.stop())

describe('a manifest that is published again', () => {
  it('says which listings moved, from where to where, why, how many and what they are worth', async () => {
    await publish(['Terrace 101', 'Terrace 102'])
    expect(await moves()).toEqual({ lost: { listings: 0, stake: [] }, moves: [] })
    await publish(['Terrace 101', 'Balcony 102'])
    const { lost, moves: moved } = await moves()
    expect(lost).toEqual({ listings: 1, stake: [{ currency: 'EUR', amount: 10_000 }] })
    expect(moved).toMatchObject([
      {
        why: 'manifest',
        section: 'Terrace 102',
        from: 'Terrace 102',
        to: null,
        listings: 1,
        stake: 10_000,
        currency: 'EUR',
      },
    ])
    const { rows: told } = await sql`
      select distinct data, path from inbox_items where kind = 'listings-lost-section'`.execute(db())
    expect(told).toEqual([
      {
        data: {
          venue: expect.any(String),
          configuration: expect.any(String),
          listings: 1,
          stake: 10_000,
          currency: 'EUR',
        },
        path: '/ticket-map-outliers',
      },
    ])
    await publish(['Terrace Level 101', 'Balcony 102'])
    expect((await moves()).moves).toContainEqual(
      expect.objectContaining({ from: 'Terrace 101', to: 'Terrace Level 101', listings: 2, stake: 10_000 }),
    )
  })

  it('leaves what was mapped once to a section that is gone to be decided again', async () => {
    const { sections } = (await admin.get(`/rest/data/venue-configurations/${configurationId}/manifest`)).body as {
      sections: { name: string }[]
    }
    await sql`
      insert into section_decisions (venue_configuration_id, raw_section, section_name, is_once)
      values (${configurationId}, 'Meadow', 'Terrace Level 101', true)`.execute(db())
    const resolve = async () => {
      const { body } = await admin.post(`/rest/data/venue-configurations/${configurationId}/resolve`, {
        rows: [{ section: 'Meadow', row: null }],
      })
      return (body as object[])[0]
    }
    expect(await resolve()).toMatchObject({ sectionName: 'Terrace Level 101', method: 'decision' })
    await publish(['Gallery', 'Balcony 102'])
    expect(await resolve()).toMatchObject({
      sectionName: null,
      reason: 'unknown_section',
      trace: expect.arrayContaining(['Terrace Level 101 is no longer on the map.']),
    })
    await publish(sections.map(({ name }) => name))
    expect(await resolve()).toMatchObject({ sectionName: 'Terrace Level 101', method: 'decision' })
  })

  it('is not the reason where a rule moves listings', async () => {
    const { body } = await admin.post('/rest/data/rewrite-rules', {
      scope: 'venue',
      venueId,
      field: 'section',
      match: 'exact',
      pattern: 'Terrace 101',
      action: 'replace',
      replacement: 'Balcony 102',
      isEnabled: true,
    })
    await server.runJob(placeListingsJob)
    expect((await moves()).moves).toContainEqual(
      expect.objectContaining({ why: 'rule', ruleId: (body as { id: number }).id, to: 'Balcony 102', listings: 2 }),
    )
  })

  it('is not the reason where the rule that placed listings is deleted', async () => {
    const { body } = await admin.post('/rest/data/rewrite-rules', {
      scope: 'venue',
      venueId,
      field: 'section',
      match: 'exact',
      pattern: 'Terrace 102',
      action: 'replace',
      replacement: 'Balcony 102',
      isEnabled: true,
    })
    const { id, version } = body as { id: number; version: number }
    await server.runJob(placeListingsJob)
    const before = await moves()
    expect((await admin.delete(`/rest/data/rewrite-rules/${id}?version=${version}`)).status).toBe(200)
    await server.runJob(placeListingsJob)
    const after = await moves()
    const byManifest = ({ moves: all }: SectionMoves) => all.filter(({ why }) => why === 'manifest')
    expect(byManifest(after)).toEqual(byManifest(before))
    expect(after.moves).toContainEqual(
      expect.objectContaining({ why: 'rule', section: 'Terrace 102', from: 'Balcony 102', to: null }),
    )
  })
})
