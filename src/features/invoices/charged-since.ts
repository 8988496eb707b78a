import type { IssuedDocument } from './invoice.endpoints.ts'
import { creditsOf, currentInvoice } from './document-chain.ts'

/** What of an order says whether its invoice is still right. Amounts are in minor units of its currency. */
interface Charged {
  readonly grandTotal: number
  readonly captured: number
  /** Refunds that succeeded: those that no document is for yet, and what of the others has documents. */
  readonly refunds: readonly { readonly id: number; readonly amount: number }[]
  readonly documented: readonly { readonly amount: number }[]
  readonly issued: readonly IssuedDocument[]
}

/** What the invoice has to be for once it is reissued. */
interface ChargedSince {
  readonly gross: number
  /** Refunds that lowered the price of the order. What is reissued is without them, so they need no refund invoice. */
  readonly covered: readonly { readonly id: number; readonly amount: number }[]
}

/**
 * What an order charges now, where its invoice says another amount because a change of the order was paid after it. Null where the
 * invoice is right, and where the price and the payments do not agree yet: staff have to decide on what was paid too much first.
 */
export function chargedSince({ grandTotal, captured, refunds, documented, issued }: Charged): ChargedSince | null {
  const invoice = currentInvoice(issued)
  if (!invoice) return null
  const left = creditsOf(issued, invoice).reduce((all, { gross }) => all + gross, invoice.gross)
  const charged = captured - sumOf(documented)
  // What refunds took back in full cannot be taken back again.
  if (left <= 0 || charged <= left) return null
  const all = refunds.map(({ id, amount }) => ({ id, amount }))
  const possible = [
    // All that went back lowered the price.
    { gross: grandTotal, covered: all, isRight: grandTotal === charged - sumOf(refunds) },
    // Nothing that went back did: refund invoices say it.
    { gross: charged, covered: [], isRight: grandTotal === captured },
    // What has documents did, and the rest did not.
    { gross: grandTotal, covered: [], isRight: grandTotal === charged },
  ]
  const right = possible.find(({ isRight, gross }) => isRight && gross > 0 && gross !== left)
  return right ? { gross: right.gross, covered: right.covered } : null
}

/** Whether what went back was never invoiced, such as the price of a change that was paid and could not be made. */
export function wasNeverInvoiced({ grandTotal, captured, refunds, documented, issued }: Charged): boolean {
  const invoice = currentInvoice(issued)
  if (!invoice) return false
  const left = creditsOf(issued, invoice).reduce((all, { gross }) => all + gross, invoice.gross)
  const charged = captured - sumOf(documented)
  return charged > left && charged - sumOf(refunds) === left && grandTotal === left
}

function sumOf(all: readonly { readonly amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0)
}
