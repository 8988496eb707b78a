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

/** The tax inside an amount that includes it: of 110 at 10 % it is 10. Rounded by the same rule. */
export function taxWithin(gross: number, basisPoints: number): number {
  return roundedQuotient(toBigInt(gross) * toBigInt(basisPoints), BigInt(whole) + toBigInt(basisPoints))
}

/** What of an amount belongs to a part of a whole, rounded by the same rule. A whole of 0 has no parts. */
export function portionOf(amount: number, part: number, all: number): number {
  return roundedQuotient(toBigInt(amount) * toBigInt(part), toBigInt(all))
}

/**
 * Splits an amount by weights, so that the parts add up to it again: each gets its share without the fraction, and the
 * units that are left go to the largest remainders, the first of equal ones.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) throw new RangeError('An amount is split by weights that do not add up to 0.')
  return portionsThatAddUp(amount, weights, sum < 0 ? -amount : amount, Math.abs(sum))
}

/**
 * `part / all` of each amount, so that together they are a total that was rounded once: what is left of it after the
 * fractions are cut off goes to the largest remainders.
 */
export function portionsThatAddUp(total: number, amounts: readonly number[], part: number, all: number): number[] {
  const divisor = toBigInt(all)
  const shares = amounts.map((amount) => {
    const dividend = toBigInt(amount) * toBigInt(part)
    const remainder = ((dividend % divisor) + divisor) % divisor
    return { whole: Number((dividend - remainder) / divisor), remainder }
  })
  const parts = shares.map(({ whole }) => whole)
  const order = shares
    .map((_, index) => index)
    .sort((a, b) => compare(shares[b]?.remainder, shares[a]?.remainder) || a - b)
  let left = total - parts.reduce((sum, one) => sum + one, 0)
  for (const index of order) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts
}

function compare(one = 0n, other = 0n): number {
  return one < other ? -1 : one > other ? 1 : 0
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

/** An amount in minor units as a decimal number, without a double in between: -1234 of 2 digits is -12.34. */
export function decimalText(amount: number, digits: number): string {
  const [sign, text] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
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
