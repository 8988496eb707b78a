import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { customer, openOrderDesk, refusalOf } from './testing/order-desk.server.ts'

let desk: OrderDesk
let id: number
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order consent')
  id = await desk.records.make('customers', { email: 'ana@example.com', status: 'active', marketingConsentAt: null })
})
afterAll(() => desk?.server.stop())

const log = async (of = id) =>
  (
    await sql<{ isGiven: boolean; source: string; wording: string; order: string }>`
      select c.is_given as "isGiven", c.source, c.text_version as wording, p.reference as order
      from customer_consents c join purchases p on p.id = c.purchase_id where c.customer_id = ${of} order by c.id`.execute(
      desk.db,
    )
  ).rows

it('gives consent only where its customer agreed, once, with the wording and the order', async () => {
  await desk.placed({ customer })
  expect(await log()).toEqual([])
  const { reference } = await desk.placed({ customer: { ...customer, marketingConsent: '2026-01' } })
  await desk.placed({ customer: { ...customer, marketingConsent: '2026-02' } })
  expect(await log()).toEqual([{ isGiven: true, source: 'checkout', wording: '2026-01', order: reference }])
})

it('keeps the consent of a buyer without a record until there is one, as it was given first', async () => {
  const buyer = { ...customer, email: 'Bea@Example.com' }
  await desk.placed({ customer: buyer })
  const { reference } = await desk.placed({ customer: { ...buyer, marketingConsent: '2026-03' } })
  await desk.placed({ customer: { ...buyer, marketingConsent: '2026-04' } })
  await desk.placed({ customer: { ...buyer, email: 'cleo@example.com', marketingConsent: '2026-03' } })
  await sql`update purchases set created_at = created_at - interval '3 days' where reference = ${reference}`.execute(
    desk.db,
  )
  const bea = await desk.records.make('customers', {
    email: 'bea@example.com',
    status: 'active',
    marketingConsentAt: null,
  })
  expect(await log(bea)).toEqual([{ isGiven: true, source: 'checkout', wording: '2026-03', order: reference }])
  const { rows } = await sql<{ isThen: boolean }>`
    select c.marketing_consent_at = p.created_at as "isThen" from customers c, purchases p
    where c.id = ${bea} and p.reference = ${reference}`.execute(desk.db)
  expect(rows).toEqual([{ isThen: true }])
  const other = await desk.records.make('customers', {
    email: 'dora@example.com',
    status: 'active',
    marketingConsentAt: null,
  })
  expect(await log(other)).toEqual([])
})

it('gives what waited to a customer who gets that address, unless they decided later, and to no one else', async () => {
  const make = (email: string) => desk.records.make('customers', { email, status: 'active', marketingConsentAt: null })
  const move = (of: number, email: string) =>
    sql`update customers set email = ${email} where id = ${of}`.execute(desk.db)
  const waits = { customer: { ...customer, email: 'Eva@Example.com', marketingConsent: '2026-05' } }
  const { reference } = await desk.placed(waits)
  const eva = await make('eva.old@example.com')
  await move(eva, 'eva@example.com')
  const given = { isGiven: true, source: 'checkout', wording: '2026-05', order: reference }
  expect(await log(eva)).toEqual([given])
  await move(eva, 'eva.new@example.com')
  await desk.placed(waits)
  const next = await make('eva@example.com')
  expect((await log(next)).map(({ order }) => order)).not.toContain(reference)

  const withdrawn = await make('fay@example.com')
  await desk.placed({ customer: { ...customer, email: 'fay.new@example.com', marketingConsent: '2026-05' } })
  await sql`insert into customer_consents (customer_id, purpose, is_given, source) values (${withdrawn}, 'marketing_email', false, 'account')`.execute(
    desk.db,
  )
  await move(withdrawn, 'fay.new@example.com')
  expect(await log(withdrawn)).toEqual([])
})

it('refuses a wording that cannot be one', async () => {
  const order = desk.place({ lines: [desk.tickets(1)], customer: { ...customer, marketingConsent: 'Ana agreed!' } })
  expect(await refusalOf(order)).toEqual([
    422,
    'InvalidInput',
    { 'customer.marketingConsent': 'Send the version of the wording, such as 2026-01.' },
  ])
})

it('names the terms that were agreed to for their reader, and says in which language the customer had them', async () => {
  const admin = await desk.server.signIn('admin')
  const page = { template: 'legal', key: 'terms', slug: 'terms', title: 'Terms of sale', body: '<p>Now.</p>' }
  const made = (await admin.post('/rest/data/static-pages', page)).body as { id: number }
  const path = `/rest/data/static-pages/${made.id}`
  const texts = {
    title: { text: 'Condiciones de venta', status: 'approved' },
    body: { text: '<p>Ahora.</p>', status: 'approved' },
  }
  await admin.put(`${path}/translations/es`, { texts })
  expect((await admin.post(`${path}/versions`, { effectiveFrom: null, note: null })).status).toBe(201)
  const { reference } = await desk.placed({ customer, locale: 'es' })
  const { rows } = await sql<{ id: number }>`select id from purchases where reference = ${reference}`.execute(desk.db)
  const agreed = async (language: string) => {
    const reply = await admin.get(
      `/rest/data/purchases/${rows[0]?.id}/legal-snapshot`,
      {},
      { 'accept-language': language },
    )
    return (reply.body as { versions: object[] }).versions
  }
  const theirs = { locale: 'es', body: '<p>Ahora.</p>' }
  expect(await agreed('en')).toMatchObject([{ title: 'Terms of sale', ...theirs }])
  expect(await agreed('es')).toMatchObject([{ title: 'Condiciones de venta', ...theirs }])
})
