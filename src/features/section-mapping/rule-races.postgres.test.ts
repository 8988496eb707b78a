import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { RuleProposal } from './rule-proposals.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

const postgresUrl = inject('postgresUrl')
const listings = 1_500

describe.skipIf(postgresUrl === null)('rewrite rules, two people and the job at the same moment', () => {
  let server: TestServer
  let people: readonly Client[]
  let venueConfigurationId: number
  let performanceId: number
  let providerId: number
  const db = () => server.database.kysely

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'rule races' })
    people = [await server.signIn('admin'), await server.signIn('admin')]
    const records = maker(db(), resources, examples)
    ;({ venueConfigurationId, providerId, performanceId } = await mappedVenue({ db: db(), records }, [
      'Lower 101',
      'Lower 102',
    ]))
  })
  afterAll(() => server?.stop())

  const list = (section: string, count = 1) =>
    sql`insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      select ${performanceId}, ${providerId}, ${section} || n || random(), ${section}, 2, 'EUR', 5000 from generate_series(1, ${count}) n`.execute(
      db(),
    )
  const rule = (more: object) => ({
    scope: 'configuration',
    venueConfigurationId,
    field: 'section',
    match: 'exact',
    action: 'replace',
    replacement: 'Lower 101',
    isEnabled: true,
    ...more,
  })
  const save = (by: number, more: object) => people[by % 2]?.post('/rest/data/rewrite-rules', rule(more))
  const placesOf = async (section: string) =>
    (
      await sql<{ name: string | null; n: number }>`
        select placed_section as name, count(*)::int as n from ticket_listings where section = ${section} group by 1 order by 1`.execute(
        db(),
      )
    ).rows

  it('save no two rules for one text: the other one is named', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        save(n, { pattern: 'Twin stand', replacement: n % 2 ? 'Lower 101' : 'Lower 102' }),
      ),
    )
    expect(answers.map((one) => one?.status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 422)])
    const refused = answers.find((one) => one?.status === 422)?.body as { fields: { pattern: string } }
    expect(refused.fields.pattern).toMatch(/reads the same text/)
  })

  it('accept one outlier once, and the other person is refused as stale', async () => {
    await list('Hidden corner', 3)
    await server.runJob(placeListingsJob)
    await server.runJob('find-outliers')
    const filter = { rawSection: 'Hidden corner' }
    const { body } = (await people[0]?.get('/rest/data/ticket-map-outliers', { range: [0, 99] })) ?? {}
    const outlier = (body as { id: number; version: number; rawSection: string; kind: string }[]).find(
      ({ rawSection }) => rawSection === filter.rawSection,
    )
    const accept = (n: number) =>
      people[n % 2]?.post(`/rest/data/ticket-map-outliers/${outlier?.id}/decide`, {
        version: outlier?.version,
        command: 'rule',
        target: n % 2 ? 'Lower 101' : 'Lower 102',
      })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => accept(n)))
    expect(answers.map((one) => one?.status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
    const { rows } = await sql`select from rewrite_rules where lower(pattern) = 'hidden corner'`.execute(db())
    expect(rows).toHaveLength(1)
  })

  it('apply one proposal once', async () => {
    const made = await sql<Pick<RuleProposal, 'id' | 'version'>>`
      insert into rule_proposals (status, scope, venue_id, venue_configuration_id, field, match, pattern, action, replacement, currency, expected_precision, listing_count, stake, evidence, examples)
      select 'open', 'configuration', venue_id, id, 'section', 'exact', 'Mined place', 'replace', 'Lower 101', 'EUR', 9000, 2, 20000,
        '{"decided":0,"agreeing":0,"conflicting":0,"numbers":2,"rows":0,"missing":0,"isAbbreviation":false}', '[]'
      from venue_configurations where id = ${venueConfigurationId} returning id, version`.execute(db())
    const [proposal] = made.rows
    const apply = (n: number) =>
      people[n % 2]?.post(`/rest/data/rule-proposals/${proposal?.id}/decide`, {
        version: proposal?.version,
        command: 'apply',
      })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => apply(n)))
    expect(answers.map((one) => one?.status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
    const { rows } = await sql`select from rewrite_rules where lower(pattern) = 'mined place'`.execute(db())
    expect(rows).toHaveLength(1)
  })

  it('undo a rule while its listings are placed, and nothing stays behind', { timeout: 120_000 }, async () => {
    await list('Garden side', listings)
    const made = (await save(0, { pattern: 'Garden side' }))?.body as { id: number }
    for (let round = 0; round < 12; round += 1) {
      const isEnabled = round % 2 === 1
      const [answer] = await Promise.all([
        people[round % 2]?.patch(`/rest/data/rewrite-rules/${made.id}`, { isEnabled }),
        server.runJob(placeListingsJob),
        server.runJob(placeListingsJob),
      ])
      expect(answer).toMatchObject({ status: 200 })
      await server.runJob(placeListingsJob)
      expect(await placesOf('Garden side')).toEqual([{ name: isEnabled ? 'Lower 101' : null, n: listings }])
    }
  })

  it(
    'change a rule while listings arrive and are placed: each ends where the rule says',
    { timeout: 120_000 },
    async () => {
      const made = (await save(0, { pattern: 'River side' }))?.body as { id: number }
      for (let round = 0; round < 10; round += 1) {
        const replacement = round % 2 ? 'Lower 101' : 'Lower 102'
        const arrivals = (async () => {
          for (let n = 0; n < 8; n += 1) {
            await list('River side', 5)
            await server.runJob(placeListingsJob)
          }
        })()
        const [answer] = await Promise.all([
          people[round % 2]?.patch(`/rest/data/rewrite-rules/${made.id}`, { replacement }),
          arrivals,
        ])
        expect(answer).toMatchObject({ status: 200 })
        await server.runJob(placeListingsJob)
        expect(await placesOf('River side')).toEqual([{ name: replacement, n: (round + 1) * 40 }])
      }
    },
  )
})
