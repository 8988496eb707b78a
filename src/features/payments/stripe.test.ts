import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Payment } from '../orders/order.endpoints.ts'
import { gatewayOf } from '../orders/payment-gateway.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { localStripe } from './local-stripe.server.ts'
import type { RefundBench } from './testing/refund-bench.server.ts'
import { refundBench } from './testing/refund-bench.server.ts'
import { sendRefunds } from './testing/send-refunds.server.ts'

type Local = Awaited<ReturnType<typeof localStripe>>

let desk: OrderDesk
let bench: RefundBench
let local: Local
/** The vendor's own client, as someone outside would point it at the demo. */
let stripe: Stripe
/** What was to be sent to us, kept back until a test delivers it. */
let news: unknown[] = []
beforeAll(async () => {
  local = await localStripe(0)
  local.books.empty()
  local.books.onEvent = (event) => news.push(event)
  desk = await openOrderDesk(inject('postgresUrl'), 'stripe', {
    STRIPE_API_KEY: local.apiKey,
    STRIPE_HOST: local.host,
    STRIPE_PORT: String(local.port),
    STRIPE_PROTOCOL: local.protocol,
    STRIPE_WEBHOOK_SECRET: local.webhookSecret,
  })
  bench = refundBench(desk.server)
  const { apiKey, host, port, protocol } = local
  stripe = new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
})
afterAll(() => desk?.server.stop())

const gateway = () => gatewayOf({ mode: 'demo', port: 0, stripe: local })
const send = () => sendRefunds(desk.server.database, gateway())

async function deliver(event: unknown, secret = local.webhookSecret): Promise<number> {
  const payload = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret })
  const { status } = await desk.server.anonymous.post('/webhooks/stripe', event as object, {
    'stripe-signature': signature,
  })
  return status
}
async function deliverAll(events = news.splice(0)): Promise<void> {
  for (const event of events) expect(await deliver(event)).toBe(200)
}

/** An order that was paid through Stripe by its customer, and the intent it was paid with. */
async function paid(): Promise<{ id: number; reference: string; intent: string }> {
  const order = await desk.placed({ lines: [desk.visit(2)] })
  const { status, body } = await desk.post(order.reference, 'pay', { method: 'card' })
  expect(status, JSON.stringify(body)).toBe(201)
  const { clientSecret } = body as Payment
  const intent = String(clientSecret).split('_secret_')[0] ?? ''
  await stripe.paymentIntents.confirm(intent)
  await deliverAll()
  const { id } = await desk.rowOf(order.reference)
  return { id: Number(id), reference: order.reference, intent }
}
const rowOf = ({ reference }: { reference: string }) => desk.rowOf(reference)

describe('paying through Stripe', () => {
  it('begins one payment intent however often it is asked, and is settled by its signed news, once', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    const before = local.books.intents.size
    const [first, second] = [
      await desk.post(order.reference, 'pay', { method: 'card' }),
      await desk.post(order.reference, 'pay', { method: 'card' }),
    ]
    expect((first.body as Payment).clientSecret).toBe((second.body as Payment).clientSecret)
    expect(local.books.intents.size).toBe(before + 1)
    const intent = String((first.body as Payment).clientSecret).split('_secret_')[0] ?? ''
    local.books.next = 'answer_twice'
    await stripe.paymentIntents.confirm(intent)
    expect(news).toHaveLength(2)
    await deliverAll()
    expect(await rowOf(order)).toMatchObject({ payment_status: 'captured', captured: 4000, payment_fees: 85 })
  })

  it('keeps the fee in the currency of the payment where the account is settled in another one', async () => {
    local.books.settlement = { currency: 'jpy', rate: 1.61 }
    const order = await paid().finally(() => (local.books.settlement = null))
    expect(await rowOf(order)).toMatchObject({ captured: 8000, payment_fees: 145 })
  })

  it('keeps an order unpaid while the card is declined, and takes the money of the next try', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
    const intent = String((body as Payment).clientSecret).split('_secret_')[0] ?? ''
    local.books.next = 'card_closed'
    await expect(stripe.paymentIntents.confirm(intent)).rejects.toThrow('declined')
    await deliverAll()
    expect(await rowOf(order)).toMatchObject({ payment_status: 'unpaid' })
    await stripe.paymentIntents.confirm(intent)
    await deliverAll()
    expect(await rowOf(order)).toMatchObject({ payment_status: 'captured' })
  })

  it('believes nothing that is not signed, is signed with another secret, or was changed on its way', async () => {
    const event = { id: 'evt_forged', object: 'event', type: 'refund.failed', data: { object: { id: 're_1' } } }
    expect(await deliver(event, 'whsec_another_secret')).toBe(401)
    expect((await desk.server.anonymous.post('/webhooks/stripe', event)).status).toBe(401)
    const signature = stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: local.webhookSecret })
    const changed = await desk.server.anonymous.post('/webhooks/stripe', event, { 'stripe-signature': signature })
    expect(changed.status).toBe(401)
  })
})

