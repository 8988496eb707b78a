import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOf, refKey } from './fields.ts'

/** Keys as definitions have them: words in camel case. */
const word = fc.stringMatching(/^[a-z]{1,8}$/)
const key = fc
  .tuple(
    word,
    fc.array(
      word.map((text) => text.charAt(0).toUpperCase() + text.slice(1)),
      { maxLength: 3 },
    ),
  )
  .map(([first, rest]) => first + rest.join(''))
const keyOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

describe('a column’s name', () => {
  it('tells the key again', () => {
    fc.assert(
      fc.property(key, (name) => {
        expect(columnOf(name)).toMatch(/^[a-z_]+$/)
        expect(keyOf(columnOf(name))).toBe(name)
      }),
    )
  })
  it.each([
    ['startsOn', 'starts_on'],
    ['isDateTbd', 'is_date_tbd'],
    ['id', 'id'],
    ['cardLast4', 'card_last4'],
  ])('of %s is %s', (name, column) => {
    expect(columnOf(name)).toBe(column)
  })
})

describe('the key under which a reference’s record travels', () => {
  it.each([
    ['cityId', 'city'],
    ['eventIds', 'events'],
    ['cityIds', 'cities'],
    ['homeVenueId', 'homeVenue'],
    ['excludedCityIds', 'excludedCities'],
    ['ownerId', 'owner'],
  ])('for %s is %s', (name, other) => {
    expect(refKey(name)).toBe(other)
  })
  it('is another key, and another one for one record than for several', () => {
    fc.assert(
      fc.property(
        key.filter((name) => !/(?:id|ids)$/i.test(name)),
        (name) => {
          const [one, several] = [refKey(`${name}Id`), refKey(`${name}Ids`)]
          expect(one).toBe(name)
          expect(new Set([one, several, `${name}Id`, `${name}Ids`]).size).toBe(4)
        },
      ),
    )
  })
})
