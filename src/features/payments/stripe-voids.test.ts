import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { gatewayOf } from '../orders/payment-gateway.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import type { StaffDesk } from '../orders/testing/staff-desk.server.ts'
import { staffDesk } from '../orders/testing/staff-desk.server.ts'
import { localStripe } from './local-stripe.server.ts'
import { sendRefunds } from './testing/send-refunds.server.ts'
import { authorise, voidOf, voidPayments, voidsAreDue } from './testing/void-payments.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let local: Awaited<ReturnType<typeof localStripe>>
let stripe: Stripe
let news: unknown[] = []
beforeAll(async () => {
  local = await localStripe(0)
  local.books.empty()
  local.books.onEvent = (event) => news.push(event)
  const { apiKey, host, port, protocol, webhookSecret } = local
  desk = await openOrderDesk(inject('postgresUrl'), 'stripe_voids', {
    STRIPE_API_KEY: apiKey,
    STRIPE_HOST: host,
    STRIPE_PORT: String(port),
    STRIPE_PROTOCOL: protocol,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  })
  staff = staffDesk(desk, await desk.server.signIn('admin'))
  stripe = new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
})
afterAll(() => desk?.server.stop())

const gateway = () => gatewayOf({ mode: 'demo', port: 0, stripe: local })
const run = () => voidPayments(desk.server.database, gateway())

/** A cancelled order whose card has an amount blocked at Stripe, which is captured by hand. */
async function blocked(): Promise<{ readonly id: number; readonly intent: string }> {
  const id = await staff.idOf(await desk.placed({ lines: [desk.visit(1)] }))
  const { id: intent } = await stripe.paymentIntents.create({
    amount: 4000,
    currency: 'eur',
    capture_method: 'manual',
    metadata: { marquee: `auth-${id}` },
  })
  await stripe.paymentIntents.confirm(intent)
  await authorise(desk.db, id, intent)
  await staff.run(id, 'cancel', { reason: 'Changed their mind' })
  news = []
  return { id, intent }
}
async function deliver(): Promise<void> {
  for (const event of news.splice(0)) {
    const payload = JSON.stringify(event)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: local.webhookSecret })
    const reply = await desk.server.anonymous.post('/webhooks/stripe', event as object, {
      'stripe-signature': signature,
    })
    expect(reply.status).toBe(200)
  }
}
const statusOf = async (intent: string) => (await stripe.paymentIntents.retrieve(intent)).status

it('Stripe cancels the payment intent of an order that ended', async () => {
  const { id, intent } = await blocked()
  expect(await statusOf(intent)).toBe('requires_capture')
  await run()
  expect(await statusOf(intent)).toBe('canceled')
  expect(await voidOf(desk.db, id)).toEqual({ order: 'unpaid', payment: 'voided', void: 'done', reason: null })
})

it('Stripe is asked where its answer was lost, and nothing is cancelled twice', async () => {
  const { id, intent } = await blocked()
  local.books.next = 'time_out'
  await run()
  expect(await statusOf(intent)).toBe('canceled')
  expect(await voidOf(desk.db, id)).toMatchObject({ payment: 'authorised', void: 'processing' })
  await voidsAreDue(desk.db)
  await run()
  expect(await voidOf(desk.db, id)).toMatchObject({ order: 'unpaid', payment: 'voided', void: 'done' })
  expect(news).toHaveLength(1)
})

it('Stripe that tells of a cancellation by itself settles it, once', async () => {
  const { id, intent } = await blocked()
  await stripe.paymentIntents.cancel(intent)
  await deliver()
  expect(await voidOf(desk.db, id)).toMatchObject({ order: 'unpaid', payment: 'voided', void: 'done' })
  await run()
  expect((await staff.timeline(id)).filter((kind) => kind === 'payment_voided')).toHaveLength(1)
})

it('Stripe that had taken the money says so, and staff decide on it', async () => {
  const { id, intent } = await blocked()
  await stripe.paymentIntents.capture(intent)
  await run()
  expect(await voidOf(desk.db, id)).toMatchObject({ order: 'captured', payment: 'captured', void: 'refused' })
  expect(await staff.row(id)).toMatchObject({ captured: 4000, payment_fees: 85, next_step: 'decide_refund' })
})

describe('an order that is paid again after its card was declined', () => {
  async function begun(reference: string): Promise<string> {
    const { status, body } = await desk.post(reference, 'pay', { method: 'card' })
    expect(status, JSON.stringify(body)).toBe(201)
    return (body as { clientSecret: string }).clientSecret.split('_secret')[0] ?? ''
  }
  async function declined() {
    news = []
    const { reference } = await desk.placed({ lines: [desk.visit(1)] })
    const first = await begun(reference)
    local.books.next = 'card_closed'
    await expect(stripe.paymentIntents.confirm(first)).rejects.toThrow('declined')
    await deliver()
    return { reference, first, second: await begun(reference) }
  }
  const paid = { payment_status: 'captured', captured: 4000, refund_pending: 0, refund_state: 'none' }

  it('can no longer be paid with the first payment', async () => {
    const { reference, first, second } = await declined()
    await run()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['canceled', 'requires_payment_method'])
    await stripe.paymentIntents.confirm(second)
    await deliver()
    await run()
    expect(await desk.rowOf(reference)).toMatchObject(paid)
  })

  it('is paid by the first where that went through just before, and the second is given up', async () => {
    const { reference, first, second } = await declined()
    await stripe.paymentIntents.confirm(first)
    await run()
    expect(await statusOf(second)).toBe('canceled')
    await deliver()
    expect(await desk.rowOf(reference)).toMatchObject(paid)
    const { rows } = await sql`
      select state from payments where purchase_id = (select id from purchases where reference = ${reference}) order by id`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ state: 'captured' }, { state: 'voided' }])
  })

  it('has the second payment sent back where all of the first has gone back', async () => {
    const { reference, first, second } = await declined()
    await stripe.paymentIntents.confirm(second)
    await deliver()
    const id = Number((await desk.rowOf(reference))['id'])
    await staff.run(id, 'cancel', { reason: 'Changed their mind' })
    const all = { kind: 'goodwill', lines: [], amount: 4000, reason: 'other', paidBy: 'platform', note: null }
    await staff.run(id, 'refund', { ...all, destination: 'original_method', iban: null })
    await sendRefunds(desk.server.database, gateway())
    await stripe.paymentIntents.confirm(first)
    await deliver()
    expect(await desk.rowOf(reference)).toMatchObject({ captured: 8000, refund_pending: 4000 })
    await sendRefunds(desk.server.database, gateway())
    expect(await desk.rowOf(reference)).toMatchObject({ captured: 8000, refunded: 8000, payment_status: 'refunded' })
  })
})
