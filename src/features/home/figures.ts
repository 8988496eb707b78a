import { msg } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import type { Day } from './day.ts'
import { addDays, weekBefore } from './day.ts'

/** When the reader was last here, ISO 8601, and the day. */
export interface Moment extends Day {
  readonly since: string
}

/** A number on the home page, and the list of exactly the records that it counts. */
export interface Figure {
  readonly key: string
  readonly label: string
  /** What is counted, as an explanation beside the figure. */
  readonly means: string
  readonly resource: string
  readonly group: FigureGroup
  /** A number above nought wants attention. */
  readonly isAlarm?: boolean
  filter(moment: Moment): Filter
  /** What the number is compared with. */
  before?(moment: Moment): Filter
}

export const figureGroups = ['today', 'waiting', 'coming', 'since'] as const
type FigureGroup = (typeof figureGroups)[number]

/** The purchases that a row of today's sales adds up, or with several currencies the total below the rows. */
export function salesFilter({ from, to }: Pick<Day, 'from' | 'to'>, currency: string | string[]): Filter {
  return { createdAt: { gte: from, lt: to }, currency, isSale: true }
}

/** The refunds that a row of today's sales or their total adds up, of orders of any day. */
export function refundsFilter({ from, to }: Pick<Day, 'from' | 'to'>, currency: string | string[]): Filter {
  return { state: ['succeeded'], succeededAt: { gte: from, lt: to }, currency }
}

const sold = ({ from, to }: { from: string; to: string }): Filter => ({
  createdAt: { gte: from, lt: to },
  isSale: true,
})

const purchases = { resource: 'purchases' } as const

