import type { ValueOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { Problem } from '../../core/resource/resource.ts'
import type { RuleFields } from './rule-fields.ts'

/** Codes of ISO 4217 that are in use, and one that is newer than some of the tables they come from. */
const currencies: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'XCG'])

/** A rule as it is about to be stored. */
export type RuleValues = { [K in keyof RuleFields]: ValueOf<RuleFields[K]> }
type Problems = Iterable<Problem<Extract<keyof RuleFields, string>>>

/** The rules of rules: a value that belongs to the type, and conditions that can be met. */
export function* checkRule(draft: RuleValues): Problems {
  yield* checkValue(draft)
  const { daysFrom, daysTo, currency, priceFrom, priceTo, validFrom, validUntil } = draft
  if (daysFrom !== null && daysTo !== null && daysTo < daysFrom)
    yield { field: 'daysTo', message: t('Must not be below the lower number of days.') }
  if (currency === null && (priceFrom !== null || priceTo !== null))
    yield { field: 'currency', message: t('Choose the currency of the prices.') }
  if (currency !== null && !currencies.has(currency))
    yield { field: 'currency', message: t('Currency {currency} not found.', { currency }) }
  if (currency !== null && priceFrom === null && priceTo === null)
    yield { field: 'priceFrom', message: t('Enter a price, or leave the currency empty.') }
  if (priceFrom !== null && priceTo !== null && priceTo < priceFrom)
    yield { field: 'priceTo', message: t('Must not be below the lower price.') }
  if (validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom)) {
    yield { field: 'validUntil', message: t('“Ends” must be later than “Starts”.') }
  }
}

function* checkValue(draft: RuleValues): Problems {
  const { type, refundProtection, protectionFee, hiddenProviderIds } = draft
  const percentage = t('Enter a percentage.')
  if (type === 'markup' && draft.markup === null) yield { field: 'markup', message: percentage }
  if (type === 'service_fee' && draft.serviceFee === null) yield { field: 'serviceFee', message: percentage }
  if (type === 'min_margin' && draft.minMargin === null) yield { field: 'minMargin', message: percentage }
  if (type === 'hide_provider' && hiddenProviderIds.length === 0)
    yield { field: 'hiddenProviderIds', message: t('Choose which providers to hide.') }
  if (type === 'min_seats' && draft.minSeats === null) yield { field: 'minSeats', message: t('Enter how many seats.') }
  if (type === 'delivery_lead_time' && draft.leadHours === null)
    yield { field: 'leadHours', message: t('Enter how many hours.') }
  if (type === 'checkout_notice' && !draft.notice)
    yield { field: 'notice', message: t('Write the message for customers.') }
  if (type === 'holder_names' && draft.holderNames === null)
    yield { field: 'holderNames', message: t('Choose whose names are required.') }
  if (type === 'max_tickets' && draft.maxTickets === null)
    yield { field: 'maxTickets', message: t('Enter how many tickets.') }
  if (type === 'refund_protection' && refundProtection === null)
    yield { field: 'refundProtection', message: t('Choose whether to offer it.') }
  if (type === 'refund_protection' && refundProtection === 'offered' && protectionFee === null)
    yield { field: 'protectionFee', message: percentage }
  if (type === 'badge' && !draft.badge) yield { field: 'badge', message: t('Write what the badge says.') }
}
