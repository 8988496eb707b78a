import { describe, expect, it } from 'vitest'
import { placesIn, sectionKey } from './listing-sections.ts'

const section = (id: number, name: string, rows: string[] = []) => ({ id, code: `s${id}`, name, rows })

describe('a section as a provider spells it', () => {
  it.each([
    ['Sec. 012', '12'],
    ['BLOCK 12', '12'],
    ['Tribüne Ost', 'tribune ost'],
    ['Section', 'section'],
    ['  Lower-Bowl  A ', 'lower bowl a'],
    ['１２', '12'],
  ])('%s comes down to %s', (name, key) => {
    expect(sectionKey(name)).toBe(key)
  })

  it('is placed by its whole name or its id on the map, never by a part of it', () => {
    const place = placesIn([section(1, 'Block 12'), section(2, 'Block 112', ['A', '02']), section(3, 'Floor')])
    expect([place('Sec 012', null)?.id, place('s3', null)?.id, place('FLOOR', 'x')?.id]).toEqual([1, 3, 3])
    expect([place('1', null), place('Floor left', null), place('', null)]).toEqual([null, null, null])
  })

  it('is placed in its mapped section, as far as this map has it', () => {
    const spellings = [
      { spelling: 'VIP Hospitality', section: 'block 12' },
      { spelling: 'Floor', section: 'Standing' },
      { spelling: 'Best', section: 'Gone' },
    ]
    const place = placesIn([section(1, 'Block 12', ['A']), section(2, 'Floor')], spellings)
    expect([
      place('VIP-HOSPITALITY', 'a')?.id,
      place('vip hospitality', 'Z'),
      place('floor', null)?.id,
      place('Best', null),
    ]).toEqual([1, null, 2, null])
    expect(placesIn([section(2, 'Floor'), section(3, 'Standing')], spellings)('floor', null)?.id).toBe(3)
  })

  it('is placed nowhere where the section has no such row, or two sections are called so', () => {
    const place = placesIn([section(1, 'Block 12', ['A', '02']), section(2, 'Upper'), section(3, 'Section Upper')])
    expect([place('12', 'a')?.id, place('12', '2')?.id, place('12', 'C'), place('upper', null)]).toEqual([
      1,
      1,
      null,
      null,
    ])
  })
})
