import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairBatches } from './pair-batches.ts'

const made = (howMany: number, inCity: number) => Array.from({ length: howMany }, (_, id) => ({ id, inCity }))

describe('products that are compared with those of their city', () => {
  it('are a hundred at a time in small cities, and fewer in large ones', () => {
    expect(pairBatches([])).toEqual([])
    expect(pairBatches(made(250, 30)).map((ids) => ids.length)).toEqual([100, 100, 50])
    expect(pairBatches(made(25, 10_000)).map((ids) => ids.length)).toEqual([10, 10, 5])
    expect(pairBatches(made(3, 200_000)).map((ids) => ids.length)).toEqual([1, 1, 1])
  })

  it('are each compared once, in their order, within the bound', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(150_000), { maxLength: 300 }), (sizes) => {
        const products = sizes.map((inCity, id) => ({ id, inCity }))
        const batches = pairBatches(products)
        expect(batches.flat()).toEqual(products.map(({ id }) => id))
        for (const ids of batches) {
          const comparisons = ids.reduce((sum, id) => sum + (sizes[id] ?? 0), 0)
          expect(ids.length === 1 || (ids.length <= 100 && comparisons <= 100_000)).toBe(true)
        }
      }),
    )
  })
})
