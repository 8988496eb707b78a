import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { addLanguage, findLanguageBy } from '../../core/i18n/language.ts'
import type { CouponDraft } from './coupon-sentence.ts'
import { couponSentence } from './coupon-sentence.ts'

afterEach(() => findLanguageBy(() => 'en'))

const ten: CouponDraft = { kind: 'percent', percent: 1000, timeZone: 'Europe/Madrid' }
const euros = (amount: number) => [{ currency: 'EUR', amount }]
const titles = {
  cities: [{ id: 3, title: 'Madrid' }],
  events: [
    { id: 1, title: 'Vienna Festival of Light' },
    { id: 2, title: 'Aida' },
  ],
  categories: [{ id: 4, title: 'Museums' }],
  excludedCategories: [{ id: 4, title: 'Museums' }],
  subcategories: [{ id: 41, title: 'Night tours' }],
  providers: [{ id: 8, title: 'Tiqets' }],
  excludedVenues: [{ id: 9, title: 'Teatro Real' }],
}

describe('a coupon in words', () => {
  it.each<[string, CouponDraft]>([
    ['10% off everything.', {}],
    ['12.5% off everything.', { percent: 1250 }],
    ['€40 off everything.', { kind: 'fixed', amounts: euros(4000), maxDiscounts: euros(100) }],
    [
      '€12.50 or JP¥4,000 off everything.',
      { kind: 'fixed', amounts: [...euros(1250), { currency: 'JPY', amount: 4000 }] },
    ],
    ['Set price of €1,000 per unit on everything.', { kind: 'set_price', amounts: euros(100_000) }],
    ['10% off everything, up to €40.', { maxDiscounts: euros(4000) }],
    ['10% off everything, minimum spend €50.', { minSpends: euros(5000) }],
    ['10% off everything, at least 1 ticket or traveller.', { minQuantity: 1 }],
    ['10% off everything, at least 4 tickets or travellers.', { minQuantity: 4 }],
    ['10% off Vienna Festival of Light or Aida.', { eventIds: [1, 2] }],
    ['10% off 3 events or 1 product.', { eventIds: [1, 2, 4], productIds: [5] }],
    [
      '10% off everything with 1 performer at 2 venues in Madrid.',
      { performerIds: [1], venueIds: [1, 2], cityIds: [3] },
    ],
    ['10% off everything in Museums or Night tours.', { categoryIds: [4], subcategoryIds: [41] }],
    [
      '10% off everything in 3 subcategories from Tiqets in Madrid.',
      { subcategoryIds: [1, 2, 3], providerIds: [8], cityIds: [3] },
    ],
    ['10% off Aida or 1 alias.', { eventIds: [2], aliasIds: [12] }],
    [
      '10% off everything except 1 alias, Museums, 2 subcategories and 1 provider.',
      { excludedAliasIds: [1], excludedCategoryIds: [4], excludedSubcategoryIds: [1, 2], excludedProviderIds: [3] },
    ],
    [
      '10% off everything except 1 event, 2 performers, Teatro Real, 1 city and 3 products.',
      {
        excludedEventIds: [1],
        excludedPerformerIds: [1, 2],
        excludedVenueIds: [9],
        excludedCityIds: [4],
        excludedProductIds: [1, 2, 3],
      },
    ],
    ['10% off everything, when bought by web or app.', { channels: ['web', 'app'] }],
    ['10% off everything, for orders in Spanish or French.', { locales: ['es', 'fr'] }],
    ['10% off everything, not for orders in German.', { excludedLocales: ['de'] }],
    ['10% off everything, for visits from 1 Jun 2026.', { travelFrom: '2026-06-01' }],
    ['10% off everything, for visits until 1 Jun 2026.', { travelUntil: '2026-06-01' }],
    ['10% off everything, for visits on 1 Jun 2026.', { travelFrom: '2026-06-01', travelUntil: '2026-06-01' }],
    [
      '10% off everything, for visits from 1 Jun 2026 to 2 Jun 2026.',
      { travelFrom: '2026-06-01', travelUntil: '2026-06-02' },
    ],
    ['10% off everything, for first purchases.', { isFirstPurchaseOnly: true }],
    ['10% off everything, for 1 customer.', { customerIds: [1] }],
    ['10% off everything, for email addresses at example.com.', { emailDomains: ['example.com'] }],
    [
      '10% off everything, for 2 customers or email addresses at example.com.',
      { customerIds: [1, 2], emailDomains: ['example.com'] },
    ],
    ['10% off everything, 500 times in total and once per customer.', { totalLimit: 500, perCustomerLimit: 1 }],
    [
      '10% off everything, once in total, a cancelled purchase gives its use back.',
      { totalLimit: 1, isReturnedOnCancel: true },
    ],
    ['10% off everything.', { isReturnedOnCancel: true }],
    ['10% off everything, combines with other coupons of group SUMMER.', { stackGroup: 'SUMMER' }],
    ['10% off everything, from 23 Nov 2026.', { validFrom: '2026-11-22T23:00:00.000Z' }],
    ['10% off everything, until the end of 7 Jan 2027.', { validUntil: '2027-01-07T23:00:00.000Z' }],
    [
      '10% off everything, from 23 Nov 2026 at 10:30 (Europe/Madrid) until the end of 7 Jan 2027.',
      { validFrom: '2026-11-23T09:30:00.000Z', validUntil: '2027-01-07T23:00:00.000Z' },
    ],
    [
      '10% off everything, from 23 Nov 2026 at 10:30 until 7 Jan 2027 at 09:00 (Europe/Madrid).',
      { validFrom: '2026-11-23T09:30:00.000Z', validUntil: '2027-01-07T08:00:00.000Z' },
    ],
  ])('reads %j', (sentence, conditions) => {
    expect(couponSentence({ ...ten, ...conditions }, titles)).toBe(sentence)
  })

  it('waits for a discount', () => {
    expect(couponSentence({ kind: 'percent', percent: null })).toBeNull()
    expect(couponSentence({ kind: 'fixed', amounts: [] })).toBeNull()
  })

  it('leaves out what is still being typed', () => {
    const half = [{ currency: 'EU', amount: 5 }] as CouponDraft['amounts']
    expect(couponSentence({ kind: 'fixed', amounts: half ?? [] })).toBeNull()
    const unfinished = { ...ten, timeZone: 'Europe/Mad', validFrom: '2026-11-23T00:00:00.000Z' }
    expect(couponSentence(unfinished)).toBe('10% off everything, from 23 Nov 2026.')
  })

  it('reads in Spanish', () => {
    addLanguage(
      'es',
      JSON.parse(readFileSync(new URL('../../app/locales/es.json', import.meta.url), 'utf8')) as Record<string, string>,
    )
    findLanguageBy(() => 'es')
    const coupon: CouponDraft = {
      ...ten,
      categoryIds: [4],
      cityIds: [3],
      maxDiscounts: euros(4000),
      channels: ['web'],
      totalLimit: 500,
      perCustomerLimit: 1,
      validFrom: '2026-11-22T23:00:00.000Z',
      validUntil: '2027-01-07T23:00:00.000Z',
    }
    expect(couponSentence(coupon, titles)).toBe(
      '10 % de descuento en todo en Museums en Madrid, hasta 40 €, al comprar por web, 500 veces en total y una vez por cliente, ' +
        'desde el 23 nov 2026 hasta el final del 7 ene 2027.',
    )
  })
})
