import type { Basket } from './basket.ts'
import type { Course } from './course-facts.ts'
import type { Contact } from './people.ts'
import type { Price } from './pricing.ts'

/** The sums that a purchase carries, as its payments and refunds add up to. */
export interface Money {
  readonly captured: number
  readonly refunded: number
  readonly pending: number
  readonly chargedBack: number
  readonly fee: number
}

/** One sale with all that is known of it: who bought what for how much, and how it went. */
export interface Sale {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly moment: number
  readonly contact: Contact
  readonly channel: string
  readonly basket: Basket
  readonly price: Price
  readonly course: Course
  readonly money: Money
}
