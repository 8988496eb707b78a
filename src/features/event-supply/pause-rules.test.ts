import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import type { EventProviderDetails } from './event-providers.endpoints.ts'
import { sentAgain } from '../../platform/outbound/logged-calls.server.ts'
import { randomOf } from '../../app/seed/random.ts'
import { seedProviderHealth } from './seed-provider-health.server.ts'
import { pauseByRuleJob } from './pause-rules.server.ts'
import type { ProviderTermsAnswer } from './terms/provider-terms.endpoints.ts'

const migration = new URL('../../db/migrations/0477_pauses_by_rule_have_figures.sql', import.meta.url)
let server: TestServer
let admin: Client
let path = ''

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'pause_rules' })
  admin = await server.signIn('admin')
  const id = await maker(db(), resources, examples).make('providers', { isEnabled: true, kind: 'marketplace' })
  const { rows } = await sql<{ code: string }>`select code from providers where id = ${id}`.execute(db())
  path = `/rest/data/event-providers/${rows[0]?.code}`
})
afterAll(() => server?.stop())

const db = () => server.database.kysely
const details = async () => (await admin.get(path)).body as EventProviderDetails
const run = () => server.runJob(pauseByRuleJob.name)

interface Which {
  readonly ago?: string
  readonly attempt?: number
  readonly subject?: string
  readonly problem?: string
}

async function calls(status: number, count: number, which: Which = {}): Promise<void> {
  const { ago = '10 minutes', attempt = 1, subject = null, problem = null } = which
  await sql`
    insert into outbound_calls (target, subject, method, url, attempt, status, problem, milliseconds, at)
    select ${path.split('/').at(-1)}, ${subject}, 'GET', 'https://x.example/' || n, ${attempt}::integer, ${status}::integer, ${problem}::text, 90, now() - ${ago}::interval
    from generate_series(1, ${count}::integer) n`.execute(db())
}

async function pausesFrom(pauseShare: number | null, pauseCalls = 10) {
  const {
    markets: _,
    balance: _b,
    calls: _n,
    failed: _f,
    currency: _c,
    ...terms
  } = (await admin.get(`${path}/terms`)).body as ProviderTermsAnswer
  return await admin.put(`${path}/terms`, { ...terms, pauseShare, pauseCalls })
}

