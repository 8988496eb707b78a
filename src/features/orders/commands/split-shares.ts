import { allocate } from '../../../core/money.ts'

/** A line of an order that is divided. Amounts are in minor units of the order's currency. */
export interface DividedLine {
  readonly position: number
  readonly kind: 'item' | 'fee' | 'tax' | 'discount' | 'adjustment'
  readonly quantity: number
  readonly unitPrice: number
  readonly amount: number
}

/** What of a line goes to the new order. Whole lines move; of others both orders have a part. */
export interface MovedLine extends DividedLine {
  readonly isWhole: boolean
  /** What stays: of a part of so many tickets at a price, or of one amount. */
  readonly kept: { readonly quantity: number; readonly unitPrice: number }
}

/** The sums of lines, as an order carries them. */
export interface Sums {
  readonly items: number
  readonly fees: number
  readonly tax: number
  readonly discount: number
  readonly total: number
}

/**
 * Divides the lines of an order between it and a new one that gets some of its items. A fee for each ticket goes with its
 * ticket; every other amount is divided by what the items cost, the units that are left going to the largest remainder, so that
 * both orders together have what there was.
 */
export function divideLines(lines: readonly DividedLine[], chosen: ReadonlySet<number>): readonly MovedLine[] {
  const items = lines.filter(({ kind }) => kind === 'item')
  const fees = lines.filter(({ kind }) => kind === 'fee')
  const weights = weightsOf(items, chosen)
  const moved = items.filter(({ position }) => chosen.has(position)).reduce((all, one) => all + one.quantity, 0)
  const all = items.reduce((sum, one) => sum + one.quantity, 0)
  // Each item has a fee of its own where there are as many, for as many tickets, in the same order.
  const arePaired = fees.length === items.length && fees.every((fee, at) => fee.quantity === items[at]?.quantity)
  return lines.flatMap((line): MovedLine[] => {
    if (line.kind === 'item') return chosen.has(line.position) ? [whole(line)] : []
    if (line.kind === 'fee' && arePaired)
      return chosen.has(items[fees.indexOf(line)]?.position ?? 0) ? [whole(line)] : []
    if (line.kind === 'fee' && line.quantity === all)
      return [
        {
          ...line,
          isWhole: false,
          quantity: moved,
          amount: moved * line.unitPrice,
          kept: { quantity: all - moved, unitPrice: line.unitPrice },
        },
      ]
    const [part = 0, rest = 0] = allocate(line.amount, weights)
    if (part === 0) return []
    if (rest === 0) return [whole(line)]
    return [
      { ...line, isWhole: false, quantity: 1, unitPrice: part, amount: part, kept: { quantity: 1, unitPrice: rest } },
    ]
  })
}

const whole = (line: DividedLine): MovedLine => ({ ...line, isWhole: true, kept: { quantity: 0, unitPrice: 0 } })

/** What the chosen items weigh, and what the others do: by their price, or by how many they are where they cost nothing. */
export function weightsOf(items: readonly DividedLine[], chosen: ReadonlySet<number>): readonly [number, number] {
  const by = (weigh: (line: DividedLine) => number): readonly [number, number] => [
    items.reduce((all, one) => all + (chosen.has(one.position) ? weigh(one) : 0), 0),
    items.reduce((all, one) => all + (chosen.has(one.position) ? 0 : weigh(one)), 0),
  ]
  const [part, rest] = by(({ amount }) => amount)
  return part + rest > 0 ? [part, rest] : by(({ quantity }) => quantity)
}

export function sumsOf(lines: readonly Pick<DividedLine, 'kind' | 'amount'>[]): Sums {
  const of = (...kinds: readonly DividedLine['kind'][]) =>
    lines.reduce((all, { kind, amount }) => all + (kinds.includes(kind) ? amount : 0), 0)
  return {
    items: of('item', 'adjustment'),
    fees: of('fee'),
    tax: of('tax'),
    discount: 0 - of('discount'),
    total: lines.reduce((all, { amount }) => all + amount, 0),
  }
}

export interface Paid {
  readonly id: number
  readonly captured: number
  readonly fee: number
  /** What went back of it, which stays with its order. */
  readonly refunded: number
}

/** What of a payment goes to the new order. */
export interface MovedPayment {
  readonly id: number
  readonly captured: number
  readonly fee: number
}

/**
 * What of the money goes to the new order: its share of what is left, by what both orders cost. What was refunded of the price
 * was refunded of what stays, so the old order's share is smaller by it; null where that leaves it nothing.
 */
export function shareOfMoney(
  { captured, refunded }: { readonly captured: number; readonly refunded: number },
  moved: number,
  kept: number,
): number | null {
  const left = captured - refunded
  const stays = kept - Math.max(0, moved + kept - left)
  if (refunded > 0 && stays <= 0) return null
  return allocate(left, [moved, stays])[0] ?? 0
}

/**
 * Takes an amount from several payments by what is left of each, leaving something of each and all that went back; null where
 * that cannot be. The fee of the gateway is divided like its payment.
 */
export function dividePayments(payments: readonly Paid[], amount: number): readonly MovedPayment[] | null {
  if (amount === 0) return []
  const most = payments.map(({ captured, refunded }) => captured - Math.max(refunded, 1))
  if (most.reduce((all, one) => all + one, 0) < amount) return null
  const shares = allocate(
    amount,
    payments.map(({ captured, refunded }) => captured - refunded),
  ).map((share, at) => Math.min(share, most[at] ?? 0))
  let left = amount - shares.reduce((all, one) => all + one, 0)
  return payments.flatMap(({ id, captured, fee }, at) => {
    const share = shares[at] ?? 0
    const more = Math.min(left, (most[at] ?? 0) - share)
    left -= more
    const part = share + more
    if (part === 0) return []
    const [ownFee = 0] = allocate(fee, [part, captured - part])
    return [{ id, captured: part, fee: ownFee }]
  })
}

/** How an order is divided. */
export interface SplitPlan {
  readonly moved: readonly MovedLine[]
  readonly quantity: number
  readonly sums: Sums
  readonly captured: number
  readonly payments: readonly MovedPayment[]
  readonly netCost: number
  readonly supplierCost: number
  readonly delivered: number
  /** The discount that stays. */
  readonly keptDiscount: number
}
