import { describe, expect, it } from 'vitest'
import type { Condition, Filter } from './list-query.ts'
import { fieldOf } from '../resource/resource.ts'
import { gadgets } from '../testing/sample-resources.ts'
import type { Telling } from './condition-labels.ts'
import { conditionWords, filterSentence } from './condition-labels.ts'

const names: Readonly<Record<number, string>> = { 1: 'Acme', 2: 'Bolt' }
const telling: Telling = { titleOf: (_, id) => names[id] ?? `#${id}`, currencyOf: () => null, zone: 'Europe/Madrid' }

function chip(key: string, condition: Condition, given = telling): string {
  const field = fieldOf(gadgets, key)
  if (!field) throw new Error(`There is no ${key}`)
  return conditionWords(key, field, condition, given)
}

describe('a chip', () => {
  it.each<[string, Condition, string]>([
    ['size', 'small', 'Size: Small'],
    ['size', ['small', 'large'], 'Size: Small or Large'],
    ['size', { not: 'small' }, 'Size: is not Small'],
    ['size', { not: ['small', 'large'] }, 'Size: is not Small or Large'],
    ['fits', { not: ['small'] }, 'Fits: does not include Small'],
    ['size', [], 'Size: nothing'],
    ['mood', { empty: true }, 'Mood: is empty'],
    ['mood', { empty: false }, 'Mood: is not empty'],
    ['isOn', true, 'Is on: yes'],
    ['name', { contains: 'blue' }, 'Name: contains “blue”'],
    ['name', { startsWith: 'b' }, 'Name: starts with “b”'],
    ['count', { gte: 1_000, lte: 2_000 }, 'Count: 1,000 to 2,000'],
    ['count', { gt: 5 }, 'Count: more than 5'],
    ['count', { lte: 5 }, 'Count: up to 5'],
    ['share', { gte: 1_250 }, 'Share: from 12.5%'],
    ['madeOn', { gte: '2026-06-01', lt: '2026-07-01' }, 'Made on: from 1 Jun 2026 and before 1 Jul 2026'],
    ['madeOn', { during: 'next14Days' }, 'Made on: next 14 days (Europe/Madrid)'],
    ['dueAt', { during: 'lastMonth', zone: 'Asia/Tokyo' }, 'Due at: last month (Asia/Tokyo)'],
    ['makerId', [1, 2], 'Maker: Acme or Bolt'],
    ['makerId', { not: [1] }, 'Maker: is not Acme'],
    ['helperIds', [1, 9], 'Helpers: Acme or #9'],
    ['helperIds', { not: [1] }, 'Helpers: does not include Acme'],
    ['name', { not: ['Blue'] }, 'Name: is not Blue'],
    ['count', { not: [5] }, 'Count: is not 5'],
    ['share', { not: [1_250] }, 'Share: is not 12.5%'],
    ['price', { not: [123_450] }, 'Price: is not 1,234.5'],
    ['madeOn', { not: ['2026-06-01'] }, 'Made on: is not 1 Jun 2026'],
    ['count', [1, 2, 3, 4, 5], 'Count: 1, 2, 3, 4 or 5'],
    ['count', [1, 2, 3, 4, 5, 6, 7], 'Count: 1, 2, 3, 4 or 3 more'],
    ['price', { gte: 123_450 }, 'Price: from 1,234.5'],
  ])('on %s of %j says %s', (key, condition, words) => {
    expect(chip(key, condition)).toBe(words)
  })

  it('says an amount in its currency where the filter leaves one', () => {
    expect(chip('price', { gte: 5_000 }, { ...telling, currencyOf: () => 'JPY' })).toBe('Price: from JP¥5,000')
  })
})

describe('what a list shows, as a sentence', () => {
  it.each<[Filter, string]>([
    [{}, 'Showing all gadgets.'],
    [
      { madeOn: { during: 'next14Days' }, makerId: [1] },
      'Showing gadgets where made on is in the next 14 days and maker is Acme.',
    ],
    [
      { size: ['small', 'large'], count: { gte: 1, lte: 9 }, dueAt: { during: 'today', zone: 'Asia/Tokyo' } },
      'Showing gadgets where size is Small or Large, count is between 1 and 9 and due at is today in Asia/Tokyo.',
    ],
    [{ isOn: true }, 'Showing gadgets where “is on” is yes.'],
    [{ fits: ['small'], mood: { empty: true } }, 'Showing gadgets where fits includes Small and mood is empty.'],
  ])('of %j is %s', (filter, sentence) => {
    expect(filterSentence(gadgets, filter, telling)).toBe(sentence)
  })
})
