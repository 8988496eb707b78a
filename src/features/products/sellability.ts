import { instantOf, localOf, offsetMinutes } from '../../core/zoned-time.ts'
import type { ProductStatus, SuspensionReason } from './product-statuses.ts'
import type { CutoffUnit, exceptionKinds, Weekday } from './product-options.ts'
import { weekdays } from './product-options.ts'

export const dayStates = ['open', 'sold_out', 'closed', 'blackout', 'stale'] as const
export type DayState = (typeof dayStates)[number]

interface OpeningRule {
  readonly from: string | null
  readonly until: string | null
  /** None: every day of the week. */
  readonly weekdays: readonly Weekday[]
  readonly opens: string | null
  readonly closes: string | null
}
interface OpeningException {
  readonly from: string
  readonly until: string | null
  readonly kind: (typeof exceptionKinds)[number]
  readonly cause: string | null
}

/** What decides on which days an option can be bought. Dates and times are local to `timeZone`. */
export interface Sellable {
  readonly status: ProductStatus
  readonly suspendedBecause: SuspensionReason | null
  readonly isActive: boolean
  readonly timeZone: string
  readonly startTimes: readonly string[]
  readonly cutoffAmount: number
  readonly cutoffUnit: CutoffUnit
  readonly openingRules: readonly OpeningRule[]
  readonly openingExceptions: readonly OpeningException[]
}

/** What the supplier reported for a day, in OCTO's terms, and when. */
export interface SupplierDay {
  readonly date: string
  readonly status: 'AVAILABLE' | 'FREESALE' | 'SOLD_OUT' | 'LIMITED' | 'CLOSED'
  readonly vacancies: number | null
  readonly capacity: number | null
  readonly checkedAt: string
}

type DayCause =
  | 'not_live'
  | 'suspended'
  | 'inactive'
  | 'past'
  | 'exception'
  | 'out_of_season'
  | 'weekday'
  | 'cutoff'
  | 'never_asked'
  | 'asked_long_ago'
  | 'supplier_closed'
  | 'no_places'
  | 'places'
  | 'freesale'
  | 'unlimited'

export interface SellableDay {
  readonly date: string
  readonly state: DayState
  readonly cause: DayCause
  /** Whatever the cause names: the reason of an exception or of a suspension, the moment the supplier was asked last. */
  readonly detail: string | null
  readonly vacancies: number | null
  /** Start times, or when it opens and closes, for a day on which it takes place. */
  readonly times: readonly string[]
}

/** Hours after which a supplier's report is no longer reliable. */
export const staleAfter = 24

const unitMinutes = { minute: 1, hour: 60, day: 1_440 } as const

export function weekdayOf(date: string): Weekday {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekdays[(day + 6) % 7] ?? 'mon'
}

const within = (date: string, from: string | null, until: string | null) =>
  (from === null || from <= date) && (until === null || date <= until)

function exceptionOf(option: Sellable, date: string): OpeningException | undefined {
  const found = option.openingExceptions.filter(({ from, until }) => within(date, from, until ?? from))
  // A rule that prevents a sale wins over one that allows it.
  return found.find(({ kind }) => kind === 'blackout') ?? found.find(({ kind }) => kind === 'closed') ?? found[0]
}

function timesOf(option: Sellable, rule: OpeningRule | undefined): string[] {
  if (option.startTimes.length > 0) return option.startTimes.toSorted()
  return rule && rule.opens !== null && rule.closes !== null ? [rule.opens, rule.closes] : []
}

/** The clock of a day in a zone. */
export interface DayClock {
  /** Minutes that it is ahead of UTC; null near a day when clocks change. */
  readonly offset: number | null
  /** The moment of a time of that day, in milliseconds, as `instantOf` reads it. */
  at(time: string): number
}

/** Asking a zone is slow, so each time is asked for only near a day when clocks change. */
export function clockOfDay(date: string, timeZone: string): DayClock {
  const start = Date.parse(`${date}T00:00:00Z`)
  const day = 86_400_000
  const offset = offsetMinutes(start - day, timeZone)
  if (offset !== offsetMinutes(start + 2 * day, timeZone))
    return { offset: null, at: (time) => Date.parse(instantOf(`${date}T${time}`, timeZone).instant) }
  return { offset, at: (time) => Date.parse(`${date}T${time}Z`) - offset * 60_000 }
}

/**
 * The last moment when that day can still be booked, in milliseconds.
 */
function bookableUntil(option: Sellable, clock: DayClock, times: readonly string[]): number {
  const overnight = option.startTimes.length === 0 && times.length === 2 && (times[1] ?? '') < (times[0] ?? '')
  const last = overnight ? '23:59' : (times.at(-1) ?? '23:59')
  return clock.at(last) - option.cutoffAmount * unitMinutes[option.cutoffUnit] * 60_000
}

/**
 * Whether a day can be sold, and the single most relevant reason: first our decisions about the whole product, then the
 * day's own exceptions and rules, then how fresh the supplier's report is, then the report itself.
 *
 * @param supplier - null if the supplier has reported nothing about the day
 * @param now - in milliseconds
 */
export function dayOf(option: Sellable, date: string, supplier: SupplierDay | null, now: number): SellableDay {
  const exception = exceptionOf(option, date)
  const inSeason = option.openingRules.filter(({ from, until }) => within(date, from, until))
  const rule = inSeason.find((one) => one.weekdays.length === 0 || one.weekdays.includes(weekdayOf(date)))
  const times = timesOf(option, rule)
  const clock = clockOfDay(date, option.timeZone)
  // Of today's start times, those that are over or past their cut-off can't be booked any more.
  const left =
    option.startTimes.length === 0 ? times : times.filter((time) => now <= bookableUntil(option, clock, [time]))
  const day = (state: DayState, cause: DayCause, detail: string | null = null): SellableDay => ({
    date,
    state,
    cause,
    detail,
    vacancies: state === 'open' ? (supplier?.vacancies ?? null) : null,
    times: state === 'open' || state === 'sold_out' ? left : [],
  })
  if (option.status === 'suspended') return day('closed', 'suspended', option.suspendedBecause)
  if (option.status !== 'live') return day('closed', 'not_live', option.status)
  if (!option.isActive) return day('closed', 'inactive')
  if (date < localOf(now, option.timeZone).slice(0, 10)) return day('closed', 'past')
  if (exception && exception.kind !== 'open') return day(exception.kind, 'exception', exception.cause)
  if (!exception && option.openingRules.length > 0 && !rule)
    return day('closed', inSeason.length > 0 ? 'weekday' : 'out_of_season')
  if (now > bookableUntil(option, clock, times)) return day('closed', 'cutoff')
  return bySupplier(supplier, now, day)
}

function bySupplier(
  supplier: SupplierDay | null,
  now: number,
  day: (state: DayState, cause: DayCause, detail?: string | null) => SellableDay,
): SellableDay {
  if (supplier === null) return day('stale', 'never_asked')
  if (now - Date.parse(supplier.checkedAt) > staleAfter * 3_600_000)
    return day('stale', 'asked_long_ago', supplier.checkedAt)
  if (supplier.status === 'CLOSED') return day('closed', 'supplier_closed')
  if (supplier.status === 'SOLD_OUT' || supplier.vacancies === 0) return day('sold_out', 'no_places')
  if (supplier.status === 'FREESALE') return day('open', 'freesale')
  return day('open', supplier.vacancies === null ? 'unlimited' : 'places')
}

/** How many days ahead a list counts the days that an option can be sold on, including today. */
export const daysAhead = 30

/** Every day of a month `2026-02`. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

/** A month so many months later, or before. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
