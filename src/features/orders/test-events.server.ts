import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import { decideBooking } from './house-supplier.server.ts'
import { lockOrder, moveOrder } from './order-moves.server.ts'
import { settlePayment } from './pay-order.server.ts'
import { takeUpBookings } from './confirm-order.server.ts'
import type { TestEvent } from './test-events.ts'
import { testEventCall } from './test-events.ts'
import { isSignedBy, testEventKey } from './test-signature.server.ts'

/** Takes the place of the gateway and for suppliers that take their time. Only in demo mode: in production it is not there. */
export function implementTestEvents({
  settings: { mode, sessionSecret },
  database,
}: Pick<ServerContext, 'settings' | 'database'>): readonly Implementation[] {
  if (mode !== 'demo') return []
  const key = testEventKey(sessionSecret)
  return [
    implement(
      testEventCall,
      async ({ request, input }) => {
        checkSignature(request, key)
        await settleEvent(database, input)
        return { received: true as const }
      },
      { transaction: false },
    ),
  ]
}

function checkSignature({ headers, body }: FastifyRequest, key: string): void {
  const text = (name: string) => String(headers[name] ?? '')
  const signed = { id: text('webhook-id'), timestamp: text('webhook-timestamp'), body: JSON.stringify(body) }
  if (!isSignedBy(key, text('webhook-signature'), signed, Date.now()))
    throw new Refusal(401, t('The signature of this event is wrong or too old.'), { error: 'WrongSignature' })
}

async function settleEvent(database: Database, event: TestEvent): Promise<void> {
  switch (event.type) {
    case 'payment.captured':
      return await settlePayment(database, event.payment, { state: 'captured', fee: event.fee, checks: event })
    case 'payment.failed':
      return await settlePayment(database, event.payment, { state: 'failed', reason: event.reason })
    case 'refund.succeeded':
      return await settleRefunds(database, event.order)
    case 'supplier.asks':
      return await decide(database, event.order, 'ask')
    case 'supplier.accepts':
      return await decide(database, event.order, 'accept')
    case 'supplier.rejects':
      return await decide(database, event.order, 'reject')
  }
}

async function decide(database: Database, reference: string, decision: 'accept' | 'ask' | 'reject'): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select o.supplier_key as key from order_placements o join purchases p on p.id = o.purchase_id where p.reference = ${reference}`.execute(
    database.kysely,
  )
  const [placed] = rows
  if (!placed) throw new Refusal(404, t('Order not found.'))
  await database.kysely.transaction().execute((db) => decideBooking(db, placed.key, decision))
  await takeUpBookings(database, sql`p.reference = ${reference}`)
}

/** Every refund of an order that is on its way has arrived. */
async function settleRefunds(database: Database, reference: string): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, sql`p.reference = ${reference}`)
    if (!order) throw new Refusal(404, t('Order not found.'))
    const { rows } = await sql<{ id: number; amount: number }>`
      select id, amount from refunds where purchase_id = ${order.id} and state in ('approved', 'processing') order by id`.execute(
      db,
    )
    const amount = rows.reduce((all, one) => all + one.amount, 0)
    if (amount === 0) return
    const refunded = order.refunded + amount
    const isFull = refunded === order.captured
    await moveOrder(db, order, {
      moves: order.payment === 'partially_refunded' && !isFull ? [] : [isFull ? 'refund_in_full' : 'refund_in_part'],
      facts: { refunded },
      set: {
        refunded,
        refund_pending: sql`refund_pending - ${amount}::bigint`,
        refund_state: sql`case when refund_state in ('failed', 'requested') then refund_state else ${isFull ? 'full' : 'partial'} end`,
      },
      steps: [{ kind: 'refund_succeeded', amount }],
      action: 'refund',
      by: { actor: system('payment gateway'), kind: 'system' },
    })
    await sql`
      update refunds set state = 'succeeded', succeeded_at = now(), updated_at = now(), version = version + 1
      where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  })
}
