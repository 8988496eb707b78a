/** Basis points in a whole: 10,000 of them are 100 %, 1250 are 12.5 %. */
const whole = 10_000

/**
 * A share of an amount. This is the one way in which money is rounded: to the nearest minor unit, a half away from
 * zero, so that what is given back is rounded like what was paid. PostgreSQL's `round` of a numeric does the same
 * (`shareSql` in money.server.ts). Exact, because no double is involved.
 *
 * @param amount - minor units of one currency
 * @param basisPoints - 1250 is 12.5 %; more than 10,000 is more than the amount
 */
export function shareOf(amount: number, basisPoints: number): number {
  return roundedQuotient(toBigInt(amount) * toBigInt(basisPoints), BigInt(whole))
}

/** How many basis points of a total a part of it is, rounded by the same rule. A total of 0 has no parts. */
export function basisPointsOf(part: number, total: number): number {
  return roundedQuotient(toBigInt(part) * BigInt(whole), toBigInt(total))
}

/**
 * The least amount of which a share is left over a cost: what has to be asked so that `basisPoints` of it, and not a minor
 * unit less, stay after the cost is paid.
 */
export function leastWithShare(cost: number, basisPoints: number): number {
  const [dividend, divisor] = [toBigInt(cost) * BigInt(whole), BigInt(whole) - toBigInt(basisPoints)]
  const least = Number((dividend + divisor - 1n) / divisor)
  if (!Number.isSafeInteger(least)) throw new RangeError(`${least} is too large to be counted exactly.`)
  return least
}

function roundedQuotient(dividend: bigint, divisor: bigint): number {
  const isNegative = dividend < 0n !== divisor < 0n
  const [above, below] = [sizeOf(dividend), sizeOf(divisor)]
  const rounded = (above * 2n + below) / (below * 2n)
  const quotient = Number(isNegative ? -rounded : rounded)
  if (!Number.isSafeInteger(quotient)) throw new RangeError(`${quotient} is too large to be counted exactly.`)
  return quotient
}

function sizeOf(number: bigint): bigint {
  return number < 0n ? -number : number
}

function toBigInt(number: number): bigint {
  if (!Number.isSafeInteger(number)) throw new RangeError(`Money is counted in whole minor units, not in ${number}.`)
  return BigInt(number)
}
