import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { makeProvider, provider } from '../testing/scripted-feed.server.ts'
import type { ProviderTermsAnswer } from './provider-terms.endpoints.ts'

let server: TestServer
let admin: Client
let providerId = 0
const path = `/rest/data/event-providers/${provider}`
const db = () => server.database.kysely
const read = async () => (await admin.get(`${path}/terms`)).body as ProviderTermsAnswer
let calls = 0
const enter = async (body: object) =>
  await admin.post(`${path}/balance`, body, { 'idempotency-key': `entry-${++calls}` })

const wanted = {
  commission: 1_250,
  priority: 7,
  settlement: 'prepaid',
  balanceThreshold: 50_000,
  hasParity: true,
  pauseShare: 5_000,
  pauseCalls: 25,
  floorShare: 9_500,
  imageLicence: 'Web only',
  marketIds: [] as number[],
  delivery: ['e_ticket', 'mobile'],
}

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'provider_terms' })
  admin = await server.signIn('admin')
  providerId = await makeProvider(db())
})
afterAll(() => server?.stop())

it('keeps what is agreed, with a sentence on the field of what is wrong', async () => {
  const countryId = await maker(db(), resources, examples).make('countries')
  expect(await read()).toMatchObject({ commission: 0, settlement: 'invoice', markets: [], balance: null })
  const bad = await admin.put(`${path}/terms`, {
    ...wanted,
    commission: 10_001,
    priority: 0,
    pauseCalls: 1,
    marketIds: [countryId],
  })
  expect([bad.status, Object.keys((bad.body as { fields: object }).fields)]).toEqual([
    422,
    ['commission', 'priority', 'pauseCalls'],
  ])
  const unknown = await admin.put(`${path}/terms`, { ...wanted, marketIds: [999_999] })
  expect([unknown.status, unknown.body]).toMatchObject([422, { fields: { marketIds: 'Choose countries that exist.' } }])
  const reader = await server.signIn('read-only')
  expect((await reader.put(`${path}/terms`, wanted)).status).toBe(403)
  expect((await admin.put(`${path}/terms`, { ...wanted, marketIds: [countryId] })).status).toBe(200)
  const { markets, ...terms } = await read()
  expect(terms).toMatchObject({ ...wanted, marketIds: [countryId] })
  expect(markets).toHaveLength(1)
  const { rows } = await sql`select commission, priority from providers where id = ${providerId}`.execute(db())
  expect(rows).toEqual([{ commission: 1_250, priority: 7 }])
})

it('counts a prepaid balance from the last statement, and warns on the home page below its threshold', async () => {
  const warned = async () =>
    ((await admin.get('/rest/data/dashboard')).body as { balances: { code: string }[] }).balances
  const early = await enter({ kind: 'deposit', amount: 1 })
  expect([early.status, early.body]).toMatchObject([
    422,
    { fields: { kind: 'Enter the balance of a statement first.' } },
  ])
  expect((await enter({ kind: 'statement', amount: 60_000 })).body).toMatchObject({
    balance: { amount: 60_000, isLow: false },
  })
  expect(await warned()).toEqual([])
  const purchaseId = await maker(db(), resources, examples).make('purchases')
  await sql`
    update purchases set provider_id = ${providerId}, cost_currency = 'USD', net_cost = 15000, supplier_status = 'CONFIRMED', created_at = now()
    where id = ${purchaseId}`.execute(db())
  expect((await read()).balance).toMatchObject({ amount: 60_000, booked: 0 })
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind) values (${purchaseId}, now() + interval '1 second', 'supplier_confirmed', 'supplier')`.execute(
    db(),
  )
  expect((await read()).balance).toMatchObject({ amount: 45_000, booked: 15_000, isLow: true })
  expect(await warned()).toMatchObject([{ code: provider, amount: 45_000, currency: 'USD' }])
  expect((await enter({ kind: 'deposit', amount: 20_000 })).body).toMatchObject({
    balance: { amount: 65_000, deposited: 20_000, isLow: false },
  })
})
