import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'merge customers' })
  admin = await testContext.server.signIn('admin')
})
afterAll(() => testContext.close())

const path = '/rest/data/users/user'
let last = 0
const made = (more: object = {}) =>
  testContext.maker.make('customers', {
    email: `merge-${++last}@example.com`,
    phone: null,
    status: 'active',
    countryId: null,
    ...more,
  })
const merge = (into: number, from: number, more: object = {}) =>
  admin.post(`${path}/${into}/merge`, { from, reason: 'The same person twice', ...more })
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Record<string, unknown>
async function profileOf(id: number) {
  const { rows } = await sql`
    select email, phone, first_name, locale, status, tags from customers where id = ${id}`.execute(testContext.db)
  return rows[0]
}
const give = (id: number, amount: number) =>
  sql`
    insert into store_credits (customer_id, currency, amount, reason, expires_at)
    values (${id}, 'EUR', ${amount}, 'goodwill', now() + interval '1 year')`.execute(testContext.db)
async function creditOf(id: number) {
  const { rows } = await sql<{ available: number; balance: number }>`
    select (select coalesce(sum(available), 0)::integer from store_credits where customer_id = ${id}) as available,
      (select coalesce(-sum(amount), 0)::integer from ledger_entries where customer_id = ${id} and account = 'customer_credit') as balance`.execute(
    testContext.db,
  )
  return rows[0]
}

describe('merging customers', () => {
  it('moves all that the other has, and keeps the other as a pointer', async () => {
    const [into, from] = [await made({ tags: ['vip'] }), await made({ tags: ['press'], phone: '+34600700800' })]
    const order = await testContext.maker.make('purchases', { customerId: from })
    await admin.post(`${path}/${from}/notes`, { body: 'Sits at the aisle' })
    await admin.post(`${path}/${from}/consents`, {
      purpose: 'marketing_email',
      isGiven: true,
      reason: 'By phone today',
    })
    await give(into, 700)
    await give(from, 1500)

    expect((await admin.get(`${path}/${into}/merge-preview`, { from })).body).toMatchObject({
      into: { id: into, purchases: 0 },
      from: { id: from, purchases: 1, phone: '+34•••00' },
      moves: [
        { label: 'Orders', count: 1 },
        { label: 'Store credit', count: 1 },
        { label: 'Consents', count: 1 },
        { label: 'Notes', count: 1 },
      ],
    })
    expect(await merge(into, from)).toMatchObject({ status: 200, body: { id: into } })

    expect(await read(into)).toMatchObject({ purchaseCount: 1 })
    expect(await profileOf(into)).toMatchObject({ tags: ['press', 'vip'], phone: '+34600700800' })
    expect((await read(into))['marketingConsentAt']).not.toBeNull()
    expect(await read(from)).toMatchObject({ status: 'merged', mergedIntoId: into, phone: null, tags: [] })
    expect((await admin.get(`/rest/data/purchases/${order}`)).body).toMatchObject({ customerId: into })
    expect((await admin.get(`${path}/${into}/notes`)).body).toMatchObject({ notes: [{ body: 'Sits at the aisle' }] })
    expect(await creditOf(into)).toEqual({ available: 2200, balance: 2200 })
    expect(await creditOf(from)).toEqual({ available: 0, balance: 0 })
    const { rows } = await sql<{ object: string; action: string; title: string; reason: string }>`
      select action, title, reason from audit_log where action in ('merge', 'merged-away')
        and record_id in (${String(into)}, ${String(from)}) order by action`.execute(testContext.db)
    expect(rows).toEqual([
      { action: 'merge', title: `Customer ${into}`, reason: 'The same person twice' },
      { action: 'merged-away', title: `Customer ${from}`, reason: 'The same person twice' },
    ])
  })

  it('keeps the values that are chosen, and both addresses', async () => {
    const into = await made({ email: 'old@example.com', firstName: 'Ana', locale: 'en' })
    const from = await made({ email: 'new@example.com', firstName: 'Anna', locale: 'es', status: 'blocked' })
    await merge(into, from, { take: ['email', 'locale'] })
    expect(await profileOf(into)).toMatchObject({
      first_name: 'Ana',
      email: 'new@example.com',
      locale: 'es',
      status: 'blocked',
    })
    expect(await profileOf(from)).toMatchObject({ email: 'old@example.com', status: 'merged' })
  })

  it('leads what is written under the other to the one who remains, however often that one is merged', async () => {
    const [first, second, third] = [await made(), await made(), await made()]
    await merge(second, first)
    await merge(third, second)
    expect(await read(first)).toMatchObject({ mergedIntoId: third })
    const { rows } = await sql<{ owner: number }>`
      insert into customer_consents (customer_id, purpose, is_given, source) values (${first}, 'profiling', true, 'account')
      returning customer_id as owner`.execute(testContext.db)
    expect(rows).toEqual([{ owner: third }])
  })

  it('is refused for what is left of a customer, for themselves and for no customer', async () => {
    const [into, from, gone] = [await made(), await made(), await made()]
    await admin.post(`${path}/${gone}/anonymise`, { reason: 'Asked to be forgotten' })
    await merge(into, from)
    for (const [a, b] of [
      [into, from],
      [from, into],
      [into, gone],
      [gone, into],
    ] as const)
      expect([a, b, (await merge(a, b)).status]).toEqual([a, b, 409])
    expect(problemsIn(await merge(into, into))).toEqual({ from: 'A customer cannot be merged into themselves.' })
    expect(problemsIn(await merge(into, 999_999_999))).toEqual({ from: 'Customer not found.' })
    expect((await admin.patch(`${path}/${from}`, { firstName: 'Eva' })).status).toBe(409)
    expect((await admin.post(`${path}/${from}/data`, { reason: 'Asked for a copy' })).status).toBe(409)
    const reader = await testContext.server.signIn('read-only')
    expect((await reader.post(`${path}/${into}/merge`, { from, reason: 'The same person' })).status).toBe(403)
  })

  it('is forgotten with the one who remains', async () => {
    const [into, from] = [await made(), await made({ firstName: 'Forgettable' })]
    await merge(into, from)
    expect((await admin.post(`${path}/${into}/anonymise`, { reason: 'Asked to be forgotten' })).status).toBe(200)
    expect(await read(from)).toMatchObject({ status: 'anonymised', name: 'Anonymised customer', mergedIntoId: into })
  })
})

it('suggests who looks like the same person, with what says so', async () => {
  const id = await made({ email: 'twin@example.com', phone: '+34611222333', firstName: 'Tess', lastName: 'Quill' })
  const both = await made({ email: 'twin+tickets@example.com', phone: '+34611222333' })
  const phone = await made({ phone: '+34611222333' })
  const merged = await made({ email: 'twin+old@example.com' })
  await made({ firstName: 'Tess', lastName: 'Quill' })
  await merge(phone, merged)
  expect((await admin.get(`${path}/${id}/duplicates`)).body).toMatchObject([
    { customer: { id: both }, evidence: ['email', 'phone'] },
    { customer: { id: phone }, evidence: ['phone'] },
  ])
  // Of a fourth with this number, it is that of a hotel rather than of one person.
  await made({ phone: '+34611222333' })
  expect((await admin.get(`${path}/${id}/duplicates`)).body).toMatchObject([
    { customer: { id: both }, evidence: ['email'] },
  ])
})
