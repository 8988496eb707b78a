import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { createLog } from '../../../core/http/log.server.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { OrderDesk } from '../../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../../orders/testing/order-desk.server.ts'
import { closeDispute, openDispute } from '../../payments/local-stripe-disputes.server.ts'
import { rememberDisputes, rememberMovements } from '../../payments/local-stripe-memory.server.ts'
import { localStripe } from '../../payments/local-stripe.server.ts'
import type { RefundBench } from '../../payments/testing/refund-bench.server.ts'
import { refundBench } from '../../payments/testing/refund-bench.server.ts'
import { gatewayOf } from '../../orders/payment-gateway.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { sendAnswersJob } from '../send-answers.server.ts'
import { disputeGatewayOf } from '../stripe-disputes.server.ts'

type Local = Awaited<ReturnType<typeof localStripe>>

interface DisputeRow {
  readonly id: number
  readonly status: string
  readonly amount: number
  readonly withdrawn: number
  readonly reinstated: number
  readonly fee: number
  readonly submissions: number
}

/** A server whose Stripe is the local one, with payments that customers dispute. News waits until it is delivered. */
export interface DisputeDesk {
  readonly desk: OrderDesk
  readonly bench: RefundBench
  readonly local: Local
  readonly news: unknown[]
  /** Orders paid in one payment each. */
  paid(count: number, amount: number): Promise<readonly number[]>
  /** The customer disputes the payment of an order; the dispute’s name at Stripe. */
  dispute(
    id: number,
    options?: { readonly amount?: number; readonly isInquiry?: boolean; readonly reason?: string },
  ): Promise<string>
  decide(dispute: string, outcome: 'won' | 'lost' | 'warning_closed'): void
  deliver(event: unknown): Promise<number>
  /** All news that waits, in its order or another. */
  deliverAll(events?: readonly unknown[]): Promise<void>
  /** One run of each job; that of answers says of what it warned. */
  sendRefunds(): Promise<void>
  sendAnswers(): Promise<readonly string[]>
  rows(id: number): Promise<readonly DisputeRow[]>
  order(id: number): Promise<Readonly<Record<string, unknown>>>
  /** What an order has on each account, in its own currency. */
  accounts(id: number): Promise<Readonly<Record<string, number>>>
}

export async function openDisputeDesk(postgresUrl: string | null, name: string): Promise<DisputeDesk> {
  const local = await localStripe(0)
  const news: unknown[] = []
  empty(local)
  local.books.onEvent = (event) => news.push(event)
  const { apiKey, host, port, protocol, webhookSecret } = local
  const desk = await openOrderDesk(postgresUrl, name, {
    STRIPE_API_KEY: apiKey,
    STRIPE_HOST: host,
    STRIPE_PORT: String(port),
    STRIPE_PROTOCOL: protocol,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  })
  const bench = refundBench(desk.server)
  const stripe = new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
  const settings = { mode: 'demo', port: 0, stripe: local } as const
  const deliver = async (event: unknown): Promise<number> => {
    const signature = stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(event),
      secret: webhookSecret,
    })
    const headers = { 'stripe-signature': signature }
    return (await desk.server.anonymous.post('/webhooks/stripe', event as object, headers)).status
  }
  return {
    desk,
    bench,
    local,
    news,
    // The goods of an order desk make several orders of each that is asked for.
    paid: async (count, amount) => (await bench.paid(count, amount)).slice(0, count),
    async dispute(id, { amount, isInquiry = false, reason = 'product_not_received' } = {}) {
      const { rows } = await sql<{ payment: string; captured: number; currency: string }>`
        select psp_reference as payment, captured, lower(currency) as currency from payments where purchase_id = ${id}
        order by id limit 1`.execute(desk.db)
      const { payment = '', captured = 0, currency = '' } = rows[0] ?? {}
      const shape = openDispute(local.books, {
        payment,
        currency,
        amount: amount ?? captured,
        reason,
        isInquiry,
      })
      return shape.id
    },
    decide: (dispute, outcome) => void closeDispute(local.books, dispute, outcome),
    deliver,
    async deliverAll(events = news.splice(0)) {
      for (const event of events) expect(await deliver(event)).toBe(200)
    },
    sendRefunds: () => sendRefunds(desk.server.database, gatewayOf(settings)),
    sendAnswers: () => sendAnswers(desk, sendAnswersJob(disputeGatewayOf(settings))),
    async rows(id) {
      const { rows } = await sql<DisputeRow>`
        select id, status, amount, withdrawn, reinstated, fee, submissions from disputes where purchase_id = ${id}
        order by id`.execute(desk.db)
      return rows
    },
    async order(id) {
      const { rows } = await sql<Record<string, unknown>>`select * from purchases where id = ${id}`.execute(desk.db)
      return rows[0] ?? {}
    },
    async accounts(id) {
      const { rows } = await sql<{ account: string; amount: number }>`
        select l.account, sum(l.amount)::bigint as amount from ledger_entries l join purchases p on p.id = l.purchase_id
        where p.id = ${id} and l.currency = p.currency group by l.account`.execute(desk.db)
      return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
    },
  }
}

async function sendAnswers({ server: { database } }: OrderDesk, job: Job): Promise<readonly string[]> {
  const { signal } = new AbortController()
  const warnings: string[] = []
  const log = createLog({ level: 'silent' })
  log.warn = ((_: object, words: string) => void warnings.push(words)) as typeof log.warn
  await job.run({ database, log, signal, count: () => {} })
  return warnings
}

/** The local Stripe is one for all files of a process, whose databases call other payments by the same names. */
function empty({ books }: Local): void {
  books.empty()
  rememberDisputes(() => Promise.resolve(null))
  rememberMovements(() => Promise.resolve([]))
}
