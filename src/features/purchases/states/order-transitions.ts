import type { Move, OrderAxes, OrderAxis, OrderFacts } from './order-preconditions.ts'
import {
  allDelivered,
  always,
  captured,
  chargedBack,
  confirmed,
  ended,
  heldAndPaid,
  lapsed,
  notConfirmed,
  notOver,
  over,
  paidOrFree,
  refundedInFull,
  refundedInPart,
  refundedNothing,
  someDelivered,
} from './order-preconditions.ts'

// Every way in which an order moves, once. Commands, the Orders API, docs/orders.md and the database's own check follow
// from this table; order-transitions.test.ts compares them.

export type OrderTransition = { [A in OrderAxis]: Move<A, string> }[OrderAxis]

/**
 * The status on each axis of an order that was just placed.
 *
 * @public docs/orders.md is generated from it.
 */
export const firstStatuses: OrderAxes = { booking: 'pending_payment', payment: 'unpaid', fulfilment: 'not_due' }

const booking = [
  {
    axis: 'booking',
    name: 'hold_for_review',
    from: ['pending_payment'],
    to: 'on_hold',
    needs: heldAndPaid,
    effect: 'The hold stays until staff decide',
    reversal: 'reject',
  },
  {
    axis: 'booking',
    name: 'send_to_supplier',
    from: ['pending_payment', 'on_hold'],
    to: 'pending_supplier',
    needs: heldAndPaid,
    effect: 'The supplier is asked to book',
    reversal: 'reject',
  },
  {
    axis: 'booking',
    name: 'confirm',
    from: ['pending_supplier'],
    to: 'confirmed',
    needs: paidOrFree,
    effect: 'Held places are sold, coupons are redeemed',
    reversal: 'cancel',
  },
  {
    axis: 'booking',
    name: 'reject',
    from: ['on_hold', 'pending_supplier'],
    to: 'rejected',
    needs: always,
    effect: 'Places and coupons are released',
    reversal: null,
  },
  {
    axis: 'booking',
    name: 'expire',
    from: ['pending_payment', 'on_hold'],
    to: 'expired',
    needs: lapsed,
    effect: 'Places and coupons are released',
    reversal: null,
  },
  {
    axis: 'booking',
    name: 'complete',
    from: ['confirmed'],
    to: 'completed',
    needs: over,
    effect: 'None',
    reversal: 'reopen',
  },
  {
    axis: 'booking',
    name: 'reopen',
    from: ['completed'],
    to: 'confirmed',
    needs: notOver,
    effect: 'None: the visit was moved to a later day',
    reversal: 'complete',
  },
  {
    axis: 'booking',
    name: 'cancel',
    from: ['pending_payment', 'on_hold', 'pending_supplier', 'confirmed'],
    to: 'cancelled',
    needs: always,
    effect: 'Places are released, coupons where their terms return them',
    reversal: null,
  },
] as const satisfies readonly Move<'booking', string>[]

