import type { RefundProgress } from './purchase-ledger.ts'

// `is_refund_move` (0120_refunds.sql) has the same table, so that no program can make another move.

/** What a refund can become next. */
export const refundMoves: Readonly<Record<RefundProgress, readonly RefundProgress[]>> = {
  requested: ['approved', 'rejected'],
  approved: ['processing', 'succeeded', 'failed'],
  processing: ['succeeded', 'failed'],
  // A failed one is tried again; a gateway can also say late that it went through after all.
  failed: ['approved', 'succeeded'],
  // Banks send money back days after it arrived.
  succeeded: ['reversed'],
  reversed: [],
  rejected: [],
}

/** States in which its money counts against another refund, besides `succeeded`. */
const refundsUnderWay: readonly RefundProgress[] = ['requested', 'approved', 'processing']

/** What the refunds of an order add up to, as its row says it. */
export interface RefundSums {
  readonly refunded: number
  readonly pending: number
  /** The worst of them wins. */
  readonly state: 'none' | 'requested' | 'processing' | 'failed' | 'partial' | 'full'
}

export function refundSums(
  refunds: readonly { readonly state: RefundProgress; readonly amount: number }[],
  captured: number,
): RefundSums {
  const sumOf = (states: readonly RefundProgress[]) =>
    refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0)
  const [refunded, pending] = [sumOf(['succeeded']), sumOf(refundsUnderWay)]
  const has = (state: RefundProgress) => refunds.some((one) => one.state === state)
  if (has('failed')) return { refunded, pending, state: 'failed' }
  if (has('requested')) return { refunded, pending, state: 'requested' }
  if (pending > 0) return { refunded, pending, state: 'processing' }
  return { refunded, pending, state: refunded === 0 ? 'none' : refunded === captured ? 'full' : 'partial' }
}
