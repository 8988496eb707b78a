/**
 * Moments at which a careless test turns red: TEST_NOW moves the tests there. The zone of the business is Europe/Madrid.
 * `npm run torture` runs the whole suite at each, `npm test` what looks at the calendar most, and `also`.
 */
export const moments = [
  { name: 'leap day', at: '2028-02-29T12:00:00Z', also: ['src/app/seed/load-today'] },
  { name: 'before clocks go forward', at: '2027-03-28T00:30:00Z' },
  { name: 'after clocks went forward', at: '2027-03-28T01:30:00Z' },
  { name: 'first 02:30 of two', at: '2027-10-31T00:30:00Z' },
  { name: 'second 02:30 of two', at: '2027-10-31T01:30:00Z' },
  { name: 'next year in Madrid only', at: '2026-12-31T23:30:00Z', also: ['src/core/calls/contract.test'] },
]

/** Test files that count days, hours or years from now. */
export const calendarTests = [
  'src/core/i18n/relative-dates',
  'src/core/list/list-query',
  'src/core/zoned-time',
  'src/features/coupons/coupon-state',
  'src/features/events/performance/starts',
  'src/features/products/sellability',
  'src/features/rules/rule-evaluation',
]
