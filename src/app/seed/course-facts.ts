import type { RefundReason, TimelineKind } from '../../features/purchases/states/purchase-ledger.ts'
import type {
  BookingStatus,
  FulfilmentStatus,
  PaymentStatus,
  RefundState,
} from '../../features/purchases/states/purchase-states.ts'
import type { StoredText } from '../../platform/stored-texts/stored-text.ts'
import type { Basket } from './basket.ts'
import type { Price } from './pricing.ts'
import type { Random } from './random.ts'

/** Something that happened to a purchase. */
export interface Occurrence {
  readonly at: number
  readonly kind: TimelineKind
  readonly by: 'customer' | 'staff' | 'supplier' | 'system'
  readonly amount?: number
  /** A sentence of ours, which each reader has in their language, or a code or words of others. */
  readonly detail?: StoredText | string
}

export interface RefundCourse {
  readonly state: 'requested' | 'approved' | 'processing' | 'succeeded' | 'failed'
  readonly amount: number
  readonly kind: 'lines' | 'goodwill'
  readonly reason: RefundReason
  readonly by: 'customer' | 'supplier' | 'staff'
  readonly at: number
  readonly doneAt: number | null
}

/** A purchase's history so far: its state on each axis, and how it got there. */
export interface Course {
  readonly booking: BookingStatus
  readonly payment: PaymentStatus
  readonly fulfilment: FulfilmentStatus
  readonly refundState: RefundState
  readonly isPaymentKept: boolean
  /** The payment's own outcome; `none` when the customer never got as far as paying. */
  readonly paid: 'captured' | 'authorised' | 'voided' | 'none'
  readonly failedAttempts: number
  readonly paidAt: number | null
  readonly refund: RefundCourse | null
  readonly isChargedBack: boolean
  /** When the provider said yes; null: it has not. */
  readonly confirmedAt: number | null
  /** What we owe the provider, in percent of the net price. */
  readonly owed: number
  readonly delivered: number
  readonly redeemedAt: number | null
  readonly dueAt: number | null
  /** Until when its places are kept while staff or the customer decide. */
  readonly heldUntil: number | null
  readonly riskScore: number
  readonly riskReasons: readonly string[]
  readonly occurrences: readonly Occurrence[]
}

/** What a purchase's course is built from. Moments in milliseconds since 1970. */
export interface Setting {
  readonly random: Random
  readonly basket: Basket
  readonly price: Price
  readonly channel: string
  readonly moment: number
  readonly now: number
  /** The checks of its card fail, so that it waits for staff to review it. */
  readonly isSuspicious: boolean
}

/** A course while it is being built. */
export type CourseDraft = { -readonly [K in keyof Course]: Course[K] } & { occurrences: Occurrence[] }

export const declines = [
  'insufficient_funds',
  'do_not_honor',
  'expired_card',
  'authentication_required',
  'lost_card',
] as const
