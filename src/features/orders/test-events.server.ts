import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import { decideBooking } from './house-supplier.server.ts'
import { settlePayment } from './pay-order.server.ts'
import { settleRefund } from './refund-moves.server.ts'
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
  const { rows } = await sql<{ order: number; refund: number | null }>`
    select p.id as order, r.id as refund from purchases p
    left join refunds r on r.purchase_id = p.id and r.state in ('approved', 'processing')
    where p.reference = ${reference} order by r.id`.execute(database.kysely)
  if (rows.length === 0) throw new Refusal(404, t('Order not found.'))
  for (const { refund } of rows)
    if (refund !== null) await settleRefund(database, refund, { state: 'succeeded', reference: null })
}