describe('a rule that pauses a provider', () => {
  it('does nothing until terms have a share, which is above 0', async () => {
    await calls(503, 20)
    await run()
    expect((await details()).state).not.toBe('paused')
    expect(await pausesFrom(0)).toMatchObject({ status: 422, body: { fields: { pauseShare: 'Enter more than 0.' } } })
    expect((await pausesFrom(5_000)).status).toBe(200)
  })

  it('counts refusals and failures of the last hour alone, by the last try of a call, of ten calls or more', async () => {
    await sql`delete from outbound_calls`.execute(db())
    await calls(503, 40, { ago: '61 minutes' })
    await calls(422, 8)
    await calls(200, 1, { problem: 'The answer could not be read.' })
    await run()
    expect((await details()).state).not.toBe('paused')
    // Tried again, these ten succeeded.
    await calls(503, 10)
    await calls(200, 10, { attempt: 2 })
    await run()
    // 9 of 19.
    expect((await details()).state).not.toBe('paused')
    // Which the terms say, so that people see how near a pause is.
    expect((await admin.get(`${path}/terms`)).body).toMatchObject({ calls: 19, failed: 9 })
    await calls(503, 15, { subject: `${sentAgain}7 request` })
    expect((await admin.get(`${path}/terms`)).body).toMatchObject({ calls: 19, failed: 9 })
    await run()
    expect((await details()).state).not.toBe('paused')
    // This one did not.
    for (const attempt of [1, 2, 3]) await calls(503, 1, { attempt })
    await run()
    const { state, incidents } = await details()
    expect(state).toBe('paused')
    expect(incidents[0]).toMatchObject({ kind: 'pause', by: null, reason: '50% of 20 calls within an hour failed.' })
  })

  it('is on the home page until a person has resumed the provider', async () => {
    const onHome = async () => {
      const { providers } = (await admin.get('/rest/data/dashboard')).body as { providers: { code: string }[] }
      return providers.find(({ code }) => path.endsWith(code))
    }
    expect(await onHome()).toMatchObject({ state: 'paused' })
    await sql`update provider_pauses set reason = 'Refuses our orders', counted_calls = null, failed_calls = null`.execute(
      db(),
    )
    expect(await onHome()).toBeUndefined()
    await sql`update provider_pauses set reason = null, counted_calls = 20, failed_calls = 10`.execute(db())
  })

  it('tells who can pause providers, is in the audit, and is not repeated', async () => {
    await run()
    const { items } = (await admin.get('/rest/data/inbox')).body as { items: { title: string; times: number }[] }
    const news = items.filter(({ title }) => title.endsWith('was paused by its rule'))
    expect(news).toMatchObject([{ times: 1 }])
    const { rows } = await sql<{ text: string }>`
      select a::text as text from audit_log a where object = 'providers' and action = 'pause'`.execute(db())
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toMatch(/failedCalls.*10.*countedCalls.*20/)
  })

  it('gives its reason in the language of each reader', async () => {
    const spanish = { 'accept-language': 'es' }
    const { incidents } = (await admin.get(path, {}, spanish)).body as EventProviderDetails
    expect(incidents[0]?.reason).toBe('Falló el 50 % de 20 llamadas en una hora.')
    const { items } = (await admin.get('/rest/data/inbox', {}, spanish)).body as { items: { detail?: string }[] }
    expect(items.map(({ detail }) => detail)).toContain('Falló el 50 % de 20 llamadas en una hora.')
  })

  it('has figures in place of the sentence that pauses had before', async () => {
    const { rows: before } = await sql<{ id: number }>`select max(id) as id from provider_pauses`.execute(db())
    await sql`alter table provider_pauses drop constraint a_pause_has_a_reason_or_figures`.execute(db())
    await sql`
      insert into provider_pauses (provider_id, reason, paused_by, listings, tickets, performances, resumed_at)
      select provider_id, r.reason, r.who, 0, 0, 0, now() from provider_pauses, (values ('62.5% of 1,200 calls within an hour failed.', null),
        ('Refuses our orders', (select min(id) from staff)), ('50% of 20 calls within an hour failed.', (select min(id) from staff))) as r (reason, who)
      where id = ${before[0]?.id}`.execute(db())
    const [, update = '', constraint = ''] = readFileSync(migration, 'utf8').split(
      /;\n(?=update|alter table provider_pauses add con)/,
    )
    await sql.raw(update).execute(db())
    await sql.raw(constraint).execute(db())
    const { rows } = await sql`
      select reason, failed_calls as failed, counted_calls as counted from provider_pauses where id > ${before[0]?.id} order by reason nulls first`.execute(
      db(),
    )
    expect(rows).toEqual([
      { reason: null, failed: 750, counted: 1_200 },
      { reason: '50% of 20 calls within an hour failed.', failed: null, counted: null },
      { reason: 'Refuses our orders', failed: null, counted: null },
    ])
    await sql`delete from provider_pauses where id > ${before[0]?.id}`.execute(db())
  })

  it('leaves a provider that staff resumed on sale until it fails again', async () => {
    expect((await admin.post(`${path}/resume`)).status).toBe(200)
    await run()
    expect((await details()).state).not.toBe('paused')
  })

  it('waits for as many calls as staff have set, since some providers are seldom called', async () => {
    await calls(503, 3, { ago: '0 seconds' })
    await run()
    expect((await details()).state).not.toBe('paused')
    expect((await pausesFrom(5_000, 3)).status).toBe(200)
    await run()
    const { state, incidents } = await details()
    const pause = incidents.find(({ kind, until }) => kind === 'pause' && until === null)
    expect([state, pause?.reason]).toEqual(['paused', '100% of 3 calls within an hour failed.'])
  })
})

it('is by its figures that the demo has a provider paused by rule', async () => {
  const random = (area: string, place: number) => randomOf(area.length, place)
  await db()
    .transaction()
    .execute((trx) => seedProviderHealth(trx, { asOf: new Date().toISOString(), random }))
  const { rows } = await sql<{ counted: number; failed: number; share: number | null }>`
    select u.counted_calls as counted, u.failed_calls as failed, m.pause_share as share from provider_pauses u
      join providers s on s.id = u.provider_id left join provider_terms m on m.provider_id = s.id
    where u.counted_calls is not null and s.code = 'encore-desk'`.execute(db())
  expect(rows).toHaveLength(1)
  for (const { counted, failed, share } of rows) {
    expect(counted).toBeGreaterThanOrEqual(10)
    expect(10_000 * failed).toBeGreaterThanOrEqual((share ?? Infinity) * counted)
  }
})
