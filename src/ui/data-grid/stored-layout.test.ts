import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangementKey, movedId, orderedIds, parseArrangement, untouched } from './stored-layout.ts'

describe('the remembered arrangement of a grid', () => {
  it('comes back as it was written', () => {
    const arrangement = {
      order: ['b', 'a'],
      shown: { a: false },
      widths: { b: 120 },
      pins: { a: 'end', b: 'none' },
      density: 'roomy',
    }
    expect(parseArrangement(JSON.stringify(arrangement))).toEqual(arrangement)
  })

  it('is untouched when nothing usable was stored', () => {
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '"x"',
      '3',
      '{"order":5,"shown":[],"widths":{"a":"9"},"density":"huge"}',
    ]) {
      expect(parseArrangement(text)).toEqual(untouched)
    }
  })

  it('drops single entries that make no sense', () => {
    const text = JSON.stringify({
      order: ['a', 1, 'a'],
      widths: { a: 12, b: 300 },
      pins: { a: 'left', b: 'start' },
      shown: { a: 'no', b: true },
    })
    expect(parseArrangement(text)).toEqual({
      ...untouched,
      order: ['a'],
      widths: { b: 300 },
      pins: { b: 'start' },
      shown: { b: true },
    })
  })

  it('reads any text without an error', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseArrangement(text).density).toBeTypeOf('string')
      }),
    )
  })

  it('is kept per person and grid', () => {
    expect(arrangementKey('sales/list', '7')).not.toBe(arrangementKey('sales/list', '8'))
    expect(arrangementKey('sales/list', '7')).not.toBe(arrangementKey('coupons/list', '7'))
  })

  it('puts a column that is new since then after the one it follows by definition', () => {
    expect(orderedIds(['a', 'b', 'c', 'd'], ['d', 'a', 'c'])).toEqual(['d', 'a', 'b', 'c'])
    expect(orderedIds(['new', 'a', 'b'], ['b', 'a'])).toEqual(['new', 'b', 'a'])
    expect(orderedIds(['a', 'b'], [])).toEqual(['a', 'b'])
  })

  it('forgets columns that no longer exist', () => {
    expect(orderedIds(['a', 'b'], ['b', 'gone', 'a'])).toEqual(['b', 'a'])
  })

  it('has every column exactly once, whatever is remembered and moved', () => {
    const ids = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(ids, ids, fc.nat(), fc.nat(), (defined, remembered, from, to) => {
        const order = orderedIds(defined, remembered)
        const moved = movedId(order, order[from % order.length] ?? '', order[to % order.length] ?? '')
        expect(moved.toSorted()).toEqual(defined.toSorted())
      }),
    )
  })

  it('moves a column to the place of another', () => {
    expect(movedId(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
    expect(movedId(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
    expect(movedId(['a', 'b'], 'x', 'b')).toEqual(['a', 'b'])
  })
})
