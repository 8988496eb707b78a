import { sql } from 'kysely'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import { changePaymentProblem, unpaidChange } from '../change-payments.server.ts'
import { createLinkGate, linkRefused } from '../messages/link-gate.server.ts'
import type { LockedOrder } from '../order-moves.server.ts'
import { heldCredit } from '../order-credit.server.ts'
import { lockedColumns } from '../order-moves.server.ts'
import { payOrder, refuseUnpayable } from '../pay-order.server.ts'
import { gatewayOf } from '../payment-gateway.server.ts'
import { payByLink, readPaymentLink } from './payment-link.endpoints.ts'

/** The calls by which customers pay an order that staff took, or what a change of it costs more. */
export function implementPaymentLinks({
  database,
  settings,
}: Pick<ServerContext, 'database' | 'settings'>): readonly Implementation[] {
  const orderIn = createLinkGate('payment')
  const payments = gatewayOf(settings)
  return [
    implement(readPaymentLink, async ({ db, request }) => await payableOf(db, orderIn(request))),
    implement(
      payByLink,
      async ({ request, input }) => await payOrder(database, payments, sql`p.id = ${orderIn(request)}`, input.method),
      { transaction: false },
    ),
  ]
}

interface Payable extends LockedOrder {
  readonly title: string
  readonly contents: string
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly exponent: number
}

async function payableOf(db: Db, id: number) {
  const { rows } = await sql<Payable>`
    select ${lockedColumns}, p.title, p.contents, p.travel_date::text as "localDate", to_char(p.local_time, 'HH24:MI') as "localTime",
      p.time_zone as "timeZone", x.exponent
    from purchases p join currencies x on x.code = p.currency left join order_placements o on o.purchase_id = p.id
    where p.id = ${id}`.execute(db)
  const [order] = rows
  // An order is never deleted; a signed link of none is of another installation.
  if (!order) throw linkRefused()
  const { reference, title, contents, localDate, localTime, timeZone, grandTotal: total, currency, exponent } = order
  const change = await unpaidChange(db, id)
  const until = change?.payUntil ?? order.heldUntil
  const heldUntil = until === null ? null : new Date(until).toISOString()
  return {
    reference,
    title,
    contents: change ? sayStored(change.detail) : contents,
    localDate,
    localTime,
    timeZone,
    total: change?.charge ?? total - (await heldCredit(db, id)),
    currency,
    exponent,
    heldUntil,
    problem: change ? changePaymentProblem(order, change) : problemOf(order),
  }
}

function problemOf(order: LockedOrder): string | null {
  try {
    refuseUnpayable(order)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
