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

const log = async () =>
  (
    await sql<{ isGiven: boolean; source: string; wording: string; order: string }>`
      select c.is_given as "isGiven", c.source, c.text_version as wording, p.reference as order
      from customer_consents c join purchases p on p.id = c.purchase_id where c.customer_id = ${id} order by c.id`.execute(
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
