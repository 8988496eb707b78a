import type { ValueOf } from '../../kit/fields.ts'
import { text } from '../../kit/fields.ts'
import type { Problem } from '../../kit/resource.ts'
import { parseValue } from '../../kit/value-schemas.ts'
import type { CouponFields } from './coupon-fields.ts'

/** A coupon as it is about to be stored. */
export type CouponValues = { [K in keyof CouponFields]: ValueOf<CouponFields[K]> }
export type Amount = CouponValues['amounts'][number]
type Problems = Iterable<Problem<Extract<keyof CouponFields, string>>>

/** The rules that involve several fields, or more than a field's kind can say. */
export function* checkCoupon(draft: CouponValues): Problems {
  yield* checkValue(draft)
  yield* checkWindows(draft)
  yield* checkScope(draft)
}

function* checkValue(draft: CouponValues): Problems {
  const { kind, percent, amounts, maxDiscounts, minSpends } = draft
  if (kind === 'percent' && percent === null) yield { field: 'percent', message: 'Enter a percentage from 0.01 to 100.' }
  if (kind !== 'percent' && amounts.length === 0) {
    yield { field: 'amounts', message: 'Enter an amount for each currency in which the coupon may be used.' }
  }
  const lists = { amounts, maxDiscounts, minSpends } as const
  for (const field of ['amounts', 'maxDiscounts', 'minSpends'] as const) {
    const twice = repeated(lists[field].map(({ currency }) => currency))
    if (twice !== undefined) yield { field, message: `${twice} is there twice: keep one amount for each currency.` }
  }
  const priced = new Set(amounts.map(({ currency }) => currency))
  const idle = kind === 'percent' ? undefined : minSpends.find(({ currency }) => !priced.has(currency))
  if (idle) {
    yield { field: 'minSpends', message: `There is no amount in ${idle.currency}, so a minimum spend in it would never apply.` }
  }
}

function* checkWindows({ validFrom, validUntil, travelFrom, travelUntil, timeZone }: CouponValues): Problems {
  if (validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom)) {
    yield { field: 'validUntil', message: 'It must end after it begins.' }
  }
  if (travelFrom !== null && travelUntil !== null && travelUntil < travelFrom) {
    yield { field: 'travelUntil', message: 'The last day of travel must not be before the first.' }
  }
  if (timeZone && !isTimeZone(timeZone)) {
    yield { field: 'timeZone', message: `There is no time zone called ${timeZone}; try a city, such as Europe/Rome.` }
  }
}

function* checkScope(draft: CouponValues): Problems {
  const pairs = [
    ['eventIds', 'excludedEventIds', 'event'], ['performerIds', 'excludedPerformerIds', 'performer'],
    ['venueIds', 'excludedVenueIds', 'venue'], ['cityIds', 'excludedCityIds', 'city'],
    ['productIds', 'excludedProductIds', 'product'], ['locales', 'excludedLocales', 'locale'],
  ] as const
  for (const [included, excluded, word] of pairs) {
    const inside = new Set<number | string>(draft[included])
    if (draft[excluded].some((item) => inside.has(item))) {
      yield { field: excluded, message: `The same ${word} cannot be both included and left out.` }
    }
  }
  for (const field of ['locales', 'excludedLocales'] as const) {
    const message = firstFlaw(draft[field])
    if (message !== undefined) yield { field, message }
  }
  const odd = draft.emailDomains.find((domain) => !domainPattern.test(domain))
  if (odd !== undefined) yield { field: 'emailDomains', message: `${odd} is not a domain; write it like example.com, without an @.` }
}

const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i
const localeField = text({ required: true, format: 'locale' })

function firstFlaw(locales: readonly string[]): string | undefined {
  for (const locale of locales) {
    const parsed = parseValue(locale, localeField, locale)
    if ('problems' in parsed) return parsed.problems[locale]
  }
  return undefined
}

function repeated(items: readonly string[]): string | undefined {
  return items.find((item, index) => items.indexOf(item) !== index)
}

function isTimeZone(name: string): boolean {
  try {
    // The list of supported zones leaves out aliases such as Asia/Calcutta, which are names just as good.
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
