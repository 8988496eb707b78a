import { portionOf } from '../../core/money.ts'
import { rateScale } from './exchange-rates.ts'

const scale = 10 ** rateScale

/** A rate as an exact whole number: 1.0862 is 1,086,200,000 billionths. */
export function billionths(rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.')
  return Number(`${whole}${fraction.slice(0, rateScale).padEnd(rateScale, '0')}`)
}

export interface Conversion {
  /** What one unit of the base currency costs in the quote currency, in billionths. */
  readonly rate: number
  /** Whether the amount is in the quote currency of that rate, so that it is divided by it. */
  readonly isInverse: boolean
  /** Digits of the minor unit of the amount's currency and of the one it is converted to. */
  readonly fromDigits: number
  readonly toDigits: number
}

/** An amount in minor units of another currency. Rounded once, as all money is; exact, since no double is involved. */
export function convert(amount: number, { rate, isInverse, fromDigits, toDigits }: Conversion): number {
  const up = 10 ** Math.max(0, toDigits - fromDigits)
  const down = 10 ** Math.max(0, fromDigits - toDigits)
  return isInverse ? portionOf(amount, scale * up, rate * down) : portionOf(amount, rate * up, scale * down)
}
