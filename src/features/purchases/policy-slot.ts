import { defineSlot } from '../../ui/slots.ts'
import type { Purchase } from './purchases.ts'

export interface PolicyClockProps {
  readonly purchase: Purchase
  /** Until when all that was paid goes back on request; null without such an offer. */
  readonly offeredUntil: string | null
  /** Whether its performance was cancelled: all that was paid goes back. */
  readonly isCalledOff?: boolean
}

/** How much of an order is refunded until when, on the page that changes it. */
export const policyClock = defineSlot<PolicyClockProps>('order-policy-clock')
