import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'anonymise customer' })
  admin = await testContext.server.signIn('admin')
})
afterAll(() => testContext.close())

const path = '/rest/data/users/user'
let last = 0
const made = () =>
  testContext.maker.make('customers', { email: `gone-${++last}@example.com`, status: 'active', tags: ['vip'] })
const anonymise = (id: number, reason = 'Asked to be forgotten') => admin.post(`${path}/${id}/anonymise`, { reason })
const bought = (customerId: number, more: object) =>
  testContext.maker.make('purchases', {
    customerId,
    captured: 0,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
    refundState: 'none',
    paymentStatus: 'unpaid',
    fulfilmentStatus: 'not_due',
    ...more,
  })

it('leaves a record without a person, its orders and a trace with the reason', async () => {
  const id = await made()
  const order = await bought(id, { bookingStatus: 'expired', customerName: 'Ana García' })
  await sql`
    insert into store_credits (customer_id, currency, amount, reason, note, expires_at)
    values (${id}, 'EUR', 1500, 'goodwill', 'Ana waited', now() + interval '1 year')`.execute(testContext.db)
  expect((await anonymise(id)).status).toBe(200)
  expect((await admin.get(`${path}/${id}`)).body).toMatchObject({
    name: 'Anonymised customer',
    phone: null,
    tags: [],
    status: 'anonymised',
  })
  const { rows } = await sql<{ name: string; email: string; left: number }>`
    select p.customer_name as name, p.customer_email as email, (select available from store_credits where customer_id = ${id}) as left
    from purchases p where p.id = ${order}`.execute(testContext.db)
  expect(rows).toEqual([{ name: 'Anonymised customer', email: `customer-${id}@anonymised.invalid`, left: 0 }])
  const { rows: audit } = await sql<{ title: string; reason: string }>`
    select title, reason from audit_log where action = 'anonymise' and record_id = ${String(id)}`.execute(
    testContext.db,
  )
  expect(audit).toEqual([{ title: `Customer ${id}`, reason: 'Asked to be forgotten' }])
  expect((await anonymise(id)).status).toBe(409)
})

it.each([
  ['pending_payment', {}, '1 order is still to be paid, confirmed or used. Anonymise afterwards.'],
  ['on_hold', {}, '1 order is still to be paid, confirmed or used. Anonymise afterwards.'],
])('waits for what is not over: %s', async (bookingStatus, more, message) => {
  const id = await made()
  await bought(id, { bookingStatus, ...more })
  expect(await anonymise(id)).toMatchObject({ status: 409, body: { message } })
  expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ status: 'active' })
})

it('asks why, and is for people who can change customers', async () => {
  const id = await made()
  expect(problemsIn(await anonymise(id, 'x'))).toEqual({ reason: 'Enter a short reason.' })
  const reader = await testContext.server.signIn('read-only')
  expect((await reader.post(`${path}/${id}/anonymise`, { reason: 'Asked to be forgotten' })).status).toBe(403)
})
