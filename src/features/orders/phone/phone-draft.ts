import type * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import type { placeByPhone, quoteByPhone } from './phone-order.endpoints.ts'

/** What a call answers an order with: nothing of it is sent before it is complete. */
export type QuoteInput = z.input<NonNullable<typeof quoteByPhone.input>>
export type OrderInput = z.input<NonNullable<typeof placeByPhone.input>>

/** What was agreed of a line instead of its price. */
export interface PriceDraft {
  readonly isOverridden: boolean
  readonly price: number | null
  readonly reason: string
}

/** Tickets of one listing; an order can have several. */
export interface TicketsDraft extends PriceDraft {
  /** Of the row on the screen: it stays when others are removed. */
  readonly key: number
  readonly listingId: number | null
  readonly tickets: number | null
}

/** An order as an agent enters it. */
export interface PhoneDraft {
  readonly isNewCustomer: boolean
  readonly customerId: number | null
  readonly customer: Readonly<Record<'firstName' | 'lastName' | 'email' | 'phone', string>>
  readonly country: string | null
  readonly locale: string
  readonly kind: 'product' | 'event'
  readonly productId: number | null
  readonly optionId: number | null
  readonly date: string | null
  readonly time: string | null
  /** By unit, how many come. */
  readonly units: Readonly<Record<number, number>>
  /** Of the visit, which is one line. */
  readonly visitPrice: PriceDraft
  readonly performanceId: number | null
  readonly lines: readonly TicketsDraft[]
  readonly coupon: string
}

export const listPrice: PriceDraft = { isOverridden: false, price: null, reason: '' }

/** A row that nothing is chosen in yet. */
export function emptyLine(lines: readonly TicketsDraft[]): TicketsDraft {
  return { ...listPrice, key: Math.max(0, ...lines.map(({ key }) => key)) + 1, listingId: null, tickets: 2 }
}

export const emptyDraft: PhoneDraft = {
  isNewCustomer: false,
  customerId: null,
  customer: { firstName: '', lastName: '', email: '', phone: '' },
  country: null,
  locale: 'en',
  kind: 'product',
  productId: null,
  optionId: null,
  date: null,
  time: null,
  units: {},
  visitPrice: listPrice,
  performanceId: null,
  lines: [emptyLine([])],
  coupon: '',
}

/** A line that is complete, with what was agreed of its price. */
interface SoldLine {
  /** Of its row; 0 for a visit. */
  readonly key: number
  readonly line: QuoteInput['lines'][number]
  readonly price: PriceDraft
}

/** The lines that can be priced: rows that nothing is chosen in are left out. */
export function linesOf({ kind, optionId, date, time, units, lines, visitPrice }: PhoneDraft): readonly SoldLine[] {
  if (kind === 'event')
    return lines.flatMap(({ key, listingId, tickets, ...price }) =>
      listingId !== null && tickets ? [{ key, line: { kind, listingId, quantity: tickets }, price }] : [],
    )
  const party = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([unitId, quantity]) => ({ unitId: Number(unitId), quantity }))
  if (optionId === null || date === null || party.length === 0) return []
  const line = { kind, optionId, date, ...(time !== null && { time }), units: party }
  return [{ key: 0, line, price: visitPrice }]
}

/** The prices that were agreed, each with the number of its line. */
const agreedIn = (sold: readonly SoldLine[]) =>
  sold.flatMap(({ key, price: { isOverridden, price, reason } }, line) =>
    isOverridden && price !== null ? [{ key, line, price, reason }] : [],
  )

/** What is priced while it is entered: who buys decides whether a coupon can be used, and can come later. */
export function quoteInput(draft: PhoneDraft): QuoteInput | null {
  const sold = linesOf(draft)
  if (sold.length === 0) return null
  const { isNewCustomer, customerId, coupon } = draft
  const overrides = agreedIn(sold).map(({ line, price }) => ({ line, price }))
  return {
    lines: sold.map(({ line }) => line),
    ...(coupon.trim() !== '' && { coupon: coupon.trim() }),
    ...(!isNewCustomer && customerId !== null && { customerId }),
    ...(overrides.length > 0 && { overrides }),
  }
}

