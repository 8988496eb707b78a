import { charges } from './document-chain.ts'
import type { DraftDocument } from './invoice.endpoints.ts'

/** The figures of a document as an e-invoice says them. */
export interface UblFigures {
  /** Decimals of its amounts: at most two, as EN 16931 asks for. */
  readonly digits: number
  /** They had more decimals than that, so the e-invoice has to say the exact total. */
  readonly isRounded: boolean
  readonly lines: readonly Pick<DraftDocument['lines'][number], 'title' | 'quantity' | 'taxRate' | 'net'>[]
  readonly taxes: readonly Pick<DraftDocument['taxes'][number], 'taxRate' | 'net' | 'tax'>[]
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/**
 * A credit note's amounts are above zero. Amounts in thousandths are rounded to hundredths together: the totals each to the
 * nearest, and all others by largest remainder, so that lines add up to their rates and rates to the document.
 */
export function ublFiguresOf(document: DraftDocument, exponent: number): UblFigures {
  const sign = charges(document) ? 1 : -1
  // Not -0 where nothing is taxed.
  const signed = (amount: number) => sign * amount + 0
  const lines = document.lines.map(({ title, quantity, taxRate, net }) => ({
    title,
    quantity,
    taxRate,
    net: signed(net),
  }))
  const taxes = document.taxes.map(({ taxRate, net, tax }) => ({ taxRate, net: signed(net), tax: signed(tax) }))
  const [tax, gross] = [signed(document.tax), signed(document.gross)]
  if (exponent <= 2) return { digits: exponent, isRounded: false, lines, taxes, net: gross - tax, tax, gross }

  const [roundTax, roundGross] = [Math.round(tax / 10), Math.round(gross / 10)]
  const netOf = roundedTogether(
    taxes.map(({ net }) => net),
    roundGross - roundTax,
  )
  const taxOf = roundedTogether(
    taxes.map((one) => one.tax),
    roundTax,
  )
  const byRate = taxes.map(({ taxRate }, index) => ({ taxRate, net: netOf[index] ?? 0, tax: taxOf[index] ?? 0 }))
  const nets = new Map<number, number>()
  for (const { taxRate, net } of byRate) {
    const places = lines.flatMap((line, place) => (line.taxRate === taxRate ? [place] : []))
    const parts = roundedTogether(
      places.map((place) => lines[place]?.net ?? 0),
      net,
    )
    for (const [index, place] of places.entries()) nets.set(place, parts[index] ?? 0)
  }
  return {
    digits: 2,
    isRounded: [tax, gross, ...lines.map(({ net }) => net), ...taxes.map(({ net }) => net)].some(
      (one) => one % 10 !== 0,
    ),
    lines: lines.map((line, place) => ({ ...line, net: nets.get(place) ?? 0 })),
    taxes: byRate,
    net: roundGross - roundTax,
    tax: roundTax,
    gross: roundGross,
  }
}

/** Tenths of amounts that add up to a whole: each down, and those that lose most by it one up. */
function roundedTogether(amounts: readonly number[], whole: number): readonly number[] {
  const down = amounts.map((amount) => Math.floor(amount / 10))
  const missing = whole - down.reduce((sum, one) => sum + one, 0)
  const lost = amounts.map((amount, index) => ({ index, part: amount - 10 * (down[index] ?? 0) }))
  const up = new Set(
    lost
      .sort((a, b) => b.part - a.part || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return down.map((amount, index) => (up.has(index) ? amount + 1 : amount))
}
