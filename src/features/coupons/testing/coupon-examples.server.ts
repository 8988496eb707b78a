import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { coupons } from '../coupons.ts'
import { couponBatches } from '../coupon-batches.ts'

const euros = (amount: number) => [{ currency: 'EUR', amount }]

export const examples: readonly ResourceExample[] = [
  exampleOf(coupons, (n) => {
    const isPercent = n % 3 !== 0
    const none = {
      excludedEventIds: [],
      excludedPerformerIds: [],
      excludedVenueIds: [],
      excludedCityIds: [],
      excludedProductIds: [],
      excludedAliasIds: [],
      excludedCategoryIds: [],
      excludedSubcategoryIds: [],
      excludedProviderIds: [],
      excludedLocales: [],
    }
    return {
      values: {
        ...none,
        ...(isPercent
          ? { kind: 'percent', percent: n * 25, amounts: [], maxDiscounts: n % 2 ? euros(5_000) : [] }
          : { kind: pick(['fixed', 'set_price'], n), percent: null, amounts: euros(n * 100), maxDiscounts: [] }),
        minSpends: n % 2 ? euros(10_000) : [],
        code: `CODE-${n}`,
        status: pick(['draft', 'active'], n),
        locales: n % 2 ? ['es', 'en'] : [],
        emailDomains: n % 4 ? [] : ['example.com'],
        totalLimit: n % 2 ? 50 + n : null,
        timesUsed: 0,
        travelFrom: n % 2 ? '2026-06-01' : null,
        travelUntil: n % 3 ? '2026-06-30' : null,
        validFrom: n % 2 ? '2026-01-01T00:00:00.000Z' : null,
        validUntil: n % 3 ? `2027-01-${10 + (n % 18)}T00:00:00.000Z` : null,
      },
    }
  }),
  exampleOf(couponBatches, (n) => ({
    values: { prefix: `P${n}`, wanted: 10, made: n % 10 },
    columns: { template: JSON.stringify({ name: 'Of a batch', kind: 'percent', percent: 500 }) },
  })),
]
