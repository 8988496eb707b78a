import {
  eitherOf,
  exponentOf,
  formatMoney,
  formatDate,
  formatPercent,
  listOf,
  nameOf,
} from '../../core/i18n/formats.ts'
import { locale, msg, t } from '../../core/i18n/language.ts'
import { refKey } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { isTimeZone, localOf } from '../../core/zoned-time.ts'
import { couponFields } from './coupon-fields.ts'
import type { CouponValues } from './coupon-rules.ts'

/** A coupon in a form: anything can still be missing. */
export type CouponDraft = Partial<CouponValues>
/** What references are called, as records carry it: `{ cities: [{ id: 3, title: 'Madrid' }] }`. */
type Titles = Readonly<Record<string, unknown>> | null

const counted = {
  eventIds: msg('{n, plural, one {# event} other {# events}}'),
  performerIds: msg('{n, plural, one {# performer} other {# performers}}'),
  venueIds: msg('{n, plural, one {# venue} other {# venues}}'),
  cityIds: msg('{n, plural, one {# city} other {# cities}}'),
  productIds: msg('{n, plural, one {# product} other {# products}}'),
  aliasIds: msg('{n, plural, one {# alias} other {# aliases}}'),
  categoryIds: msg('{n, plural, one {# category} other {# categories}}'),
  subcategoryIds: msg('{n, plural, one {# subcategory} other {# subcategories}}'),
  providerIds: msg('{n, plural, one {# provider} other {# providers}}'),
} as const
type Axis = keyof typeof counted

/** More names than these make the sentence a list, so they are counted instead. */
const maxNames = 2

/**
 * What a coupon gives and under which conditions: `10% off everything, up to €40, from 23 Nov 2026.` Null while it has
 * no discount yet.
 */
export function couponSentence(coupon: CouponDraft, titles: Titles = null): string | null {
  const offer = offerOf(coupon, whatOf(coupon, titles))
  if (offer === null) return null
  const clauses = [...moneyClauses(coupon), ...useClauses(coupon), ...customerClauses(coupon), ...limitClauses(coupon)]
  return `${[offer, ...clauses, ...validity(coupon)].join(', ')}.`
}

function offerOf({ kind = 'percent', percent, amounts }: CouponDraft, what: string): string | null {
  if (kind === 'percent') {
    if (typeof percent !== 'number') return null
    return t('{share} off {what}', { share: formatPercent(percent), what })
  }
  const worth = amountsOf(amounts)
  if (worth === null) return null
  return kind === 'fixed'
    ? t('{amounts} off {what}', { amounts: worth, what })
    : t('Set price of {amounts} per unit on {what}', { amounts: worth, what })
}

function whatOf(coupon: CouponDraft, titles: Titles): string {
  const names = (axis: Axis) => namesOf(axis, coupon[axis], titles?.[refKey(axis)])
  const left = (axis: Axis, key: `excluded${Capitalize<Axis>}`) => namesOf(axis, coupon[key], titles?.[refKey(key)])
  // Events, products and aliases are alternatives, and so are categories and subcategories.
  const named = [...names('eventIds'), ...names('productIds'), ...names('aliasIds')]
  const sections = [...names('categoryIds'), ...names('subcategoryIds')]
  const providers = names('providerIds')
  const [performers, venues, cities] = [names('performerIds'), names('venueIds'), names('cityIds')]
  const excluded = [
    ...left('eventIds', 'excludedEventIds'),
    ...left('performerIds', 'excludedPerformerIds'),
    ...left('venueIds', 'excludedVenueIds'),
    ...left('cityIds', 'excludedCityIds'),
    ...left('productIds', 'excludedProductIds'),
    ...left('aliasIds', 'excludedAliasIds'),
    ...left('categoryIds', 'excludedCategoryIds'),
    ...left('subcategoryIds', 'excludedSubcategoryIds'),
    ...left('providerIds', 'excludedProviderIds'),
  ]
  let what = named.length > 0 ? eitherOf(named) : t('everything')
  if (sections.length > 0) what = t('{what} in {names}', { what, names: eitherOf(sections) })
  if (providers.length > 0) what = t('{what} from {names}', { what, names: eitherOf(providers) })
  if (performers.length > 0) what = t('{what} with {names}', { what, names: eitherOf(performers) })
  if (venues.length > 0) what = t('{what} at {names}', { what, names: eitherOf(venues) })
  if (cities.length > 0) what = t('{what} in {names}', { what, names: eitherOf(cities) })
  if (excluded.length > 0) what = t('{what} except {names}', { what, names: listOf(excluded) })
  return what
}

/** One or two records by name. More of them, or any without a known name, are counted. */
function namesOf(axis: Axis, ids: readonly number[] = [], known: unknown): readonly string[] {
  if (ids.length === 0) return []
  const titles = new Map(
    (Array.isArray(known) ? (known as { id?: unknown; title?: unknown }[]) : []).map((one) => [one.id, one.title]),
  )
  const names = ids.map((id) => titles.get(id)).filter((title) => typeof title === 'string')
  return ids.length <= maxNames && names.length === ids.length ? names : [t(counted[axis], { n: ids.length })]
}

