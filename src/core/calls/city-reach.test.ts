import { expect, it } from 'vitest'
import type { Grants } from '../access/access.ts'
import { mayChange, reachWords } from '../resource/city-limits.ts'
import { gadgets, makers, sampleCities, stalls } from '../testing/sample-resources.ts'

const everywhere: Grants = { isSuperUser: false, objects: { write: ['places', 'tags'] } }
const inRome: Grants = { ...everywhere, limits: { write: { places: [{ cities: [7] }] } } }

it('a record can be changed with write on its object, within the cities of the grant', () => {
  expect(mayChange(everywhere, stalls, { cityId: 8 })).toBe(true)
  expect(mayChange(inRome, stalls, { cityId: 7 })).toBe(true)
  expect(mayChange(inRome, stalls, { cityId: 8 })).toBe(false)
  expect(mayChange(inRome, stalls, { cityId: null }), 'what is in no city is in none of them').toBe(false)
  expect(mayChange(inRome, makers, {}), 'another object has no limit').toBe(true)
  expect(mayChange({ isSuperUser: false, objects: {} }, stalls, { cityId: 7 })).toBe(false)
})

it('a city is where it is itself', () => {
  expect([mayChange(inRome, sampleCities, { id: 7 }), mayChange(inRome, sampleCities, { id: 8 })]).toEqual([
    true,
    false,
  ])
})

it('where another object decides about changing, that one has to be written', () => {
  expect(mayChange(everywhere, gadgets, {})).toBe(false)
  expect(mayChange({ isSuperUser: false, objects: { write: ['rules'] } }, gadgets, {})).toBe(true)
})

it('the limit is described in words, with the names that are known', () => {
  expect(reachWords(inRome, stalls, (id) => (id === 7 ? 'Rome' : undefined))).toBe('in Rome')
  expect(reachWords(inRome, stalls, () => undefined)).toBe('in one city')
})