const payment = [
  {
    axis: 'payment',
    name: 'authorise',
    from: ['unpaid'],
    to: 'authorised',
    needs: always,
    effect: 'A payment is authorised',
    reversal: 'void',
  },
  {
    axis: 'payment',
    name: 'void',
    from: ['authorised'],
    to: 'unpaid',
    needs: notConfirmed,
    effect: 'The authorisation is voided',
    reversal: 'authorise',
  },
  {
    axis: 'payment',
    name: 'capture',
    from: ['unpaid', 'authorised'],
    to: 'captured',
    needs: captured,
    effect: 'The money is ours',
    reversal: 'refund_in_full',
  },
  {
    axis: 'payment',
    name: 'refund_in_part',
    from: ['captured'],
    to: 'partially_refunded',
    needs: refundedInPart,
    effect: 'Part of the money goes back',
    reversal: 'reverse_refund',
  },
  {
    axis: 'payment',
    name: 'refund_in_full',
    from: ['captured', 'partially_refunded'],
    to: 'refunded',
    needs: refundedInFull,
    effect: 'All of the money went back',
    reversal: 'reverse_refund',
  },
  {
    axis: 'payment',
    name: 'reverse_refund',
    from: ['partially_refunded', 'refunded'],
    to: 'captured',
    needs: refundedNothing,
    effect: 'The refunded money came back to us',
    reversal: 'refund_in_full',
  },
  {
    axis: 'payment',
    name: 'reverse_refund_in_part',
    from: ['refunded'],
    to: 'partially_refunded',
    needs: refundedInPart,
    effect: 'Part of the refunded money came back to us',
    reversal: 'refund_in_full',
  },
  {
    axis: 'payment',
    name: 'dispute',
    from: ['captured', 'partially_refunded', 'refunded'],
    to: 'disputed',
    needs: captured,
    effect: 'Staff answer the bank',
    reversal: 'win_dispute',
  },
  {
    axis: 'payment',
    name: 'win_dispute',
    from: ['disputed'],
    to: 'captured',
    needs: refundedNothing,
    effect: 'The money stays ours',
    reversal: null,
  },
  {
    axis: 'payment',
    name: 'win_dispute_after_refund',
    from: ['disputed'],
    to: 'partially_refunded',
    needs: refundedInPart,
    effect: 'What was not refunded stays ours',
    reversal: null,
  },
  {
    axis: 'payment',
    name: 'close_dispute_after_refund',
    from: ['disputed'],
    to: 'refunded',
    needs: refundedInFull,
    effect: 'None: all of it had been refunded',
    reversal: null,
  },
  {
    axis: 'payment',
    name: 'lose_dispute',
    from: ['disputed'],
    to: 'charged_back',
    needs: chargedBack,
    effect: 'The bank takes the money back',
    reversal: null,
  },
] as const satisfies readonly Move<'payment', string>[]

const fulfilment = [
  {
    axis: 'fulfilment',
    name: 'await_tickets',
    from: ['not_due'],
    to: 'awaiting_tickets',
    needs: confirmed,
    effect: 'Staff or the supplier deliver tickets',
    reversal: 'close',
  },
  {
    axis: 'fulfilment',
    name: 'deliver_in_part',
    from: ['awaiting_tickets', 'failed'],
    to: 'partially_delivered',
    needs: someDelivered,
    effect: 'The customer gets some of the tickets',
    reversal: 'recall',
  },
  {
    axis: 'fulfilment',
    name: 'deliver',
    from: ['not_due', 'awaiting_tickets', 'partially_delivered', 'failed'],
    to: 'delivered',
    needs: allDelivered,
    effect: 'The customer gets the rest of the tickets',
    reversal: 'recall',
  },
  {
    axis: 'fulfilment',
    name: 'fail_delivery',
    from: ['not_due', 'awaiting_tickets', 'partially_delivered', 'delivered'],
    to: 'failed',
    needs: confirmed,
    effect: 'Staff fix the delivery',
    reversal: 'retry_delivery',
  },
  {
    axis: 'fulfilment',
    name: 'retry_delivery',
    from: ['failed'],
    to: 'awaiting_tickets',
    needs: confirmed,
    effect: 'Tickets are delivered again',
    reversal: 'fail_delivery',
  },
  {
    axis: 'fulfilment',
    name: 'recall',
    from: ['partially_delivered', 'delivered'],
    to: 'awaiting_tickets',
    needs: confirmed,
    effect: 'Tickets are no longer valid and are replaced',
    reversal: 'deliver',
  },
  {
    axis: 'fulfilment',
    name: 'close',
    from: ['awaiting_tickets', 'failed'],
    to: 'not_due',
    needs: ended,
    effect: 'Nothing is delivered any more',
    reversal: null,
  },
] as const satisfies readonly Move<'fulfilment', string>[]

const all = [...booking, ...payment, ...fulfilment] as const
/** @public docs/orders.md is generated from it. */
export const orderTransitions: readonly OrderTransition[] = all
export type OrderMove = (typeof all)[number]['name']

/** The moves that a list of statuses leaves open, whatever their preconditions say. */
function movesFrom(axes: OrderAxes): OrderTransition[] {
  return orderTransitions.filter(({ axis, from }) => (from as readonly string[]).includes(axes[axis]))
}

/** What an order is after a move; null where the table or its precondition refuses it. */
export function moved(facts: OrderFacts, name: OrderMove, now: number): OrderAxes | null {
  const move = movesFrom(facts).find((one) => one.name === name)
  if (!move?.needs.isMet(facts, now)) return null
  return { booking: facts.booking, payment: facts.payment, fulfilment: facts.fulfilment, [move.axis]: move.to }
}