function* moneyClauses(coupon: CouponDraft): Iterable<string> {
  const cap = coupon.kind === 'percent' ? amountsOf(coupon.maxDiscounts) : null
  if (cap !== null) yield t('up to {amounts}', { amounts: cap })
  const least = amountsOf(coupon.minSpends)
  if (least !== null) yield t('minimum spend {amounts}', { amounts: least })
  if (typeof coupon.minQuantity === 'number') {
    yield t('at least {n, plural, one {# ticket or traveller} other {# tickets or travellers}}', {
      n: coupon.minQuantity,
    })
  }
}

function* useClauses({ channels = [], locales = [], excludedLocales = [], ...coupon }: CouponDraft): Iterable<string> {
  if (channels.length > 0) {
    const labels = channels.map((channel) => choiceLabelOf(couponFields.channels, channel).toLocaleLowerCase(locale()))
    yield t('when bought by {channels}', { channels: eitherOf(labels) })
  }
  const languages = (codes: readonly string[]) => eitherOf(codes.map((code) => nameOf('language', code)))
  if (locales.length > 0) yield t('for orders in {languages}', { languages: languages(locales) })
  if (excludedLocales.length > 0) yield t('not for orders in {languages}', { languages: languages(excludedLocales) })
  const { travelFrom, travelUntil } = coupon
  const [first, last] = [travelFrom, travelUntil].map((day) => (day ? formatDate(day) : null))
  if (first && first === last) yield t('for visits on {first}', { first })
  else if (first && last) yield t('for visits from {first} to {last}', { first, last })
  else if (first) yield t('for visits from {first}', { first })
  else if (last) yield t('for visits until {last}', { last })
}

function* customerClauses({ isFirstPurchaseOnly, customerIds = [], emailDomains = [] }: CouponDraft): Iterable<string> {
  if (isFirstPurchaseOnly) yield t('for first purchases')
  const customers = t('{n, plural, one {# customer} other {# customers}}', { n: customerIds.length })
  const domains = eitherOf(emailDomains)
  // A customer needs to be on one of the two lists.
  if (customerIds.length > 0 && emailDomains.length > 0) {
    yield t('for {customers} or email addresses at {domains}', { customers, domains })
  } else if (customerIds.length > 0) yield t('for {customers}', { customers })
  else if (emailDomains.length > 0) yield t('for email addresses at {domains}', { domains })
}

function* limitClauses(coupon: CouponDraft): Iterable<string> {
  const { totalLimit, perCustomerLimit, isReturnedOnCancel, stackGroup } = coupon
  const limits = [
    ...(typeof totalLimit === 'number'
      ? [t('{n, plural, one {once} other {# times}} in total', { n: totalLimit })]
      : []),
    ...(typeof perCustomerLimit === 'number'
      ? [t('{n, plural, one {once} other {# times}} per customer', { n: perCustomerLimit })]
      : []),
  ]
  if (limits.length > 0) {
    yield listOf(limits)
    if (isReturnedOnCancel) yield t('a cancelled purchase gives its use back')
  }
  if (stackGroup) yield t('combines with other coupons of group {stackGroup}', { stackGroup })
}

function* validity({ validFrom, validUntil, timeZone = 'UTC' }: CouponDraft): Iterable<string> {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const from = validFrom ? momentOf(validFrom, zone, formatDate, !hasTime(validUntil, zone)) : null
  // What ends at midnight is valid through the day before.
  const until = validUntil
    ? momentOf(validUntil, zone, (day) => t('the end of {date}', { date: formatDate(dayBefore(day)) }))
    : null
  if (from !== null && until !== null) yield t('from {from} until {until}', { from, until })
  else if (from !== null) yield t('from {from}', { from })
  else if (until !== null) yield t('until {until}', { until })
}

const hasTime = (instant: string | null | undefined, zone: string) =>
  Boolean(instant) && !localOf(instant ?? '', zone).endsWith('T00:00')

/** A moment in the coupon's time zone. Midnight is said by `atMidnight`; the zone is named after any other time. */
function momentOf(instant: string, zone: string, atMidnight: (day: string) => string, namesZone = true): string {
  const [day = '', time = ''] = localOf(instant, zone).split('T')
  const date = formatDate(day)
  if (!hasTime(instant, zone)) return atMidnight(day)
  return namesZone ? t('{date} at {time} ({zone})', { date, time, zone }) : t('{date} at {time}', { date, time })
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** `€40 or £35.50`; null where there is none. Rows whose amount or currency is still being typed are left out. */
function amountsOf(amounts: CouponDraft['amounts'] = []): string | null {
  const complete = amounts.filter(
    ({ amount, currency }) => Number.isSafeInteger(amount) && /^[A-Z]{3}$/.test(currency ?? ''),
  )
  return complete.length === 0 ? null : eitherOf(complete.map(({ amount, currency }) => brief(amount, currency)))
}

/** Without the minor units of a round amount. */
function brief(amount: number, currency: string): string {
  const digits = exponentOf(currency)
  const text = formatMoney(amount, currency)
  return digits > 0 && amount % 10 ** digits === 0 ? text.replace(/[.,]0+(?=\D*$)/, '') : text
}
