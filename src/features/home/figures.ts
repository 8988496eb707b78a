import { msg } from '../../core/i18n/language.ts'
import type { PermissionObject } from '../../core/access/permissions.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { instantOf, localOf } from '../../core/zoned-time.ts'

/** The day that figures cover: midnight to midnight in one time zone. */
export interface Day {
  readonly zone: string
  readonly date: string
  readonly from: string
  readonly to: string
  readonly now: string
}

/** A number on the home page, and the list of exactly the records that it counts. */
export interface Figure {
  readonly key: string
  readonly label: string
  /** What is counted, as an explanation beside the figure. */
  readonly means: string
  readonly resource: 'purchases' | 'coupons'
  readonly object: PermissionObject
  readonly group: 'Today' | 'Waiting for a decision' | 'Coming up'
  /** A number above nought wants attention. */
  readonly isAlarm?: boolean
  filter(day: Day): Filter
}

const purchases = { resource: 'purchases', object: 'purchases' } as const

/** The home page's numbers in their order. Each is counted by the very filter that its list opens with. */
export const figures: readonly Figure[] = [
  {
    ...purchases,
    key: 'orders',
    group: msg('Today'),
    label: msg('Orders'),
    means: msg('Purchases placed since midnight'),
    filter: ({ from, to }) => ({ createdAt: { gte: from, lt: to } }),
  },
  {
    ...purchases,
    key: 'confirmed',
    group: msg('Today'),
    label: msg('Confirmed'),
    means: msg('Purchases placed since midnight that are confirmed or completed'),
    filter: ({ from, to }) => ({ createdAt: { gte: from, lt: to }, bookingStatus: ['confirmed', 'completed'] }),
  },
  {
    ...purchases,
    key: 'travelling',
    group: msg('Today'),
    label: msg('Travelling'),
    means: msg('Confirmed purchases whose date is today, on the clocks where they take place'),
    filter: ({ date }) => ({ travelDate: date, bookingStatus: ['confirmed', 'completed'] }),
  },
  {
    ...purchases,
    key: 'refunded',
    group: msg('Today'),
    label: msg('Refunded'),
    means: msg('Purchases placed since midnight of which some or all has been paid back'),
    filter: ({ from, to }) => ({ createdAt: { gte: from, lt: to }, refundState: ['partial', 'full'] }),
  },
  {
    ...purchases,
    key: 'needs-action',
    group: msg('Waiting for a decision'),
    label: msg('Need action'),
    means: msg('Purchases that wait for a member of staff to do something'),
    filter: () => ({ needsAction: true }),
  },
  {
    ...purchases,
    key: 'overdue',
    group: msg('Waiting for a decision'),
    label: msg('Overdue'),
    isAlarm: true,
    means: msg('Purchases that need action and are past their due time'),
    filter: ({ now }) => ({ needsAction: true, dueAt: { lt: now } }),
  },
  {
    ...purchases,
    key: 'pending-supplier',
    group: msg('Waiting for a decision'),
    label: msg('Pending at the supplier'),
    means: msg('Purchases that a supplier has not yet confirmed'),
    filter: () => ({ bookingStatus: ['pending_supplier'] }),
  },
  {
    ...purchases,
    key: 'failed-refunds',
    group: msg('Waiting for a decision'),
    label: msg('Failed refunds'),
    isAlarm: true,
    means: msg('Purchases with a refund that did not go through'),
    filter: () => ({ refundState: ['failed'] }),
  },
  {
    ...purchases,
    key: 'disputes',
    group: msg('Waiting for a decision'),
    label: msg('Disputes'),
    isAlarm: true,
    means: msg('Purchases whose payment the customer has disputed'),
    filter: () => ({ paymentStatus: ['disputed'] }),
  },
  {
    ...purchases,
    key: 'undelivered',
    group: msg('Coming up'),
    label: msg('Undelivered within 48 hours'),
    isAlarm: true,
    means: msg('Confirmed purchases for today or the next two days whose tickets are not all delivered'),
    filter: ({ date }) => ({
      bookingStatus: ['confirmed'],
      fulfilmentStatus: ['awaiting_tickets', 'partially_delivered', 'failed'],
      travelDate: { gte: date, lte: addDays(date, 2) },
    }),
  },
  {
    ...purchases,
    key: 'next-week',
    group: msg('Coming up'),
    label: msg('Travelling in the next 7 days'),
    means: msg('Confirmed purchases whose date is today or one of the six days after'),
    // Written like the filter bar's own filters, so that the list moves on with the calendar and matches the figure.
    filter: ({ zone }) => ({ bookingStatus: ['confirmed'], travelDate: { during: 'next7Days', zone } }),
  },
  {
    key: 'coupons-ending',
    resource: 'coupons',
    object: 'coupons',
    group: msg('Coming up'),
    label: msg('Coupons ending within 7 days'),
    means: msg('Active coupons whose validity ends within seven days'),
    filter: ({ now }) => ({
      state: ['active'],
      validUntil: { gte: now, lt: new Date(Date.parse(now) + 7 * 86_400_000).toISOString() },
    }),
  },
]

/** Purchases that never became sales. */
export const unsold = ['pending_payment', 'expired', 'rejected'] as const

/** The purchases that a row of today's sales adds up. */
export function salesFilter({ from, to }: Day, currency: string): Filter {
  return { createdAt: { gte: from, lt: to }, currency, bookingStatus: { not: [...unsold] } }
}

/** A calendar day some days later. */
function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The day that an instant falls on in a time zone. */
export function dayOf(now: Date, zone: string): Day {
  const date = localOf(now, zone).slice(0, 10)
  return {
    zone,
    date,
    now: now.toISOString(),
    from: instantOf(`${date}T00:00`, zone).instant,
    to: instantOf(`${addDays(date, 1)}T00:00`, zone).instant,
  }
}
