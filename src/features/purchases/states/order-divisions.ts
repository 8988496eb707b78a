import { divisible } from './order-preconditions.ts'

/** What makes two orders of one, each with the statuses that there were. docs/orders.md is generated from it. */
export const orderDivisions = {
  split: {
    needs: divisible,
    effect: 'Items go to a new order with their share of payment, coupon and cost',
    reversal: null,
  },
} as const
