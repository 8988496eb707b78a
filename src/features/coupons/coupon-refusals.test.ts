import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  create,
  fieldsOf,
  fixed,
  path,
  percentage,
  serveCoupons,
  server,
} from './testing/coupon-drafts.server.ts'

serveCoupons()

describe('refused in words on its field', () => {
  const zoned = '2026-06-01T00:00:00Z'
  it.each([
    ['−10 %', 'percent', { percent: -1000 }],
    ['101 %', 'percent', { percent: 10_100 }],
    ['0 %', 'percent', { percent: 0 }],
    ['half a basis point', 'percent', { percent: 10.5 }],
    ['no percentage', 'percent', { percent: null }],
    ['a fixed amount without amounts', 'amounts', { kind: 'fixed', amounts: [] }],
    ['a set price without amounts', 'amounts', { kind: 'set_price' }],
    ['an amount of −1', 'amounts.0.amount', { kind: 'fixed', amounts: [{ currency: 'EUR', amount: -1 }] }],
    ['an amount of 0', 'amounts.0.amount', { kind: 'fixed', amounts: [{ currency: 'EUR', amount: 0 }] }],
    ['1.5 yen', 'amounts.0.amount', { kind: 'fixed', amounts: [{ currency: 'JPY', amount: 1.5 }] }],
    ['an amount as text', 'amounts.0.amount', { kind: 'fixed', amounts: [{ currency: 'EUR', amount: '12,50' }] }],
    ['1e12', 'amounts.0.amount', { kind: 'fixed', amounts: [{ currency: 'EUR', amount: 1e12 }] }],
    ['a currency that does not exist', 'amounts', { kind: 'fixed', amounts: [{ currency: 'XQQ', amount: 5 }] }],
    ['a currency in words', 'amounts.0.currency', { kind: 'fixed', amounts: [{ currency: 'euro', amount: 5 }] }],
    [
      'a currency twice',
      'amounts',
      {
        kind: 'fixed',
        amounts: [
          { currency: 'EUR', amount: 5 },
          { currency: 'EUR', amount: 6 },
        ],
      },
    ],
    [
      'a minimum in a currency without an amount',
      'minSpends',
      { kind: 'fixed', amounts: [{ currency: 'EUR', amount: 5 }], minSpends: [{ currency: 'USD', amount: 5 }] },
    ],
    ['an end before the start', 'validUntil', { validFrom: zoned, validUntil: '2026-05-31T23:59:59Z' }],
    ['an end at the start', 'validUntil', { validFrom: zoned, validUntil: zoned }],
    ['a day without a time as the end', 'validUntil', { validUntil: '2026-06-01' }],
    ['travel that ends before it begins', 'travelUntil', { travelFrom: '2026-06-02', travelUntil: '2026-06-01' }],
    ['30 February', 'travelFrom', { travelFrom: '2026-02-30' }],
    ['−1 uses', 'totalLimit', { totalLimit: -1 }],
    ['0 uses', 'totalLimit', { totalLimit: 0 }],
    ['−1 uses per customer', 'perCustomerLimit', { perCustomerLimit: -1 }],
    ['a zone that does not exist', 'timeZone', { timeZone: 'Europe/Atlantis' }],
    ['an offset as a zone', 'timeZone', { timeZone: '+02:00' }],
    ['a locale in words', 'locales', { locales: ['Spanish'] }],
    ['a language that the site has not', 'excludedLocales', { locales: ['es'], excludedLocales: ['en', 'xx'] }],
    ['an address as a domain', 'emailDomains', { emailDomains: ['ana@example.com'] }],
    ['the same city in and out', 'excludedCityIds', { cityIds: [1], excludedCityIds: [1] }],
    ['an event that does not exist', 'eventIds', { eventIds: [999_999] }],
    ['a supplier that bears more than all', 'platformShare', { platformShare: 10_001 }],
    ['a new coupon that is paused', 'status', { status: 'paused' }],
    ['a use count from outside', 'timesUsed', { timesUsed: 5 }],
    ['a state from outside', 'state', { state: 'active' }],
    ['a field that coupons have not', 'discount', { discount: 5 }],
  ])('%s', async (_, field, draft) => {
    const reply = await admin.post(path, { ...percentage(), ...draft })
    expect(reply.status).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual([field])
    expect(fieldsOf(reply)[field]).toMatch(/^[^{}]{12,}\.$/)
  })
})

describe('a currency that is in a list twice', () => {
  const twice = [
    { currency: 'EUR', amount: 5 },
    { currency: 'USD', amount: 6 },
    { currency: 'USD', amount: 7 },
  ]
  it.each([
    ['amounts', () => ({ ...fixed(), amounts: twice })],
    ['maxDiscounts', () => ({ ...percentage(), maxDiscounts: twice })],
    ['minSpends', () => ({ ...percentage(), minSpends: twice })],
  ])('is named where it is refused: %s', async (field, draft) => {
    const reply = await admin.post(path, draft())
    expect([reply.status, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
    expect(fieldsOf(reply)[field]).toMatch(/^USD /)
  })
})

describe('the database itself refuses', () => {
  it.each([
    ['a percentage on a fixed amount', `kind = 'fixed', amounts = '[{"currency":"EUR","amount":5}]'`],
    ['a fixed amount without amounts', `kind = 'fixed', percent = null`],
    ['101 %', 'percent = 10100'],
    ['an end before the start', `valid_from = '2026-06-02', valid_until = '2026-06-01'`],
    ['more uses than the limit', 'total_limit = 5, times_used = 6'],
    ['a code in lower case', `code = 'lower'`],
    ['an unknown currency', `min_spends = '[{"currency":"XQQ","amount":5}]'`],
    ['half a cent', `min_spends = '[{"currency":"EUR","amount":0.5}]'`],
    ['a currency twice', `min_spends = '[{"currency":"EUR","amount":5},{"currency":"EUR","amount":6}]'`],
    ['an event that does not exist', 'event_ids = array[999999]'],
  ])('%s', async (_, assignments) => {
    const coupon = await create(percentage())
    const update = sql`update coupons set ${sql.raw(assignments)} where id = ${coupon.id}`.execute(
      server.database.kysely,
    )
    await expect(update).rejects.toMatchObject({ code: expect.stringMatching(/^235/) })
  })
})
