import type { StockLine } from './house-stock.server.ts'

/** What is asked of a supplier, by action. `key` is the order's: asking again with it does nothing twice. */
export interface SupplierRequests {
  readonly hold: { readonly lines: readonly StockLine[]; readonly seconds: number }
  readonly book: Readonly<Record<never, never>>
  readonly cancel: Readonly<Record<never, never>>
}
export type SupplierAction = keyof SupplierRequests

export interface SupplierAnswers {
  readonly hold: { readonly heldUntil: string }
  readonly book: { readonly status: 'CONFIRMED' | 'PENDING' }
  readonly cancel: { readonly returned: number }
}

/**
 * What every supplier can do for an order, our own stock included. It throws a Refusal where the supplier says no, which is
 * an answer; anything else that it throws means that no one knows, and the call is repeated with its key.
 */
export type SupplierPort = {
  readonly [A in SupplierAction]: (key: string, request: SupplierRequests[A]) => Promise<SupplierAnswers[A]>
}
