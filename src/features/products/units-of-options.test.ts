import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgeBand } from './age-coverage.ts'
import { gapsOf, lonelyOf } from './age-coverage.ts'
import type { ForOption, UnitOption } from './units-of-options.ts'
import { findingsOf, optionsToHold, unitGroups, unitsOf } from './units-of-options.ts'

let last = 0
function band(
  optionId: number | null,
  minAge: number,
  maxAge: number,
  more: Partial<AgeBand> = {},
): AgeBand & ForOption {
  return {
    id: ++last,
    type: 'OTHER',
    title: `${minAge} to ${maxAge}`,
    minAge,
    maxAge,
    isIdRequired: false,
    intendedGaps: [],
    optionId,
    ...more,
  }
}
const option = (id: number, title: string, isActive = true): UnitOption => ({ id, title, isActive })
const [standard, group, vip] = [option(1, 'Standard'), option(2, 'Small group'), option(3, 'VIP')]

describe('the units of an option', () => {
  it('are the shared ones and its own, and those of no other', () => {
    const bands = [band(null, 0, 12), band(1, 13, 120), band(3, 18, 120)]
    const ages = (optionId: number | null) => unitsOf(bands, optionId).map(({ minAge }) => minAge)
    expect([ages(1), ages(2), ages(3), ages(null)]).toEqual([[0, 13], [0], [0, 18], [0]])
  })

  it('are listed once for options that sell the same', () => {
    const groups = unitGroups([band(null, 0, 120), band(2, 0, 120)], [standard, group, vip])
    expect(groups.map(({ options, bands }) => [options.map(({ title }) => title), bands.length])).toEqual([
      [['Standard', 'VIP'], 1],
      [['Small group'], 2],
    ])
    expect(unitGroups([band(null, 0, 120)], [])).toMatchObject([{ options: [], bands: [{ minAge: 0 }] }])
  })

  it('are held to the rules where they are sold, or all of them while nothing is', () => {
    const off = [
      { ...standard, isActive: false },
      { ...vip, isActive: false },
    ]
    expect([optionsToHold([standard, ...off.slice(1)]), optionsToHold(off)]).toEqual([[standard], off])
  })

  it('are each option’s own in what is said of them', () => {
    const bands = [band(null, 18, 120), band(1, 0, 17), band(3, 65, 120, { intendedGaps: ['below'] })]
    expect(findingsOf(unitGroups(bands, [standard, group, vip]))).toEqual([
      { option: 'Standard', units: 2, gaps: [] },
      { option: 'Small group', units: 1, gaps: ['0–17'] },
      { option: 'VIP', units: 2, gaps: ['0–17'] },
    ])
    expect(findingsOf(unitGroups(bands.slice(0, 1), [standard, vip]))).toEqual([
      { option: null, units: 1, gaps: ['0–17'] },
    ])
    expect(findingsOf(unitGroups([bands[1] ?? band(1, 0, 17)], [standard, vip])).at(-1)).toEqual({
      option: 'VIP',
      units: 0,
      gaps: [],
    })
  })

  it('leave out what each leaves out by itself, whatever the others have', () => {
    const ages = fc
      .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(null, 1, 2, 3), ages), { maxLength: 9 }), (drawn) => {
        const bands = drawn.map(([optionId, [min, max]]) => band(optionId, min, max))
        const told = new Map(
          unitGroups(bands, [standard, group, vip]).flatMap(({ options, bands: own }) =>
            options.map(({ id }) => [id, own] as const),
          ),
        )
        for (const { id } of [standard, group, vip]) {
          const own = bands.filter(({ optionId }) => optionId === null || optionId === id)
          expect(gapsOf(told.get(id) ?? [])).toEqual(gapsOf(own))
        }
      }),
    )
  })
})

describe('company', () => {
  it('has to be for sale in the same option; a family brings an adult', () => {
    const child = { ...band(null, 0, 12, { type: 'CHILD' }), accompaniedBy: ['ADULT'] as const }
    const adult = { ...band(1, 18, 120, { type: 'ADULT' }), accompaniedBy: [] }
    const family = { ...band(2, 0, 120, { type: 'FAMILY' }), accompaniedBy: [] }
    const lonely = (optionId: number) =>
      lonelyOf(unitsOf([child, adult, family], optionId)).map(({ band: { type }, wants }) => [type, wants])
    expect([lonely(1), lonely(2), lonely(3)]).toEqual([[], [], [['CHILD', ['ADULT']]]])
  })
})
