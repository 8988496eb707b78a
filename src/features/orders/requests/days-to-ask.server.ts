import { sql } from 'kysely'
import { invalid } from '../../../core/errors/errors.ts'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { Sellable, SellableDay, SupplierDay } from '../../products/sellability.ts'
import { dayOf } from '../../products/sellability.ts'
import { sellableOption, supplierDays } from '../../products/sellability.server.ts'

/** What is asked to move. */
interface Visit {
  readonly optionId: number
  /** Of its order, all of whom move. */
  readonly quantity: number
  /** `19:30`, or null where only a day is agreed. */
  readonly localTime: string | null
  readonly localDate: string
  /** At the place. */
  readonly today: string
}

/** A day on which a visit can be, with its start times. */
export interface OpenDay {
  readonly date: string
  readonly times: string[]
}

/** Days that a customer is offered: the supplier's word about later ones changes until then. */
const maxDays = 60
const maxNamed = 3

/** Days with places for everyone of an order, the next first. */
export async function openDaysOf(db: Db, visit: Visit, now: number): Promise<OpenDay[]> {
  const option = await sellableOption(db, visit.optionId)
  if (!option) return []
  const { rows } = await sql<SupplierDay>`
    select local_date as date, status, vacancies, capacity, checked_at as "checkedAt" from product_availabilities
    where product_option_id = ${visit.optionId} and local_date >= ${visit.today}::date and local_date <> ${visit.localDate}::date
      and status not in ('CLOSED', 'SOLD_OUT')
    order by local_date limit ${maxDays * 3}`.execute(db)
  return rows
    .map((supplier) => dayOf(option, supplier.date, supplier, now))
    .filter((day) => hasPlaces(day, visit))
    .slice(0, maxDays)
    .map((day) => ({ date: day.date, times: startTimesOf(option, day) }))
}

/** The start times of a day that can still be booked. */
const startTimesOf = ({ startTimes }: Sellable, { times }: SellableDay) => (startTimes.length > 0 ? [...times] : [])

const hasPlaces = ({ state, vacancies }: SellableDay, { quantity }: Visit) =>
  state === 'open' && (vacancies === null || vacancies >= quantity)

/**
 * Refuses a day and a time that can’t be sold now.
 *
 * @param time null for the time that the visit has
 * @throws Refusal 422 with a sentence for `date` or `time`
 */
export async function assertCanBeAsked(
  db: Db,
  visit: Visit,
  { date, time }: { readonly date: string; readonly time: string | null },
  now: number,
): Promise<void> {
  if (date < visit.today) throw invalid({ date: t('Choose today or a later day.') })
  const isSameDay = date === visit.localDate
  if (isSameDay && (time === null || time === visit.localTime))
    throw invalid({ date: t('The order is for this day already.') })
  const option = await sellableOption(db, visit.optionId)
  const supplier = (await supplierDays(db, visit.optionId, [date])).get(date) ?? null
  const day = option ? dayOf(option, date, supplier, now) : null
  // Of its own day the visit has places already.
  const isFree = day !== null && (isSameDay ? day.state === 'open' || day.state === 'sold_out' : hasPlaces(day, visit))
  if (!isFree) throw invalid({ date: await whyNot(db, visit, day, now) })
  if (option) checkTime(option, day, { time: time ?? visit.localTime, isChosen: time !== null })
}

async function whyNot(db: Db, visit: Visit, day: SellableDay | null, now: number): Promise<string> {
  const next = (await openDaysOf(db, visit, now)).slice(0, maxNamed).map(({ date }) => formatDate(date))
  const isFull = day?.state === 'sold_out' || day?.state === 'open'
  if (next.length === 0) return isFull ? t('No day has places for your party.') : t('No day is on sale.')
  return isFull
    ? t('This day has no places for your party. Next days with places: {days}.', { days: next.join('; ') })
    : t('This day is not on sale. Next days with places: {days}.', { days: next.join('; ') })
}

interface ChosenTime {
  readonly time: string | null
  /** The customer named it; it is not just the one that the visit has. */
  readonly isChosen: boolean
}

function checkTime(option: Sellable, day: SellableDay, { time, isChosen }: ChosenTime): void {
  if (option.startTimes.length === 0) {
    if (isChosen) throw invalid({ time: t('This visit has no start time. Leave the time out.') })
    return
  }
  const times = startTimesOf(option, day)
  if (time === null || !times.includes(time))
    throw invalid({ time: t('Choose a start time: {times}.', { times: times.join(', ') }) })
}
