import type { ValueOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { Problem } from '../../core/resource/resource.ts'
import { formatProblem } from '../../core/resource/text-formats.ts'
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
  if (kind === 'percent' && percent === null)
    yield { field: 'percent', message: t('Enter a percentage from 0.01 to 100.') }
  if (kind !== 'percent' && amounts.length === 0) {
    yield { field: 'amounts', message: t('Enter an amount for each currency that the coupon accepts.') }
  }
  const lists = { amounts, maxDiscounts, minSpends } as const
  for (const field of ['amounts', 'maxDiscounts', 'minSpends'] as const) {
    const twice = repeated(lists[field].map(({ currency }) => currency))
    if (twice !== undefined)
      yield { field, message: t('{twice} is listed twice. Keep one amount per currency.', { twice }) }
  }
  const priced = new Set(amounts.map(({ currency }) => currency))
  const idle = kind === 'percent' ? undefined : minSpends.find(({ currency }) => !priced.has(currency))
  if (idle) {
    yield {
      field: 'minSpends',
      message: t('The coupon has no amount in {currency}, so a minimum spend in it would never apply.', {
        currency: idle.currency,
      }),
    }
  }
}

function* checkWindows({ validFrom, validUntil, travelFrom, travelUntil }: CouponValues): Problems {
  if (validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom)) {
    yield { field: 'validUntil', message: t('Valid until must be later than valid from.') }
  }
  if (travelFrom !== null && travelUntil !== null && travelUntil < travelFrom) {
    yield { field: 'travelUntil', message: t('The last day of travel must not be before the first.') }
  }
}

function* checkScope(draft: CouponValues): Problems {
  const pairs = [
    ['eventIds', 'excludedEventIds', 'event'],
    ['performerIds', 'excludedPerformerIds', 'performer'],
    ['venueIds', 'excludedVenueIds', 'venue'],
    ['cityIds', 'excludedCityIds', 'city'],
    ['productIds', 'excludedProductIds', 'product'],
    ['aliasIds', 'excludedAliasIds', 'alias'],
    ['categoryIds', 'excludedCategoryIds', 'category'],
    ['subcategoryIds', 'excludedSubcategoryIds', 'subcategory'],
    ['providerIds', 'excludedProviderIds', 'provider'],
    ['locales', 'excludedLocales', 'locale'],
  ] as const
  for (const [included, excluded, word] of pairs) {
    const inside = new Set<number | string>(draft[included])
    if (draft[excluded].some((item) => inside.has(item))) {
      yield { field: excluded, message: t('The same {word} can’t be both included and excluded.', { word }) }
    }
  }
  for (const field of ['locales', 'excludedLocales'] as const) {
    const message = draft[field].map((locale) => formatProblem('locale', locale)).find((found) => found !== undefined)
    if (message !== undefined) yield { field, message }
  }
  const odd = draft.emailDomains.find((domain) => !domainPattern.test(domain))
  if (odd !== undefined)
    yield {
      field: 'emailDomains',
      message: t('{odd} is not a domain; write it like example.com, without an @.', { odd }),
    }
}

const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

function repeated(items: readonly string[]): string | undefined {
  return items.find((item, index) => items.indexOf(item) !== index)
}
