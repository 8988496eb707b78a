import type { Random } from './random.ts'
import { Weighted } from './random.ts'

const day = 86_400_000
const hour = 3_600_000
const daysOfSales = 730
/** Fewer than so many sales today, and the home page would look asleep. */
const leastToday = 24

/** January first: summer and the weeks before Christmas sell best. */
const months = [0.78, 0.82, 0.95, 1.05, 1.12, 1.22, 1.32, 1.28, 1.04, 0.94, 1.06, 1.2]
/** Sunday first. */
const weekdays = [1.12, 0.94, 0.9, 0.92, 0.98, 1.08, 1.06]
/** UTC. The quietest hours are night in Europe and in the Americas at once. */
const hours = [
  0.55, 0.42, 0.33, 0.27, 0.25, 0.3, 0.45, 0.7, 0.95, 1.15, 1.25, 1.3, 1.25, 1.2, 1.2, 1.25, 1.35, 1.5, 1.65, 1.75, 1.7,
  1.45, 1.1, 0.8,
]
const wholeDay = new Weighted(hours, (weight) => weight)

/**
 * When things are sold: over two years that end now, more each year, with seasons, weekdays and hours. Each
 * sale's moment follows from its number alone, and later numbers are never earlier.
 */
export class SaleCalendar {
  readonly #now: number
  readonly #total: number
  readonly #firstDay: number
  readonly #days: Weighted<number>
  /** The hours of today that have passed, the present one in part. */
  readonly #today: Weighted<number>

  /** `now` in milliseconds since 1970. */
  constructor(now: number, total: number) {
    this.#now = now
    this.#total = total
    this.#firstDay = Math.floor(now / day) * day - daysOfSales * day
    const weights = Array.from({ length: daysOfSales }, (_, index) => {
      const date = new Date(this.#firstDay + index * day)
      const growth = 1 + (0.6 * index) / daysOfSales
      return growth * (months[date.getUTCMonth()] ?? 1) * (weekdays[date.getUTCDay()] ?? 1)
    })
    const sum = weights.reduce((all, weight) => all + weight, 0)
    this.#today = new Weighted(
      hours.map((weight, index) => weight * this.#elapsed(index)),
      (weight) => weight,
    )
    const usual = ((weights.at(-7) ?? 1) * this.#today.total) / wholeDay.total
    weights.push(Math.max(usual, (sum * leastToday) / total))
    this.#days = new Weighted(weights, (weight) => weight)
  }

  /** How much of an hour of today has passed, from 0 to 1. */
  #elapsed(index: number): number {
    const passed = (this.#now % day) / hour - index
    return Math.min(1, Math.max(0, passed))
  }

  get firstMoment(): number {
    return this.#firstDay
  }

  /** When the sale of a number, counted from 0, was made. */
  momentOf(index: number, random: Random): number {
    return this.momentAt((index + random.next()) / this.#total)
  }

  /** The moment by which a share of all sales, from 0 to 1, has been made. */
  momentAt(share: number): number {
    const mass = Math.min(share, 1 - 1e-12) * this.#days.total
    const index = this.#days.indexAt(mass)
    return this.#firstDay + index * day + this.#within(this.#days.shareOf(mass, index), index === daysOfSales)
  }

  /** The number, counted from 0, of the first sale that is sure to be made no earlier than a moment. */
  firstFrom(moment: number): number {
    let [low, high] = [0, this.#total]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (this.momentAt(middle / this.#total) < moment) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Milliseconds into a day by which a share of its sales has been made. */
  #within(share: number, isToday: boolean): number {
    const clock = isToday ? this.#today : wholeDay
    if (clock.total === 0) return 0
    const mass = share * clock.total
    const index = clock.indexAt(mass)
    return Math.floor((index + clock.shareOf(mass, index) * (isToday ? this.#elapsed(index) : 1)) * hour)
  }
}