/** What is placed, at the total that the agent read out. */
export function orderInput(draft: PhoneDraft, total: number): OrderInput | null {
  const sold = linesOf(draft)
  if (sold.length === 0) return null
  const { isNewCustomer, customerId, customer, country, locale, coupon } = draft
  const { phone, ...names } = customer
  const overrides = agreedIn(sold).map(({ line, price, reason }) => ({ line, price, reason }))
  return {
    lines: sold.map(({ line }) => line),
    total,
    ...(coupon.trim() !== '' && { coupon: coupon.trim() }),
    ...(overrides.length > 0 && { overrides }),
    ...(isNewCustomer
      ? {
          locale,
          customer: { ...names, country: country ?? '', ...(phone.trim() !== '' && { phone: inDigits(phone) }) },
        }
      : customerId !== null && { customerId }),
  }
}

/** A number as it is read out or pasted, as it is stored: `+34 912 34 56 78` and `0034 (912) 345-678` without the rest. */
function inDigits(phone: string): string {
  return phone.replace(/[\s()./-]/g, '').replace(/^00/, '+')
}

/** What is missing before it can be placed, by field. */
export function missingIn(draft: PhoneDraft): Record<string, string> {
  const { isNewCustomer, customerId, kind, lines } = draft
  const open = kind === 'event' ? lines.filter(({ listingId, tickets }) => listingId === null || !tickets) : []
  const prices = linesOf(draft).flatMap(({ key, price: { isOverridden, price, reason } }) => [
    ...(isOverridden && price === null ? [[`lines.${key}.price`, t('Enter a price of 0 or more.')]] : []),
    ...(isOverridden && reason.trim().length < 3
      ? [[`lines.${key}.reason`, t('Enter a reason of at least 3 characters.')]]
      : []),
  ])
  return {
    ...(!isNewCustomer && customerId === null && { customerId: t('Choose a customer, or enter their details.') }),
    ...Object.fromEntries(
      open.map(({ key, listingId }) =>
        listingId === null
          ? [`lines.${key}.listingId`, t('Choose tickets, or remove the line.')]
          : [`lines.${key}.quantity`, t('Enter how many tickets.')],
      ),
    ),
    ...(Object.fromEntries(prices) as Record<string, string>),
  }
}

/**
 * The fields that the screen has, by the names that the calls give them: lines by the key of their row. What is said of no field
 * is said of the order.
 */
export function fieldFor(draft: PhoneDraft, name: string): string {
  const [part, number, ...rest] = name.split('.')
  const sold = linesOf(draft)
  // What it is sold in is chosen with it, so a problem with it is one of the whole quote.
  if (name === 'currency') return ''
  // A customer that we know has no fields of their own here.
  if (part === 'customer' && !draft.isNewCustomer) return 'customerId'
  if (part === 'overrides') return ['lines', agreedIn(sold)[Number(number)]?.key ?? 0, ...rest].join('.')
  if (part !== 'lines' || number === undefined) return name
  // A line as a whole is its listing.
  if (draft.kind === 'event')
    return ['lines', sold[Number(number)]?.key ?? 0, ...(rest.length > 0 ? rest : ['listingId'])].join('.')
  return rest[0] === 'units' ? 'units' : rest.join('.')
}

/** What is wrong with something that no part of the form shows. `priced` are the lines whose agreed price can be entered. */
export function problemsApart(
  { customer, kind, lines }: PhoneDraft,
  problems: Readonly<Record<string, string>>,
  { isNew, priced }: { readonly isNew: boolean; readonly priced: readonly number[] },
): string[] {
  const shown = new Set([
    // The quote has a sentence of its own for it.
    'total',
    'coupon',
    ...(isNew ? ['locale', ...['country', ...Object.keys(customer)].map((key) => `customer.${key}`)] : ['customerId']),
    ...(kind === 'event'
      ? ['performanceId', ...lines.flatMap(({ key }) => [`lines.${key}.listingId`, `lines.${key}.quantity`])]
      : ['productId', 'optionId', 'date', 'time', 'units']),
    ...priced.flatMap((key) => [`lines.${key}.price`, `lines.${key}.reason`]),
  ])
  return [...new Set(Object.entries(problems).flatMap(([field, problem]) => (shown.has(field) ? [] : [problem])))]
}
