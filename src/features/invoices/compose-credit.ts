import { allocate, taxWithin } from '../../core/money.ts'
import type { DocumentLine, Figures, RateTotal, TaxTreatment } from './compose-invoice.ts'
import { figuresOf } from './compose-invoice.ts'
import type { Rectification, RefundToRectify } from './compose-refund.ts'
import { composeRefund, isNear } from './compose-refund.ts'
import type { Reissue } from './compose-reissue.ts'
import { composeReissue, likeThose } from './compose-reissue.ts'

interface ToCredit {
  readonly invoice: Figures & { readonly taxTreatment: TaxTreatment }
  /** What refunds took off it so far, below zero. */
  readonly credits: readonly Figures[]
  readonly refunds: readonly RefundToRectify[]
  /** Decimals of the currency. */
  readonly digits: number
}

export interface Credit {
  /** The one document that says what went back. */
  readonly difference: Rectification
  /** Where no such document can keep BR-CO-17: all that is left is taken back, and what stays is invoiced again. */
  readonly restated: Reissue | null
}

/**
 * The documents of what was refunded since the last ones. In currencies with decimals that is always the difference. Without them
 * a tax is rounded to whole units, and of several parts one can be a unit or more away from its base, which e-invoices do not allow:
 * eleven parts of ¥10 at 10% have a tax of ¥1 each, and together their invoice has one of ¥10.
 */
export function composeCredit({ invoice, credits, refunds, digits }: ToCredit): Credit {
  const taken = credits.flatMap(({ taxes }) => taxes)
  const difference = composeRefund(invoice.taxes, taken, refunds)
  const stays = figuresOf([...invoice.lines, ...[...credits, difference].flatMap(({ lines }) => lines)], true)
  if (digits > 0 || stays.gross <= 0 || (keepsRule(difference.taxes) && keepsRule(stays.taxes)))
    return { difference, restated: null }
  const reissue = composeReissue({ invoice, credits, taxTreatment: invoice.taxTreatment, charged: [], documented: [] })
  if (!reissue) return { difference, restated: null }
  const { takenBack, reissued: left } = reissue
  const back = left.taxes.flatMap((rate) => backAt(rate, difference.lines))
  const { pricesIncludeTax } = invoice
  const reissued = figuresOf(
    [...left.lines, ...likeThose({ ...difference, lines: back }, pricesIncludeTax)],
    pricesIncludeTax,
  )
  return {
    difference,
    // What was charged on top of prices can miss the rule from the start, and no other document mends that.
    restated: keepsRule(takenBack.taxes) && keepsRule(reissued.taxes) ? { takenBack, reissued } : null,
  }
}

/** What goes back at a rate, with the tax that leaves what stays its own. */
function backAt({ taxRate, tax, gross }: RateTotal, refunded: readonly DocumentLine[]): readonly DocumentLine[] {
  const lines = refunded.filter((line) => line.taxRate === taxRate)
  const amounts = lines.map((line) => -line.gross)
  const amount = amounts.reduce((sum, one) => sum + one, 0)
  if (amount === 0) return lines
  const stays = gross - amount
  const own = taxWithin(stays, taxRate)
  const fitting = [own, own - 1, own + 1].find(
    (one) => one >= 0 && isNear(stays, one, taxRate) && tax - one >= 0 && tax - one <= amount,
  )
  const parts = allocate(tax - (fitting ?? own), amounts)
  return lines.map((line, index) => {
    const part = parts[index] ?? 0
    // Not -0 where a part is free of tax.
    return { ...line, tax: 0 - part, net: line.gross + part }
  })
}

/** BR-CO-17: each tax is less than a unit away from its base at its rate. */
function keepsRule(taxes: readonly RateTotal[]): boolean {
  return taxes.every(({ taxRate, gross, tax }) => isNear(gross, tax, taxRate))
}
