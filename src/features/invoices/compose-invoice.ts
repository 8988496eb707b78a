import { allocate, basisPointsOf, portionsThatAddUp, shareOf, taxWithin } from '../../core/money.ts'

/** What an order charges, as its lines have it. Amounts in minor units of one currency, rates in basis points. */
export interface ChargedLine {
  readonly position: number
  readonly kind: 'item' | 'fee' | 'tax' | 'discount' | 'adjustment'
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly amount: number
  readonly taxRate: number
}

export interface DocumentLine {
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly taxRate: number
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/** What a document charges at one rate. */
export interface RateTotal {
  readonly taxRate: number
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/** The figures of a document: the lines add up to the rates, and the rates to the document. */
export interface Figures {
  readonly pricesIncludeTax: boolean
  readonly lines: readonly DocumentLine[]
  readonly taxes: readonly RateTotal[]
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/**
 * The figures of the invoice of an order. Tax is computed once for each rate, rounded once, and shared out over the lines
 * of that rate by largest remainder. An order with tax lines has prices without tax, and its document charges that tax and
 * no other; else the tax is inside the prices. So gross is always what the customer paid.
 */
export function composeInvoice(charged: readonly ChargedLine[]): Figures {
  const onTop = sumOf(charged.filter(({ kind }) => kind === 'tax').map(({ amount }) => amount))
  const sold = withRates(discountsByRate(charged.filter(({ kind }) => kind !== 'tax')), onTop)
  const rates = [...new Set(sold.map(({ taxRate }) => taxRate))].sort((a, b) => a - b)
  const groups = rates.map((rate) => {
    const lines = sold.filter(({ taxRate }) => taxRate === rate)
    return { rate, lines, amount: sumOf(lines.map(({ amount }) => amount)) }
  })
  const taxOf = taxesOf(groups, onTop)
  const lines = groups.flatMap((group) => {
    const parts = taxByLine(group, taxOf.get(group.rate) ?? 0, onTop)
    return group.lines.map((line, index) => {
      const tax = parts[index] ?? 0
      const { position, title, quantity, unitPrice, taxRate } = line
      const net = onTop === 0 ? line.amount - tax : line.amount
      return { position, title, quantity, unitPrice, taxRate, net, tax, gross: net + tax }
    })
  })
  const inOrder = lines.sort((a, b) => a.position - b.position || a.taxRate - b.taxRate)
  return figuresOf(
    inOrder.map(({ position: _, ...line }) => line),
    onTop === 0,
  )
}

/** How a document is taxed. All but `standard` charge no tax and say why not. */
export type TaxTreatment = 'standard' | 'margin' | 'reverse_charge' | 'exempt'

/** The same figures where no tax is charged: the customer pays what they paid, and all of it is net. */
export function treated(figures: Figures, treatment: TaxTreatment): Figures {
  if (treatment === 'standard') return figures
  const lines = figures.lines.map((line) => ({ ...line, taxRate: 0, net: line.gross, tax: 0 }))
  return figuresOf(lines, figures.pricesIncludeTax)
}

/** Adds lines up, by rate and in all. */
export function figuresOf(lines: readonly DocumentLine[], pricesIncludeTax: boolean): Figures {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))].sort((a, b) => a - b)
  const totalOf = (some: readonly DocumentLine[]) => ({
    net: sumOf(some.map(({ net }) => net)),
    tax: sumOf(some.map(({ tax }) => tax)),
    gross: sumOf(some.map(({ gross }) => gross)),
  })
  const taxes = rates.map((taxRate) => ({ taxRate, ...totalOf(lines.filter((line) => line.taxRate === taxRate)) }))
  return { pricesIncludeTax, lines, taxes, ...totalOf(lines) }
}

/** Prices without tax whose lines name no rate: the tax that was charged says what it was. */
function withRates(sold: readonly ChargedLine[], onTop: number): readonly ChargedLine[] {
  const base = sumOf(sold.map(({ amount }) => amount))
  if (onTop === 0 || base === 0 || sold.some(({ taxRate }) => taxRate > 0)) return sold
  const taxRate = Math.min(10_000, basisPointsOf(onTop, base))
  return sold.map((line) => ({ ...line, taxRate }))
}

/** A discount, or a price that staff changed, moves each rate by its share of the items of that rate. */
function discountsByRate(sold: readonly ChargedLine[]): readonly ChargedLine[] {
  const items = sold.filter(({ kind }) => kind === 'item')
  const rates = [...new Set(items.map(({ taxRate }) => taxRate))]
  const weights = rates.map((rate) => sumOf(items.filter((line) => line.taxRate === rate).map(({ amount }) => amount)))
  if (sumOf(weights) === 0) return sold
  return sold.flatMap((line) => {
    if (line.kind !== 'discount' && line.kind !== 'adjustment') return [line]
    const [only] = rates
    if (rates.length === 1 && only !== undefined) return [{ ...line, taxRate: only }]
    const parts = allocate(line.amount, weights)
    return rates.flatMap((taxRate, index) => {
      const amount = parts[index] ?? 0
      return amount === 0 ? [] : [{ ...line, quantity: 1, unitPrice: amount, amount, taxRate }]
    })
  })
}

interface RateGroup {
  readonly rate: number
  readonly lines: readonly ChargedLine[]
  readonly amount: number
}

/** The tax of each rate. What was put on top is all of it, however its rates would round. */
function taxesOf(groups: readonly RateGroup[], onTop: number): ReadonlyMap<number, number> {
  if (onTop === 0) return new Map(groups.map(({ rate, amount }) => [rate, taxWithin(amount, rate)]))
  const shares = groups.map(({ rate, amount }) => shareOf(amount, rate))
  if (sumOf(shares) === onTop) return new Map(groups.map(({ rate }, index) => [rate, shares[index] ?? 0]))
  const weights = groups.map(({ rate, amount }) => rate * amount)
  const parts = sumOf(weights) === 0 ? groups.map((_, index) => (index === 0 ? onTop : 0)) : allocate(onTop, weights)
  return new Map(groups.map(({ rate }, index) => [rate, parts[index] ?? 0]))
}

/** The tax of each line of a rate: its own without the fraction, and what is left to the largest remainders. */
function taxByLine({ rate, lines, amount }: RateGroup, tax: number, onTop: number): readonly number[] {
  const amounts = lines.map((line) => line.amount)
  if (onTop === 0) return portionsThatAddUp(tax, amounts, rate, 10_000 + rate)
  if (shareOf(amount, rate) === tax) return portionsThatAddUp(tax, amounts, rate, 10_000)
  return amount === 0 ? amounts.map((_, index) => (index === 0 ? tax : 0)) : allocate(tax, amounts)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
