import { allocate } from '../../core/money.ts'

/** A payment, or the part of it that is on another order, as the bank finds it. Amounts are minor units of its currency. */
export interface Portion {
  readonly captured: number
  /** What went back to the customer, or is with the gateway. */
  readonly returned: number
  /** What other disputes took of it. */
  readonly lost: number
  /** What this dispute took of it before. */
  readonly share: number
}

/**
 * What the bank kept of each part of a payment: in proportion of what is left of it, then of what went back before. What the bank
 * took beyond the payment is on its own order. A share that is in the books stays, and only what is new is spread.
 */
export function sharesOf(kept: number, parts: readonly Portion[]): number[] {
  const known = parts.map(({ share }) => share)
  if (kept <= sumOf(known)) return fill(kept, known)
  const room = (least: readonly number[], taken: (part: Portion) => number) =>
    parts.map((part, index) => Math.max(0, part.captured - taken(part) - (least[index] ?? 0)))
  const more = (shares: readonly number[], rooms: readonly number[]) => {
    const added = fill(kept - sumOf(shares), rooms)
    return shares.map((share, index) => share + (added[index] ?? 0))
  }
  const ofRest = more(
    known,
    room(known, ({ returned, lost }) => returned + lost),
  )
  const ofAll = more(
    ofRest,
    room(ofRest, ({ lost }) => lost),
  )
  const beyond = kept - sumOf(ofAll)
  return ofAll.map((share, index) => (index === 0 ? share + beyond : share))
}

/** As much of an amount as there is room for, in proportion of it. */
function fill(amount: number, rooms: readonly number[]): number[] {
  const all = sumOf(rooms)
  return all === 0 ? rooms.map(() => 0) : allocate(Math.min(amount, all), rooms)
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
