import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'consents' })
  admin = await testContext.server.signIn('admin')
})
afterAll(() => testContext.close())

let last = 0
const made = () =>
  testContext.maker.make('customers', { email: `c-${++last}@example.com`, status: 'active', marketingConsentAt: null })
const path = (id: number) => `/rest/data/users/user/${id}/consents`
const record = (id: number, isGiven: boolean, more: object = {}, client = admin) =>
  client.post(path(id), { purpose: 'marketing_email', isGiven, reason: 'Said so on the phone', ...more })
const agreedAt = async (id: number) =>
  ((await admin.get(`/rest/data/users/user/${id}`)).body as { marketingConsentAt: string | null }).marketingConsentAt

it('are a log, whose last entry says what is true now', async () => {
  const id = await made()
  expect((await record(id, true)).status).toBe(201)
  expect(await agreedAt(id)).not.toBeNull()
  expect((await record(id, false, { reason: 'Wrote that they get too much' })).status).toBe(201)
  expect(await agreedAt(id)).toBeNull()
  expect((await admin.get(path(id))).body).toMatchObject([
    { isGiven: false, source: 'staff', reason: 'Wrote that they get too much', recordedBy: 'Ingrid Solheim' },
    { isGiven: true, purpose: 'marketing_email', textVersion: null },
  ])
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where object = 'customers' and record_id = ${String(id)} order by id`.execute(
    testContext.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['give-consent', 'withdraw-consent'])
})

it('are decided once, with a reason, by people who can change customers', async () => {
  const id = await made()
  expect(await record(id, false)).toMatchObject({ status: 409, body: { message: 'The customer hasn’t agreed.' } })
  expect(problemsIn(await record(id, true, { reason: '' }))).toEqual({ reason: 'Enter a short reason.' })
  expect(problemsIn(await record(id, true, { purpose: 'spam' }))).toEqual({ purpose: 'Choose what it is for.' })
  const reader = await testContext.server.signIn('read-only')
  expect((await record(id, true, {}, reader)).status).toBe(403)
  expect((await record(id, true)).status).toBe(201)
  expect((await record(id, true)).status).toBe(409)
  // Another purpose is another decision.
  expect((await record(id, true, { purpose: 'profiling' })).status).toBe(201)
})

it.each(['update customer_consents set is_given = not is_given', 'delete from customer_consents'])(
  'never change: %s',
  async (statement) => {
    await record(await made(), true)
    await expect(sql.raw(statement).execute(testContext.db)).rejects.toThrow(/append-only/)
  },
)

it('stay as proof of what was agreed when the customer is forgotten, without the words of staff', async () => {
  const id = await made()
  await record(id, true)
  expect((await admin.post(`/rest/data/users/user/${id}/anonymise`, { reason: 'Asked to be forgotten' })).status).toBe(
    200,
  )
  expect((await admin.get(path(id))).body).toMatchObject([{ isGiven: true, reason: null }])
  expect((await record(id, false)).status).toBe(409)
})