/** The home page's numbers in their order. Each is counted by the very filter that its list opens with. */
export const figures: readonly Figure[] = [
  {
    ...purchases,
    key: 'orders',
    group: 'today',
    label: msg('Orders today'),
    means: msg(
      'Purchases placed since midnight, without those that are unpaid, expired, rejected or were cancelled before payment',
    ),
    filter: sold,
    before: (moment) => sold(weekBefore(moment)),
  },
  {
    ...purchases,
    key: 'to-do',
    group: 'today',
    label: msg('To do'),
    means: msg('Purchases that need action from staff'),
    filter: () => ({ waits: true }),
  },
  {
    ...purchases,
    key: 'overdue',
    group: 'today',
    label: msg('Overdue'),
    isAlarm: true,
    means: msg('Purchases that need action and are past their due time'),
    filter: () => ({ isOverdue: true }),
  },
  {
    key: 'refunds',
    resource: 'refunds',
    group: 'today',
    label: msg('Refunds today'),
    means: msg('Refunded since midnight, for orders from any day'),
    filter: ({ from, to }) => ({ state: ['succeeded'], succeededAt: { gte: from, lt: to } }),
  },
  {
    ...purchases,
    key: 'travelling',
    group: 'today',
    label: msg('Travelling today'),
    means: msg('Confirmed or completed purchases for today, in local time'),
    filter: ({ date }) => ({ travelDate: date, bookingStatus: ['confirmed', 'completed'] }),
  },
  {
    ...purchases,
    key: 'undelivered',
    group: 'coming',
    label: msg('Undelivered, for today or tomorrow'),
    isAlarm: true,
    means: msg('Confirmed purchases for today or tomorrow whose tickets are not all delivered'),
    filter: ({ date }) => ({
      bookingStatus: ['confirmed'],
      fulfilmentStatus: ['awaiting_tickets', 'partially_delivered', 'failed'],
      travelDate: { gte: date, lte: addDays(date, 1) },
    }),
  },
  {
    ...purchases,
    key: 'next-week',
    group: 'coming',
    label: msg('Travelling in the next 7 days'),
    means: msg('Confirmed purchases whose date is today or one of the six days after'),
    // Written like the filter bar's own filters, so that the list moves on with the calendar and matches the figure.
    filter: ({ zone }) => ({ bookingStatus: ['confirmed'], travelDate: { during: 'next7Days', zone } }),
  },
  {
    key: 'coupons-ending',
    resource: 'coupons',
    group: 'coming',
    label: msg('Coupons ending within 7 days'),
    means: msg('Active coupons whose validity ends within seven days'),
    filter: ({ now }) => ({ state: ['active'], validUntil: { gte: now, lt: hoursAfter(now, 7 * 24) } }),
  },
  {
    key: 'events-starting-sales',
    resource: 'events',
    group: 'coming',
    label: msg('Events going on sale within 7 days'),
    means: msg('Events whose sale starts within seven days'),
    filter: ({ now }) => ({ onSaleAt: { gte: now, lt: hoursAfter(now, 7 * 24) } }),
  },
  {
    key: 'aliases-publishing',
    resource: 'aliases',
    group: 'coming',
    label: msg('Aliases publishing within 7 days'),
    means: msg('Aliases that publish by themselves within seven days'),
    filter: ({ now }) => ({ publishAt: { gte: now, lt: hoursAfter(now, 7 * 24) } }),
  },
  {
    key: 'refunds-failed',
    resource: 'refunds',
    group: 'waiting',
    isAlarm: true,
    label: msg('Refunds that failed'),
    means: msg('Refunds that their provider refused and that can be tried again'),
    filter: () => ({ state: ['failed'] }),
  },
  {
    key: 'refunds-came-back',
    resource: 'refunds',
    group: 'waiting',
    isAlarm: true,
    label: msg('Refunds that came back'),
    means: msg('Refunds that a bank returned after they had arrived, for customers who have had no other refund since'),
    filter: () => ({ state: ['reversed'], isOwed: true }),
  },
  {
    key: 'drift',
    resource: 'product-drifts',
    group: 'waiting',
    label: msg('Supplier changes to decide'),
    means: msg('Open entries of the drift inbox'),
    filter: () => ({ state: ['open'] }),
  },
  {
    key: 'alias-reviews',
    resource: 'alias-reviews',
    group: 'waiting',
    label: msg('Alias reviews to check'),
    means: msg('Reviews to decide'),
    filter: () => ({ status: ['pending'] }),
  },
  {
    key: 'product-reviews',
    resource: 'product-reviews',
    group: 'waiting',
    label: msg('Product reviews to check'),
    means: msg('Reviews to decide'),
    filter: () => ({ status: ['pending'] }),
  },
  {
    key: 'lineup-reviews',
    resource: 'lineup-reviews',
    group: 'waiting',
    label: msg('Lineup reviews to check'),
    means: msg('Reviews to decide'),
    filter: () => ({ status: ['pending'] }),
  },
  {
    key: 'broken-aliases',
    resource: 'aliases',
    group: 'waiting',
    isAlarm: true,
    label: msg('Aliases with broken links'),
    means: msg('Aliases whose texts link to something that is missing or not published'),
    filter: () => ({ brokenLinkCount: { gte: 1 } }),
  },
  {
    key: 'broken-pages',
    resource: 'static-pages',
    group: 'waiting',
    isAlarm: true,
    label: msg('Static pages with broken links'),
    means: msg('Static pages whose texts link to something that is missing or not published'),
    filter: () => ({ brokenLinkCount: { gte: 1 } }),
  },
  {
    key: 'unmatched-sections',
    resource: 'venues',
    group: 'waiting',
    label: msg('Venues with sections we can’t place'),
    means: msg('Venues where sellers name sections that no seat map has'),
    filter: () => ({ unplacedCount: { gte: 1 } }),
  },
  {
    key: 'duplicate-performers',
    resource: 'performers',
    group: 'waiting',
    label: msg('Performers with a likely duplicate'),
    means: msg('Performers that look like another one'),
    filter: () => ({ duplicateCount: { gte: 1 } }),
  },
  {
    key: 'moved-performances',
    resource: 'performances',
    group: 'waiting',
    isAlarm: true,
    label: msg('Moved performances with customers not notified'),
    means: msg('Performances with a new date or time whose customers have not been notified'),
    filter: () => ({ needsNotice: true }),
  },
  {
    ...purchases,
    key: 'since-orders',
    group: 'since',
    label: msg('Orders placed'),
    means: msg('Purchases placed since then'),
    filter: ({ since }) => ({ createdAt: { gte: since } }),
  },
  {
    key: 'since-drift',
    resource: 'product-drifts',
    group: 'since',
    label: msg('Supplier changes to decide'),
    means: msg('Open entries of the drift inbox that came since then'),
    filter: ({ since }) => ({ state: ['open'], createdAt: { gte: since } }),
  },
  {
    key: 'since-alias-reviews',
    resource: 'alias-reviews',
    group: 'since',
    label: msg('Alias reviews to check'),
    means: msg('Reviews of aliases that came since then'),
    filter: ({ since }) => ({ status: ['pending'], submittedAt: { gte: since } }),
  },
  {
    key: 'since-product-reviews',
    resource: 'product-reviews',
    group: 'since',
    label: msg('Product reviews to check'),
    means: msg('Reviews of products that came since then'),
    filter: ({ since }) => ({ status: ['pending'], submittedAt: { gte: since } }),
  },
]

function hoursAfter(now: string, hours: number): string {
  return new Date(Date.parse(now) + hours * 3_600_000).toISOString()
}
