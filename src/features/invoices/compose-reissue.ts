import type { ChargedLine, DocumentLine, Figures, TaxTreatment } from './compose-invoice.ts'
import { composeInvoice, figuresOf, treated } from './compose-invoice.ts'
import type { RefundToRectify } from './compose-refund.ts'
import { composeRefund } from './compose-refund.ts'

export interface Reissue {
  /** All that is left of the invoice, below zero. */
  readonly takenBack: Figures
  /** What takes its place, as it should have been. */
  readonly reissued: Figures
}

interface ToReissue {
  readonly invoice: Figures & { readonly taxTreatment: TaxTreatment }
  /** What refunds took off it so far, below zero. */
  readonly credits: readonly Figures[]
  readonly taxTreatment: TaxTreatment
  /** The order as it is now, which knows the rates that an invoice without tax does not have. */
  readonly charged: readonly ChargedLine[]
  /** What of its refunds has documents. */
  readonly documented: readonly RefundToRectify[]
  /** What the order charges now. Left out where it is what is left of the invoice. */
  readonly charges?: number | undefined
}

/**
 * The figures of the document that takes an invoice back and of the one that replaces it. Both are about what refunds left of
 * it, line by line, so together they change no total. Where the order charges another amount now, the one that replaces it is made
 * of the lines of the order.
 *
 * @returns null where the order no longer says at which rates it was sold for this total
 */
export function composeReissue({
  invoice,
  credits,
  taxTreatment,
  charged,
  documented,
  charges,
}: ToReissue): Reissue | null {
  const lines = [...invoice.lines, ...credits.flatMap((credit) => likeThose(credit, invoice.pricesIncludeTax))]
  const left = figuresOf(lines, invoice.pricesIncludeTax)
  const takenBack = figuresOf(lines.map(backwards), invoice.pricesIncludeTax)
  const total = charges ?? left.gross
  if (total === left.gross && taxTreatment === invoice.taxTreatment) return { takenBack, reissued: left }
  if (total === left.gross && taxTreatment !== 'standard') return { takenBack, reissued: treated(left, taxTreatment) }
  const sold = composeInvoice(charged)
  const back = composeRefund(sold.taxes, [], documented)
  const net = figuresOf([...sold.lines, ...likeThose(back, sold.pricesIncludeTax)], sold.pricesIncludeTax)
  // A price that was lowered and given back is in the lines of the order already.
  const reissued = [net, sold].find(({ gross }) => gross === total)
  return reissued ? { takenBack, reissued: treated(reissued, taxTreatment) } : null
}

/** Refunds have prices with tax, also where the invoice has them without. */
export function likeThose(credit: Figures, pricesIncludeTax: boolean): readonly DocumentLine[] {
  return pricesIncludeTax === credit.pricesIncludeTax
    ? credit.lines
    : credit.lines.map((line) => ({ ...line, unitPrice: pricesIncludeTax ? line.gross : line.net }))
}

// Not -0 where a line is free of tax.
function backwards({ unitPrice, net, tax, gross, ...line }: DocumentLine): DocumentLine {
  return { ...line, unitPrice: 0 - unitPrice, net: 0 - net, tax: 0 - tax, gross: 0 - gross }
}
