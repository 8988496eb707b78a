import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { callerOf } from '../../core/testing/http-caller.server.ts'
import type { Caller, Reply } from '../../core/testing/test-context.server.ts'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import type { IssuedDocument } from '../invoices/invoice.endpoints.ts'
import { ledgerDifferences } from '../ledger/testing/ledger-differences.server.ts'
import type { Payment } from '../orders/order.endpoints.ts'
import type { Order } from '../orders/orders.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { customer, openOrderDesk } from '../orders/testing/order-desk.server.ts'
import type { StaffDesk } from '../orders/testing/staff-desk.server.ts'
import { staffDesk } from '../orders/testing/staff-desk.server.ts'
import { closeDispute, openDispute } from '../payments/local-stripe-disputes.server.ts'
import { localStripe } from '../payments/local-stripe.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('an order on two servers over one database', () => {
  let desk: OrderDesk
  let servers: readonly Pick<TestServer, 'url' | 'runJob' | 'stop'>[]
  let local: Awaited<ReturnType<typeof localStripe>>
  let stripe: Stripe
  let admin: Client
  let staff: StaffDesk
  const news: { readonly type: string }[] = []
  /** How often each server was called. */
  const turns = [0, 0]
  let [lastTurn, lastKey, lifeKey] = [0, 0, '']
  beforeAll(async () => {
    local = await localStripe(0)
    local.books.onEvent = (event) => news.push(event as { type: string })
    const { apiKey, host, port, protocol, webhookSecret } = local
    desk = await openOrderDesk(postgresUrl, 'whole life', {
      STRIPE_API_KEY: apiKey,
      STRIPE_HOST: host,
      STRIPE_PORT: String(port),
      STRIPE_PROTOCOL: protocol,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    })
    servers = [desk.server, await desk.server.another()]
    admin = alternating((await desk.server.signIn('admin')).token)
    staff = staffDesk(desk, admin)
    lifeKey = (await keyWith(desk.db, ['orders'])).key
    stripe = new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
  })
  afterAll(async () => {
    for (const server of servers?.toReversed() ?? []) await server.stop()
  })

  /** The other server than the last time. */
  function next() {
    const turn = lastTurn++ % 2
    turns[turn] = (turns[turn] ?? 0) + 1
    const server = servers[turn]
    if (!server) throw new Error('Both servers run.')
    return server
  }
  /** Calls one server and the other in turn. */
  function alternating(token: string): Client {
    const caller = (): Caller => callerOf(next().url, token)
    return {
      token,
      get: (...call) => caller().get(...call),
      post: (...call) => caller().post(...call),
      put: (...call) => caller().put(...call),
      patch: (...call) => caller().patch(...call),
      delete: (...call) => caller().delete(...call),
    }
  }
  const runJob = (name: string) => next().runJob(name)
  /** Delivers what Stripe has to say, each event to both servers. */
  async function deliverNews(): Promise<readonly string[]> {
    const events = news.splice(0)
    for (const event of events)
      for (let copy = 0; copy < 2; copy++) {
        const payload = JSON.stringify(event)
        const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: local.webhookSecret })
        done(await alternating('').post('/webhooks/stripe', event, { 'stripe-signature': signature }), 200)
      }
    return events.map(({ type }) => type)
  }
  function done<T>({ status, body }: Reply, wanted: number): T {
    expect(status, JSON.stringify(body)).toBe(wanted)
    return body as T
  }
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(desk.db)).rows

  const shop = alternating('')
  const headers = () => ({ 'authorization': `Bearer ${lifeKey}`, 'idempotency-key': `life-${++lastKey}` })
  const path = (id: number) => `/rest/data/purchases/${id}`

  interface Sold {
    readonly id: number
    readonly total: number
    readonly currency: string
    readonly intent: string
  }

  /** Two tickets, from their quote to their delivery. */
  async function sells(): Promise<Sold & { readonly invoice: IssuedDocument }> {
    const lines = [desk.tickets(2)]
    const quote = done<{ total: number; currency: string }>(await shop.post('/v1/quotes', { lines }, headers()), 200)
    const order = done<Order>(await shop.post('/v1/orders', { lines, customer }, headers()), 201)
    expect([order.status, order.total, order.currency]).toEqual(['ON_HOLD', quote.total, quote.currency])
    const { reference, total, currency } = order

    const begun = done<Payment>(await shop.post(`/v1/orders/${reference}/pay`, { method: 'card' }, headers()), 201)
    const intent = String(begun.clientSecret).split('_secret_')[0] ?? ''
    const paid = await stripe.paymentIntents.confirm(intent)
    expect([paid.status, paid.amount_received]).toEqual(['succeeded', total])
    expect(await deliverNews()).toEqual(['payment_intent.succeeded'])
    const confirmed = done<Order>(await shop.post(`/v1/orders/${reference}/confirm`, {}, headers()), 200)
    expect([confirmed.status, confirmed.paymentStatus]).toEqual(['CONFIRMED', 'captured'])

    const id = await staff.idOf(order)
    const invoice = done<IssuedDocument>(await admin.post(`${path(id)}/invoice`, {}, headers()), 201)
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 2 }], note: null })
    return { id, total, currency, intent, invoice }
  }

  async function givesBack({ id, intent }: Sold, amount: number): Promise<IssuedDocument> {
    const lines = [{ position: 1, amount }]
    await staff.run(id, 'refund', {
      kind: 'lines',
      lines,
      amount: null,
      reason: 'quality',
      paidBy: 'platform',
      note: null,
    })
    await Promise.all([runJob('send-refunds'), runJob('send-refunds')])
    await deliverNews()
    const { data } = await stripe.refunds.list({ payment_intent: intent })
    expect(data.map((refund) => [refund.amount, refund.status])).toEqual([[amount, 'succeeded']])
    return done<IssuedDocument>(await admin.post(`${path(id)}/refund-invoice`, {}, headers()), 201)
  }

  async function losesDispute({ id, intent, currency }: Sold, amount: number): Promise<void> {
    const dispute = openDispute(local.books, {
      payment: intent,
      amount,
      currency: currency.toLowerCase(),
      reason: 'product_not_received',
      isInquiry: false,
    })
    await deliverNews()
    expect((await staff.row(id))['payment_status']).toBe('disputed')
    closeDispute(local.books, dispute.id, 'lost')
    await deliverNews()
  }

  async function expectTrueBooks(id: number): Promise<void> {
    await Promise.all([runJob('check-books'), runJob('check-books')])
    const books = done(await admin.get('/rest/data/reconciliation'), 200)
    expect(books).toMatchObject({ isRunning: false, open: 0, lastRun: { orders: 1, opened: 0 } })
    expect(await ledgerDifferences(desk.db)).toEqual([])
    expect(
      await rowsOf(sql`select currency from ledger_entries group by posting, currency having sum(amount) <> 0`),
    ).toEqual([])
    const { identities } = done<{ identities: { holds: boolean }[] }>(await admin.get(`${path(id)}/details`), 200)
    expect(identities.filter(({ holds }) => !holds)).toEqual([])
    expect(await rowsOf(sql`select taken from house_stock`)).toEqual([{ taken: 2 }])
  }

  it('is quoted, held, paid, confirmed, invoiced, delivered, refunded in part and disputed, and the books agree', async () => {
    const given = 2_500
    const sold = await sells()
    const { id, total, invoice } = sold
    const rectifying = await givesBack(sold, given)
    expect([invoice.gross, rectifying.gross, rectifying.refersTo?.number]).toEqual([total, -given, invoice.number])
    await losesDispute(sold, total - given)
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'confirmed',
      payment_status: 'charged_back',
      fulfilment_status: 'delivered',
      captured: total,
      refunded: given,
      refund_pending: 0,
      charged_back: total - given,
    })
    await expectTrueBooks(id)

    const audit = await rowsOf<{ action: string }>(
      sql`select action from audit_log where object = 'purchases' and record_id = ${String(id)} order by id`,
    )
    expect(audit.map(({ action }) => action)).toEqual([
      'place',
      'capture',
      'send-to-supplier',
      'confirm',
      'issue-invoice',
      'deliver',
      'refund',
      'refund-succeeded',
      'issue-refund-invoice',
      'dispute-needs-response',
      'dispute-lost',
    ])
    const { messages } = done<{ messages: { kind: string }[] }>(await admin.get(`${path(id)}/messages`), 200)
    expect(messages.map(({ kind }) => kind).toReversed()).toEqual([
      'confirmation',
      'ticket',
      'refund_made',
      'bank_returned',
    ])
    expect(Math.min(...turns)).toBeGreaterThanOrEqual(10)
    expect(Math.abs((turns[0] ?? 0) - (turns[1] ?? 0))).toBeLessThan(2)
  })
})
