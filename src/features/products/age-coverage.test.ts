import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgeBand } from './age-coverage.ts'
import { gapsOf, newGaps, overlapsOf } from './age-coverage.ts'
import { unitTypes } from './product-age-bands.ts'

let last = 0
function band(minAge: number, maxAge: number, more: Partial<AgeBand> = {}): AgeBand {
  return {
    id: ++last,
    type: 'OTHER',
    title: `${minAge} to ${maxAge}`,
    minAge,
    maxAge,
    isIdRequired: false,
    intendedGaps: [],
    ...more,
  }
}

const bands = fc
  .array(
    fc.record({
      id: fc.nat(),
      type: fc.constantFrom(...unitTypes),
      title: fc.string(),
      isIdRequired: fc.boolean(),
      intendedGaps: fc.subarray(['below', 'above']),
      ages: fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 })),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ ages, ...rest }): AgeBand => ({ ...rest, minAge: Math.min(...ages), maxAge: Math.max(...ages) })),
  )

describe('gaps between age bands', () => {
  it('are the ages that no one can book for, from the cradle to 120', () => {
    expect(gapsOf([band(4, 12), band(18, 64)])).toEqual([
      { from: 0, to: 3, isIntended: false },
      { from: 13, to: 17, isIntended: false },
      { from: 65, to: 120, isIntended: false },
    ])
    expect(gapsOf([band(0, 120)])).toEqual([])
  })

  it('are meant where either neighbour says so', () => {
    const gaps = gapsOf([band(4, 12, { intendedGaps: ['below', 'above'] }), band(18, 64)])
    expect(gaps.map(({ from, isIntended }) => [from, isIntended])).toEqual([
      [0, true],
      [13, true],
      [65, false],
    ])
  })

  it('are not closed by families, students or soldiers, whom age alone does not make', () => {
    for (const type of ['FAMILY', 'STUDENT', 'MILITARY'] as const)
      expect(gapsOf([band(18, 120), band(0, 120, { type })])).toEqual([{ from: 0, to: 17, isIntended: false }])
  })

  it('and bands together make up every age, none of them twice', () => {
    fc.assert(
      fc.property(bands, (all) => {
        const gaps = gapsOf(all)
        for (let age = 0; age <= 120; age++) {
          const isTaken = all.some(
            (one) => !['FAMILY', 'STUDENT', 'MILITARY'].includes(one.type) && one.minAge <= age && age <= one.maxAge,
          )
          expect(gaps.filter(({ from, to }) => from <= age && age <= to)).toHaveLength(isTaken ? 0 : 1)
        }
      }),
    )
  })

  it('are new where they leave out an age that could book before', () => {
    const [child, adult] = [band(0, 12), band(15, 120)]
    expect(newGaps([child, adult], [child, { ...adult, minAge: 14 }])).toEqual([])
    expect(newGaps([child, adult], [child, { ...adult, minAge: 18 }])).toMatchObject([{ from: 13, to: 17 }])
    expect(newGaps([child, adult], [child, { ...adult, minAge: 18, intendedGaps: ['below'] }])).toEqual([])
    fc.assert(
      fc.property(bands, (all) => {
        expect(newGaps(all, all)).toEqual([])
      }),
    )
  })
})

describe('overlaps of age bands', () => {
  it('are ages that two of them take without proof', () => {
    const [child, adult] = [band(0, 14), band(13, 120)]
    expect(overlapsOf([child, adult])).toEqual([{ one: child, other: adult, from: 13, to: 14 }])
    expect(overlapsOf([child, band(13, 120, { isIdRequired: true })])).toEqual([])
    expect(overlapsOf([child, band(0, 120, { type: 'FAMILY' })])).toEqual([])
  })
})
