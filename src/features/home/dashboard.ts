import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { arrangement } from './arrangement.ts'
import { figureGroups } from './figures.ts'

const filter = z.record(z.string(), z.any())

const figure = z.object({
  key: z.string(),
  group: z.enum(figureGroups),
  label: z.string(),
  means: z.string(),
  isAlarm: z.boolean(),
  resource: z.string(),
  /** The list that shows exactly what was counted opens with this filter. */
  filter,
  count: z.int(),
  /** There are more than `count`. */
  isCapped: z.boolean(),
  /** The same a week ago, up to this time of day; absent where it is not compared. */
  before: z.nullable(z.int()),
})

const queue = z.object({
  nextStep: z.string(),
  overdue: z.int(),
  today: z.int(),
  later: z.int(),
  /** When the first of them is due; null where none has a due time. */
  dueAt: z.nullable(z.string()),
  filter,
})

/** A day’s sales in one currency, in its minor units. */
const sale = z.object({
  currency: z.string(),
  orders: z.int(),
  gross: z.int(),
  margin: z.int(),
  /** What the margin is of: gross of the orders that their suppliers have confirmed. */
  confirmedGross: z.int(),
  /** Paid back today, for orders of any day. */
  refunded: z.int(),
  /** Gross a week ago, up to this time of day. */
  grossBefore: z.int(),
})

/** The day's sales of all currencies in the reporting currency, in its minor units. */
const reporting = z.object({
  currency: z.string(),
  gross: z.int(),
  margin: z.int(),
  confirmedGross: z.int(),
  refunded: z.int(),
  /** When the oldest rate that was used became valid; null where nothing had to be converted. */
  asOf: z.nullable(z.string()),
  /** Who says what the rates are. */
  sources: z.array(z.string()),
  /** Currencies that are not in these totals, because they have no rate that is still valid. */
  without: z.array(z.string()),
})

/** A worker that fails, is late or falls behind. */
const worker = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(['failing', 'late', 'growing']),
  /** How much waits for it, where that grows, and since when. */
  queue: z.nullable(z.object({ waiting: z.int(), since: z.string() })),
})

const dashboard = z.object({
  zone: z.string(),
  date: z.string(),
  /** When the figures were counted. */
  at: z.string(),
  /** When the caller was last here in an earlier session; a week ago where there is none. */
  since: z.string(),
  /** No earlier session of the caller is known. */
  isFirstSession: z.boolean(),
  figures: z.array(figure),
  /** What waits for staff by its next step, the first due first; null for callers who cannot see purchases. */
  queues: z.nullable(z.array(queue)),
  /** Today's sales, one row per currency, largest count first; null for callers who cannot see purchases. */
  sales: z.nullable(z.array(sale)),
  /** Null for callers who cannot see purchases. */
  reporting: z.nullable(reporting),
  /** Null for callers who cannot see settings. */
  workers: z.nullable(z.array(worker)),
  /** Providers whose prepaid balance is below what was agreed to warn at. */
  balances: z.nullable(
    z.array(z.object({ code: z.string(), name: z.string(), amount: z.int(), currency: z.string() })),
  ),
  /** Those that do not answer, and those with tickets on sale but no mapped event. */
  providers: z.nullable(
    z.array(z.object({ code: z.string(), name: z.string(), state: z.enum(['failing', 'paused', 'unmapped']) })),
  ),
  /** Of the caller’s account. */
  arrangement,
})

const zone = z.optional(z.string().check(z.maxLength(64)))

/** The home page in one call. It includes only what the caller can see, so no figure links to a refusal. */
export const readDashboard = defineEndpoint('GET /rest/data/dashboard', {
  summary: 'Today’s figures, each with the filter of the list behind it',
  access: 'signed-in',
  query: z.object({ zone }),
  output: dashboard,
  tag: 'Home',
})

/** How many days the chart shows; as many before them are what they compare with. */
export const shownDays = 30

/** What the charts of the home page draw. */
export const readSalesHistory = defineEndpoint('GET /rest/data/dashboard/sales', {
  summary: 'Sales of each of the last 60 days by currency, the oldest day first',
  access: ['purchases', 'ui'],
  query: z.object({ zone }),
  output: z.object({
    zone: z.string(),
    dates: z.array(z.string()),
    /** The currency with the most orders first. */
    currencies: z.array(
      z.object({
        currency: z.string(),
        orders: z.array(z.int()),
        /** In minor units of the currency. */
        gross: z.array(z.int()),
        margin: z.array(z.int()),
        /** Paid back on the day, for orders of any day. */
        refunded: z.array(z.int()),
      }),
    ),
    /** Confirmed and completed purchases whose own date is each of these days. */
    travelling: z.array(z.int()),
    /** Purchases that waited for staff at the end of each day, from the first day that was counted; the last is today’s. */
    waiting: z.array(z.int()),
  }),
  tag: 'Home',
})
