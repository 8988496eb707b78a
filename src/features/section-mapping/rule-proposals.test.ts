import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { ProposalEvidence } from './rule-proposal.endpoints.ts'
import type { RuleProposal } from './rule-proposals.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let records: Maker
const db = () => server.database.kysely
const base = '/rest/data/rule-proposals'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'rule proposals' })
  admin = await server.signIn('admin')
  records = maker(db(), resources, examples)
})
afterAll(() => server.stop())

interface Venue {
  readonly venueId: number
  readonly configurationId: number
  readonly performanceId: number
  readonly providerId: number
}

/** A house with two tiers that share their numbers, so that a number alone places nothing. */
async function venue(): Promise<Venue> {
  const { venueConfigurationId, ...made } = await mappedVenue({ db: db(), records }, [
    ...[101, 102, 103, 104].map((number) => ({ name: `Lower ${number}`, rows: ['A', 'B', 'C'] })),
    ...[101, 102, 103, 104].map((number) => ({ name: `Upper ${number}`, rows: ['S', 'T', 'U'] })),
  ])
  return { ...made, configurationId: venueConfigurationId }
}

async function list(at: Venue, section: string, row: string | null, price = 5_000): Promise<void> {
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
    values (${at.performanceId}, ${at.providerId}, ${crypto.randomUUID()}, ${section}, ${row}, 2, 'EUR', ${price})`.execute(
    db(),
  )
}

const decided = (at: Venue, section: string, name: string | null) =>
  sql`insert into section_decisions (venue_configuration_id, raw_section, section_name, is_once) values (${at.configurationId}, ${section}, ${name}, true)`.execute(
    db(),
  )

async function mine(at: Venue): Promise<RuleProposal[]> {
  await server.runJob(placeListingsJob)
  await sql`delete from mined_configurations`.execute(db())
  await server.runJob('mine-rules')
  return (await admin.get(base, { filter: { venueId: at.venueId }, range: [0, 99] })).body as RuleProposal[]
}

const evidenceOf = async ({ id }: Pick<RuleProposal, 'id'>) =>
  (await admin.get(`${base}/${id}/evidence`)).body as ProposalEvidence
const decide = ({ id, version }: Pick<RuleProposal, 'id' | 'version'>, command: string) =>
  admin.post(`${base}/${id}/decide`, { version, command })
const placedAt = async ({ performanceId }: Venue) =>
  (
    await sql<{ section: string; placed: string | null }>`
      select section, placed_section as placed from ticket_listings where performance_id = ${performanceId} order by section, row_name`.execute(
      db(),
    )
  ).rows.map(({ section, placed }) => `${section} → ${placed ?? '–'}`)

/** Wordings whose rows exist in the upper tier alone. */
async function skywalks(): Promise<Venue> {
  const at = await venue()
  for (const [number, row] of [
    [101, 'S'],
    [102, 'T'],
    [103, 'U'],
    [104, 'S'],
  ] as const)
    await list(at, `Skywalk ${number}`, row, 10_000)
  return at
}

describe('mined rules', () => {
  it('are proposed from a cluster of wordings, with what it is worth, examples and reasons', async () => {
    const at = await skywalks()
    await list(at, 'Cabana 101', 'A')
    const [proposal, ...others] = await mine(at)
    expect(others).toEqual([])
    expect(proposal).toMatchObject({
      pattern: 'skywalk',
      replacement: 'Upper',
      match: 'token_map',
      scope: 'venue',
      status: 'open',
      listingCount: 4,
      stake: 80_000,
      currency: 'EUR',
    })
    expect(proposal?.expectedPrecision).toBeGreaterThan(7_500)
    const { examples: shown, reasons } = await evidenceOf(proposal as RuleProposal)
    expect(shown).toHaveLength(4)
    expect(shown).toContainEqual({
      section: 'Skywalk 101',
      row: 'S',
      after: { section: 'Upper 101', row: 'S' },
      listings: 1,
      worth: 20_000,
    })
    expect(reasons).toContain('4 rows exist there.')
  })

  it('are applied with one press and taken back with another', async () => {
    const at = await skywalks()
    const [proposal] = await mine(at)
    const applied = await decide(proposal as RuleProposal, 'apply')
    expect([applied.status, applied.body]).toMatchObject([200, { status: 'applied', listings: 4 }])
    await server.runJob(placeListingsJob)
    expect(await placedAt(at)).toEqual([101, 102, 103, 104].map((n) => `Skywalk ${n} → Upper ${n}`))
    const { ruleId } = applied.body as { ruleId: number }
    expect((await admin.get(`/rest/data/rewrite-rules/${ruleId}`)).body).toMatchObject({
      isEnabled: true,
      authorId: expect.any(Number),
      notes: expect.stringContaining('4 rows exist there.'),
    })
    const [again] = await mine(at)
    expect(again).toMatchObject({ status: 'applied', rewriteRuleId: ruleId })
    const back = await decide(again as RuleProposal, 'take-back')
    expect([back.status, back.body]).toMatchObject([200, { status: 'open', listings: 4, ruleId: null }])
    await server.runJob(placeListingsJob)
    expect(await placedAt(at)).toEqual([101, 102, 103, 104].map((n) => `Skywalk ${n} → –`))
    expect((await mine(at)).map(({ status }) => status)).toEqual(['open'])
  })

  it('are golden cases once applied, which another rule cannot change without saying so', async () => {
    const at = await skywalks()
    const [proposal] = await mine(at)
    await decide(proposal as RuleProposal, 'apply')
    const { status, body } = await admin.post('/rest/data/rewrite-rules', {
      scope: 'performance',
      performanceId: at.performanceId,
      field: 'section',
      match: 'exact',
      pattern: 'Skywalk 101',
      action: 'refuse',
      isEnabled: true,
    })
    expect([status, body]).toMatchObject([422, { fields: { overridesDecisions: expect.anything() } }])
  })

  it('never break what people decided', async () => {
    const at = await skywalks()
    await decided(at, 'Skywalk 105', null)
    expect(await mine(at)).toEqual([])
  })

  it('never move what is placed', async () => {
    const at = await venue()
    for (const [number, row] of [
      [101, 'S'],
      [102, 'T'],
      [103, 'U'],
    ] as const)
      await list(at, `Lwr Skywalk ${number}`, 'A').then(() => list(at, `Skywalk ${number}`, row))
    await server.runJob(placeListingsJob)
    expect((await placedAt(at)).filter((one) => one.endsWith('–'))).toHaveLength(3)
    expect(await mine(at)).toEqual([])
  })

  it('give no meaning of their own to a word that the trade has, unless a person did', async () => {
    const at = await venue()
    for (const number of [101, 102, 103]) await list(at, `Suite ${number}`, 'S')
    expect(await mine(at)).toEqual([])
    await decided(at, 'Suite 104', 'Upper 104')
    const [proposal] = await mine(at)
    expect(proposal).toMatchObject({ pattern: 'suite', replacement: 'Upper', listingCount: 3 })
    expect((await evidenceOf(proposal as RuleProposal)).reasons).toContain('1 decision by hand says the same.')
  })

  it('refuse what people marked as an extra more than once', async () => {
    const at = await venue()
    await decided(at, 'Fanfest east', null)
    await decided(at, 'Fanfest west', null)
    for (const section of ['Fanfest north', 'Fanfest gold']) await list(at, section, null)
    const [proposal] = await mine(at)
    expect(proposal).toMatchObject({ pattern: 'fanfest', action: 'refuse', replacement: null, listingCount: 2 })
  })

  it('read the letters before the number of a row', async () => {
    const at = await venue()
    await sql`update venue_sections set rows = array['1', '2', '3', '4'] where venue_configuration_id = ${at.configurationId}`.execute(
      db(),
    )
    await sql`update venue_configurations set version = version + 1 where id = ${at.configurationId}`.execute(db())
    for (const row of ['RW1', 'RW2', 'RW 3', 'rw-4']) await list(at, 'Lower 101', row)
    const [proposal] = await mine(at)
    expect(proposal).toMatchObject({ field: 'row', match: 'number_range', pattern: 'RW 1-999', listingCount: 4 })
    await decide(proposal as RuleProposal, 'apply')
    await server.runJob(placeListingsJob)
    expect(await placedAt(at)).toEqual(Array.from({ length: 4 }, () => 'Lower 101 → Lower 101'))
  })

  it('that someone dismissed do not come back, and those that are settled leave the list', async () => {
    const at = await skywalks()
    const [proposal] = await mine(at)
    expect((await decide(proposal as RuleProposal, 'dismiss')).body).toMatchObject({ status: 'dismissed' })
    const [dismissed] = await mine(at)
    expect(dismissed).toMatchObject({ status: 'dismissed', urgency: 0 })
    expect((await decide(dismissed as RuleProposal, 'apply')).status).toBe(409)
    expect((await decide(proposal as RuleProposal, 'reopen')).status).toBe(412)
    expect((await decide(dismissed as RuleProposal, 'reopen')).status).toBe(200)
    await sql`update ticket_listings set is_open = false where performance_id = ${at.performanceId}`.execute(db())
    await list(at, 'Lower 101', 'A')
    expect((await mine(at)).map(({ status }) => status)).toEqual(['gone'])
  })
})
