import { describe, expect, it } from 'vitest'
import { filterKeys } from './list-keys.ts'
import type { Condition } from './list-query.ts'
import { isCondition, operatorsOf } from './list-query.ts'
import { fieldOf } from '../resource/resource.ts'
import { gadgets } from '../testing/sample-resources.ts'
import { conditionOf, draftOf, modesOf, modeWords } from './filter-modes.ts'

function field(key: string) {
  const found = fieldOf(gadgets, key)
  if (!found) throw new Error(`There is no ${key}`)
  return found
}

describe('the editor of a filter', () => {
  it('opens with what is usual for the field, and saying nothing is no condition', () => {
    expect(
      ['name', 'count', 'price', 'madeOn', 'dueAt', 'size', 'fits', 'tags', 'makerId', 'isOn', 'parts'].map(
        (key) => draftOf(field(key), null).mode,
      ),
    ).toEqual(['contains', 'between', 'between', 'between', 'between', 'oneOf', 'oneOf', 'is', 'oneOf', 'is', 'filled'])
    for (const key of ['name', 'count', 'madeOn', 'size', 'tags', 'makerId', 'isOn'])
      expect(conditionOf(draftOf(field(key), null))).toBeNull()
    expect(conditionOf({ ...draftOf(field('name'), null), one: '  ' })).toBeNull()
  })

  it('offers each mode in other words than the next, and only conditions that the list takes', () => {
    for (const key of filterKeys(gadgets)) {
      const words = modesOf(field(key)).map((mode) => modeWords(mode, field(key)))
      expect([key, words.length]).toEqual([key, new Set(words).size])
      for (const mode of modesOf(field(key))) {
        const condition = conditionOf({ ...draftOf(field(key), null), mode, one: 1, list: [1], range: { gte: 1 } })
        expect([key, mode, condition !== null && isCondition(field(key), condition)]).toEqual([key, mode, true])
      }
    }
  })

  it('speaks of a field with several values as including one, and of all others as being it', () => {
    const words = (key: string) => modesOf(field(key)).map((mode) => modeWords(mode, field(key)))
    for (const key of ['fits', 'tags']) expect(words(key)).toContain(key === 'tags' ? 'includes' : 'includes one of')
    for (const key of ['name', 'count', 'size', 'makerId'])
      expect([key, words(key).filter((word) => word.startsWith('includes'))]).toEqual([key, []])
  })

  it('asks whether a field is empty where it can be', () => {
    expect(modesOf(field('soldOn'))).toContain('empty')
    expect(modesOf(field('madeOn'))).not.toContain('empty')
    expect(modesOf(field('fits'))).toContain('empty')
  })

  it('offers every operator of a field but the moment to the millisecond, and bounds by between', () => {
    const written = {
      between: ['gte', 'lte', 'gt', 'lt'],
      during: ['during'],
      is: ['is'],
      oneOf: ['is'],
      not: ['not'],
      noneOf: ['not'],
      contains: ['contains'],
      startsWith: ['startsWith'],
      empty: ['empty'],
      filled: ['empty'],
    }
    for (const key of [
      'serial',
      'notes',
      'soldOn',
      'opensAt',
      'mood',
      'fits',
      'tags',
      'rivalId',
      'parts',
      'shift',
      'balance',
    ]) {
      const offered = new Set<string>(modesOf(field(key)).flatMap((mode) => written[mode]))
      expect([key, operatorsOf(field(key)).filter((operator) => !offered.has(operator))]).toEqual([key, []])
    }
    expect(modesOf(field('testedAt'))).toEqual(['between', 'during', 'empty', 'filled'])
  })

  it.each<[string, Condition]>([
    ['size', ['small']],
    ['size', { not: ['small'] }],
    ['size', { empty: true }],
    ['name', { contains: 'a' }],
    ['name', { startsWith: 'a' }],
    ['name', 'blue'],
    ['name', ['blue', 'red']],
    ['count', { gte: 1, lte: 9 }],
    ['count', { gt: 1 }],
    ['count', 5],
    ['count', { not: 5 }],
    ['madeOn', { during: 'next14Days' }],
    ['dueAt', { during: 'today', zone: 'Asia/Tokyo' }],
    ['dueAt', { gte: '2026-06-01T00:00:00.000Z', lt: '2026-06-02T00:00:00.000Z' }],
    ['isOn', false],
    ['makerId', [1, 2]],
    ['parts', { empty: false }],
    ['madeOn', { empty: true }],
  ])('gives back a condition on %s as it was: %j', (key, condition) => {
    expect(conditionOf(draftOf(field(key), condition))).toEqual(condition)
  })

  it('reads one value as a choice of one where it offers choices', () => {
    expect(draftOf(field('size'), 'small')).toMatchObject({ mode: 'oneOf', list: ['small'] })
    expect(draftOf(field('makerId'), { not: 4 })).toMatchObject({ mode: 'noneOf', list: [4] })
  })
})
