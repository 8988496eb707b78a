import { sql } from 'kysely'
import { t } from '../../core/i18n/language.ts'
import type { SellableDay } from '../products/sellability.ts'
import { causeWords } from '../products/sellability-labels.ts'

/** SQL for what is left of our own stock `s`: what is on hold past its deadline counts as free. */
export const stockLeft = sql`(s.capacity - s.taken + coalesce((select sum(h.quantity) from house_stock_holds h
  where h.stock_id = s.id and h.state = 'held' and h.held_until <= now()), 0))::integer`

/** A start time of a day, or the whole day where `time` is null, and what decides on whether it can be booked. */
interface SlotTerms {
  readonly day: SellableDay
  readonly time: string | null
  readonly timeZone: string
  readonly isMarketOpen: boolean
  /** What is left of our own stock then; null where we keep none. It goes before what the supplier said of the day. */
  readonly stock: number | null
  /** Places of that time that are the order's already. */
  readonly own?: number
}

export interface Slot {
  /** Places that are left; null for any number. */
  readonly left: number | null
  /** How many of them can be had; null for any number. */
  readonly available: number | null
  readonly isSoldOut: boolean
  /** Why it can't be booked, as a sentence; null where it can. */
  readonly problem: string | null
}

/** Whether a time of a day can be booked now. Quotes, orders and what partners read of days go by it. */
export function slotOf(terms: SlotTerms): Slot {
  const { day, stock, timeZone, own = 0 } = terms
  const free = stock ?? day.vacancies
  const left = free === null ? null : free + own
  const stop = stopOf(terms, left)
  const problem = {
    market: () => t('This product is not for sale.'),
    soldOut: () => t('Sold out.'),
    day: () => causeWords(day, timeZone),
    late: () =>
      t('{time} can’t be booked for this day any more. Choose a later time or another day.', {
        time: terms.time ?? '',
      }),
  }
  return {
    left,
    available: stop === null ? left : 0,
    isSoldOut: stop === 'soldOut',
    problem: stop === null ? null : problem[stop](),
  }
}

function stopOf({ day, time, isMarketOpen, own = 0 }: SlotTerms, left: number | null) {
  if (!isMarketOpen) return 'market'
  if (day.state !== 'open') return day.state === 'sold_out' ? 'soldOut' : 'day'
  // An order keeps its places at its own time, also once no one else can book it.
  if (own === 0 && time !== null && !day.times.includes(time)) return 'late'
  return left === 0 ? 'soldOut' : null
}
