/**
 * How Stripe writes amounts, where it differs from ISO 4217. Amounts are integers: ours in the minor unit of ISO, Stripe's
 * in its own. Source: docs.stripe.com/currencies, "Minor units in API amounts" and "Special cases", read on 2026-11-25.
 */

/** No decimals in ISO, two at Stripe, which have to be 00. */
const writtenWithCents = new Set(['ISK', 'UGX'])
/** Two decimals in ISO, none at Stripe. */
const writtenWhole = new Set(['MGA'])
/** Three decimals in both, but Stripe takes no more than two: the last one has to be 0. */
const writtenInTens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Null where Stripe cannot take this amount exactly; rounding would charge another amount than was agreed. */
export function toStripeAmount(amount: number, currency: string): number | null {
  if (writtenWithCents.has(currency)) return amount * 100
  if (writtenWhole.has(currency)) return amount % 100 === 0 ? amount / 100 : null
  if (writtenInTens.has(currency)) return amount % 10 === 0 ? amount : null
  return amount
}

/** The other way round: any amount of Stripe in ours. */
export function fromStripeAmount(amount: number, currency: string): number {
  if (writtenWithCents.has(currency)) return Math.round(amount / 100)
  return writtenWhole.has(currency) ? amount * 100 : amount
}

/** What a movement of money at Stripe says of its currency: that of the account, and the rate to it from another one. */
interface Settled {
  readonly currency: string
  readonly exchange_rate: number | null
}

/**
 * An amount of a movement at Stripe, or its fee, in our minor units of the currency of what was paid. An account that is settled
 * in another currency has its movements in that one: an amount there, divided by the rate, is an amount of the payment.
 *
 * @param currency - of the payment, in Stripe's small letters
 */
export function paidAmount(
  amount: number,
  { currency: settled, exchange_rate: rate }: Settled,
  currency: string,
): number {
  const isOther = settled !== currency && rate !== null && rate > 0
  // A half goes away from zero, so that what is taken and given back is the same.
  const own = isOther ? Math.sign(amount) * Math.round(Math.abs(amount) / rate) : amount
  return fromStripeAmount(own, currency.toUpperCase())
}

/**
 * What a movement took or gave of something, in our minor units of its currency. In an account that is settled in another
 * currency all of it is its own amount: converted there and back it would be some units more or less.
 */
export function movedAmount(
  { amount: whole, currency }: { readonly amount: number; readonly currency: string },
  movement: Settled & { readonly amount: number },
): number {
  const { amount, currency: settled, exchange_rate: rate } = movement
  if (settled !== currency && rate !== null && rate > 0) {
    const expected = Math.abs(whole) * rate
    // Amounts are rounded there, and rates have few digits.
    if (Math.abs(Math.abs(amount) - expected) <= Math.max(1, expected / 1_000))
      return Math.sign(amount) * fromStripeAmount(Math.abs(whole), currency.toUpperCase())
  }
  return paidAmount(amount, movement, currency)
}
