import { allocate, portionOf } from '../../core/money.ts'
import type { DocumentLine, Figures, RateTotal } from './compose-invoice.ts'
import { figuresOf } from './compose-invoice.ts'

/** Money that has gone back and that no document says yet. */
export interface RefundToRectify {
  readonly id: number
  readonly amount: number
  /** What its line on the document says. */
  readonly title: string
  /** Of the lines it is for, how much at each rate; empty where it is for none in particular. */
  readonly byRate: readonly { readonly taxRate: number; readonly amount: number }[]
}

export interface Rectification extends Figures {
  /** What of each refund the document is for. Less than the refund where more went back than was invoiced. */
  readonly refunds: readonly { readonly id: number; readonly amount: number }[]
}

/** What of a refund goes back at one rate. */
interface Share {
  readonly title: string
  readonly taxRate: number
  readonly gross: number
}

/** How much is left to rectify at one rate. */
interface Left {
  readonly taxRate: number
  /** Of the invoice. */
  readonly invoiced: RateTotal
  gross: number
  readonly tax: number
}

/**
 * The figures of the document that rectifies an invoice by what was refunded, as a difference: amounts below zero. Tax goes
 * back at the rates it was charged at, and cumulatively: however an amount is refunded, in one part or in many, the tax of
 * all documents together is that of the invoice once all of it has gone back.
 *
 * @param invoiced - the invoice by rate
 * @param rectified - what earlier documents rectified by rate, below zero
 */
export function composeRefund(
  invoiced: readonly RateTotal[],
  rectified: readonly RateTotal[],
  refunds: readonly RefundToRectify[],
): Rectification {
  const left: readonly Left[] = invoiced.map((one) => {
    const done = rectified.filter(({ taxRate }) => taxRate === one.taxRate)
    const sum = (key: 'gross' | 'tax') => done.reduce((all, total) => all + total[key], one[key])
    return { taxRate: one.taxRate, invoiced: one, gross: sum('gross'), tax: sum('tax') }
  })
  const shares: Share[] = []
  const covered: { id: number; amount: number }[] = []
  for (const { id, amount, title, byRate } of refunds) {
    const parts = spread(amount, left, byRate)
    const total = parts.reduce((sum, part) => sum + part, 0)
    if (total === 0) continue
    covered.push({ id, amount: total })
    for (const [index, one] of left.entries()) {
      const gross = parts[index] ?? 0
      if (gross === 0) continue
      one.gross -= gross
      shares.push({ title, taxRate: one.taxRate, gross })
    }
  }
  const taxOf = new Map(left.flatMap((one) => [...taxesOf(one, shares)]))
  const lines = shares.map((share): DocumentLine => {
    const { title, taxRate, gross } = share
    const tax = taxOf.get(share) ?? 0
    // Not -0 where a part is free of tax.
    return { title, quantity: 1, unitPrice: -gross, taxRate, net: tax - gross, tax: 0 - tax, gross: -gross }
  })
  return { ...figuresOf(lines, true), refunds: covered }
}

/** The tax of each share of a rate: that of all of them together, by largest remainder. */
function taxesOf(left: Left, all: readonly Share[]): readonly (readonly [Share, number])[] {
  const shares = all.filter(({ taxRate }) => taxRate === left.taxRate)
  if (shares.length === 0) return []
  const grosses = shares.map(({ gross }) => gross)
  const parts = allocate(
    taxBack(
      left,
      grosses.reduce((sum, one) => sum + one, 0),
    ),
    grosses,
  )
  return shares.map((share, index) => [share, parts[index] ?? 0])
}

/**
 * The tax that goes back with an amount. It is what keeps the tax that stays in proportion, unless that is a whole unit or more
 * away from the amount at its rate, which e-invoices do not allow (BR-CO-17): then a unit more or less goes back. Of these the
 * one is taken that lets the rest go back by the same rule. The last part takes all that is left.
 *
 * Up to a rate of 33% that can always be kept for a part and the rest after it; of three and more parts one can miss it, and
 * `composeCredit` then takes back the whole.
 */
function taxBack({ taxRate, invoiced, gross: stays, tax: left }: Left, gross: number): number {
  if (stays === 0) return left
  const proportional = left - portionOf(invoiced.tax, stays, invoiced.gross)
  const faultsOf = (tax: number) => (isNear(gross, tax, taxRate) ? 0 : 2) + (isNear(stays, left - tax, taxRate) ? 0 : 1)
  return [proportional, proportional - 1, proportional + 1]
    .filter((tax) => tax <= left)
    .reduce((best, tax) => (faultsOf(tax) < faultsOf(best) ? tax : best))
}

/** Whether the tax in an amount is less than a unit away from its base at the rate. */
export function isNear(gross: number, tax: number, taxRate: number): boolean {
  const away = BigInt(gross - tax) * BigInt(taxRate) - BigInt(tax) * 10_000n
  return away < 10_000n && away > -10_000n
}

/** How much of an amount goes to each rate: first to those of the lines that it is for, then wherever something is left. */
function spread(amount: number, left: readonly Left[], byRate: RefundToRectify['byRate']): number[] {
  const room = left.map(({ gross }) => Math.max(0, gross))
  const wanted = left.map(({ taxRate }) =>
    byRate.reduce((sum, one) => (one.taxRate === taxRate ? sum + Math.max(0, one.amount) : sum), 0),
  )
  const first = split(amount, wanted, room)
  const rest = amount - first.reduce((sum, part) => sum + part, 0)
  const still = room.map((most, index) => most - (first[index] ?? 0))
  const second = split(rest, still, still)
  return first.map((part, index) => part + (second[index] ?? 0))
}

function split(amount: number, weights: readonly number[], most: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0 || amount <= 0) return weights.map(() => 0)
  return allocate(amount, weights).map((part, index) => Math.min(part, most[index] ?? 0))
}