describe('refunding through Stripe', () => {
  it('gives back part of a payment, and hears of it twice without counting it twice', async () => {
    const order = await paid()
    local.books.next = 'answer_twice'
    await bench.refund(order.id, 3000)
    await send()
    await deliverAll()
    expect(await rowOf(order)).toMatchObject({
      refunded: 3000,
      refund_pending: 0,
      payment_status: 'partially_refunded',
    })
    const { data } = await stripe.refunds.list({ payment_intent: order.intent })
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([[3000, 'succeeded']])
  })

  it('is settled by the news of a refund whose answer never arrived, before anything is asked again', async () => {
    const order = await paid()
    local.books.next = 'time_out'
    await bench.refund(order.id, 2000)
    await send()
    expect(await rowOf(order)).toMatchObject({ refunded: 0, refund_pending: 2000 })
    await deliverAll()
    expect(await rowOf(order)).toMatchObject({ refunded: 2000, refund_pending: 0 })
  })

  it('asks what became of it where neither answer nor news arrived, and pays once', async () => {
    const order = await paid()
    local.books.next = 'time_out'
    await bench.refund(order.id, 2000)
    await send()
    news = []
    await bench.later()
    await send()
    expect(await rowOf(order)).toMatchObject({ refunded: 2000, refund_pending: 0 })
    expect((await stripe.refunds.list({ payment_intent: order.intent })).data).toHaveLength(1)
  })

  it('fails when the card is closed, and a second attempt of staff has a key of its own', async () => {
    const order = await paid()
    local.books.next = 'card_closed'
    await bench.refund(order.id, 2000)
    await send()
    const [refund] = (await bench.sums(order.id)).refunds
    expect(await rowOf(order)).toMatchObject({ refund_state: 'failed', next_step: 'retry_refund' })
    await bench.decide(order.id, refund?.id ?? 0, 'retried')
    await send()
    expect(await rowOf(order)).toMatchObject({ refunded: 2000, refund_state: 'partial' })
    news = []
  })

  it.each(['as it happened', 'backwards'])(
    'ends reversed when a refund fails late, with the news %s',
    async (order) => {
      const sold = await paid()
      local.books.next = 'fail_late'
      await bench.refund(sold.id, 2000)
      await send()
      const events = news.splice(0)
      await deliverAll(order === 'backwards' ? events.toReversed() : events)
      expect(await rowOf(sold)).toMatchObject({ refunded: 0, refund_pending: 0, payment_status: 'captured' })
      const { rows } = await sql<{ state: string }>`select state from refunds where purchase_id = ${sold.id}`.execute(
        desk.db,
      )
      expect(rows).toEqual([{ state: 'reversed' }])
    },
  )

  it('is refused by Stripe beyond what was paid, with its own word as the reason', async () => {
    const order = await paid()
    await stripe.refunds.create({ payment_intent: order.intent, amount: 8000 })
    await bench.refund(order.id, 1000)
    await send()
    news = []
    const { rows } = await sql<{ failure: string }>`
      select failure from refunds where purchase_id = ${order.id}`.execute(desk.db)
    expect(rows).toEqual([{ failure: 'charge_already_refunded' }])
  })
})

it('refuses to begin a payment in production without keys', () => {
  expect(gatewayOf({ mode: 'production', port: 0, stripe: undefined })).toBeNull()
})
