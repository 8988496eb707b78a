import type * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import type { placeByPhone, quoteByPhone } from './phone-order.endpoints.ts'

/** What a call answers an order with: nothing of it is sent before it is complete. */
export type QuoteInput = z.input<NonNullable<typeof quoteByPhone.input>>
export type OrderInput = z.input<NonNullable<typeof placeByPhone.input>>

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
  readonly performanceId: number | null
  readonly listingId: number | null
  readonly tickets: number | null
  readonly coupon: string
  readonly isOverridden: boolean
  readonly price: number | null
  readonly reason: string
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
  performanceId: null,
  listingId: null,
  tickets: 2,
  coupon: '',
  isOverridden: false,
  price: null,
  reason: '',
}

/** What is chosen of the catalogue, as a line of the order; null until enough is. */
function lineOf({
  kind,
  optionId,
  date,
  time,
  units,
  listingId,
  tickets,
}: PhoneDraft): QuoteInput['lines'][number] | null {
  if (kind === 'event') return listingId !== null && tickets ? { kind, listingId, quantity: tickets } : null
  const party = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([unitId, quantity]) => ({ unitId: Number(unitId), quantity }))
  if (optionId === null || date === null || party.length === 0) return null
  return { kind, optionId, date, ...(time !== null && { time }), units: party }
}

/** What is priced while it is entered: who buys decides whether a coupon can be used, and can come later. */
export function quoteInput(draft: PhoneDraft): QuoteInput | null {
  const line = lineOf(draft)
  if (!line) return null
  const { isNewCustomer, customerId, coupon, isOverridden, price } = draft
  return {
    lines: [line],
    ...(coupon.trim() !== '' && { coupon: coupon.trim() }),
    ...(!isNewCustomer && customerId !== null && { customerId }),
    ...(isOverridden && price !== null && { overrides: [{ line: 0, price }] }),
  }
}

/** What is placed, at the total that the agent read out. */
export function orderInput(draft: PhoneDraft, total: number): OrderInput | null {
  const line = lineOf(draft)
  if (!line) return null
  const { isNewCustomer, customerId, customer, country, locale, coupon, isOverridden, price, reason } = draft
  const { phone, ...names } = customer
  return {
    lines: [line],
    total,
    ...(coupon.trim() !== '' && { coupon: coupon.trim() }),
    ...(isOverridden && price !== null && { overrides: [{ line: 0, price, reason }] }),
    ...(isNewCustomer
      ? { locale, customer: { ...names, country: country ?? '', ...(phone.trim() !== '' && { phone }) } }
      : customerId !== null && { customerId }),
  }
}

/** What is missing before it can be placed, by field. */
export function missingIn(draft: PhoneDraft): Record<string, string> {
  const { isNewCustomer, customerId, isOverridden, price, reason } = draft
  return {
    ...(!isNewCustomer && customerId === null && { customerId: t('Choose a customer, or enter who it is.') }),
    ...(isOverridden && price === null && { 'overrides.0.price': t('Enter a price of 0 or more.') }),
    ...(isOverridden && reason.trim().length < 3 && { 'overrides.0.reason': t('Say why, in at least 3 characters.') }),
  }
}

/** The fields that the screen has, by the names that the calls give them. What is said of no field is said of the order. */
export function fieldFor(name: string): string {
  if (name.startsWith('lines.0.units')) return 'units'
  return name.replace(/^lines\.0\./, '')
}
