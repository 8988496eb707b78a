import { describe, expect, it } from 'vitest'
import { bestOf, rankOf } from './matching.ts'

const screens = [
  { title: 'Dashboard' },
  { title: 'All purchases', around: 'Purchases' },
  { title: 'Product purchases', around: 'Purchases' },
  { title: 'Coupons' },
  { title: 'API users' },
  { title: 'Admin users' },
  { title: 'IP ranges', around: 'Settings' },
  { title: 'Messages', around: 'Settings' },
]
const found = (typed: string) => bestOf(typed, screens).map(({ title }) => title)

describe('what is typed', () => {
  it('puts the title itself before its beginning, its words, its parts and its group', () => {
    const titles = ['coupon', 'coupons of today', 'new coupon', 'subcoupons', 'codes']
    expect(titles.map((title) => rankOf('coupon', title, title === 'codes' ? 'coupon' : ''))).toEqual([0, 1, 2, 3, 4])
  })

  it('finds by words in any order, by the group, and by the beginnings of words run together', () => {
    expect(found('purchases all')).toEqual(['All purchases'])
    expect(found('settings')).toEqual(['IP ranges', 'Messages'])
    expect(found('settings mess')).toEqual(['Messages'])
    expect(found('allp')).toEqual(['All purchases'])
    expect(found('ipra')).toEqual(['IP ranges'])
  })

  it('keeps the menu’s order among equals', () => {
    expect(found('users')).toEqual(['API users', 'Admin users'])
    expect(found('')).toEqual(screens.map(({ title }) => title))
  })

  it('compares without case, accents and spaces around', () => {
    expect(rankOf('  LEIla ', 'Leïla')).toBe(0)
    expect(rankOf('cafe', 'Café menu')).toBe(1)
  })

  it.each(['xyz', 'dashboards', 'psa', '***', 'purchasesall'])('that fits nothing finds nothing: %s', (typed) => {
    expect(found(typed)).toEqual([])
  })

  it('is only compared, whatever it would mean as a pattern, and answers at once however long it is', () => {
    for (const typed of ['.*', '(x+)+$', '[', '\\', 'a'.repeat(100_000), 'ab'.repeat(30)])
      expect(found(typed)).toEqual([])
    const started = performance.now()
    rankOf('a'.repeat(60), Array.from({ length: 30 }, () => 'aaaa').join(' '))
    expect(performance.now() - started).toBeLessThan(200)
  })
})
