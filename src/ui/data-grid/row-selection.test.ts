import { describe, expect, it } from 'vitest'
import { boxState, toggleAll, withoutVanished, withTreeRow } from './row-selection.ts'
import type { SelectableRow } from './row-selection.ts'

const row = (id: string, children: readonly SelectableRow[] = [], selectable = true): SelectableRow => ({
  id,
  selectable,
  children,
})
const five = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id))

describe('selecting rows', () => {
  it('shows a dash with 2 of 5 rows ticked, and a click on the dash selects all 5', () => {
    const two = new Set(['a', 'c'])
    expect(boxState(five, two)).toBe('some')
    expect([...toggleAll(five, two)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('checks the header when every selectable row is selected, and clears all from there', () => {
    const rows = [row('a'), row('b'), row('c', [], false)]
    const both = new Set(['a', 'b'])
    expect(boxState(rows, both)).toBe('on')
    expect(toggleAll(rows, both)).toEqual(new Set())
  })

  it('does not check the header of no rows, or of rows none of which can be selected', () => {
    expect(boxState([], new Set())).toBe('off')
    expect(boxState([row('a', [], false)], new Set())).toBe('off')
  })

  it('leaves rows alone that are filtered away or on another page', () => {
    expect(toggleAll(five, new Set(['hidden']))).toEqual(new Set(['hidden', 'a', 'b', 'c', 'd', 'e']))
    expect(toggleAll(five, new Set(['hidden', 'a', 'b', 'c', 'd', 'e']))).toEqual(new Set(['hidden']))
    expect(boxState(five, new Set(['hidden']))).toBe('off')
  })

  it('never adds a row that cannot be selected', () => {
    expect(toggleAll([row('a'), row('b', [], false)], new Set())).toEqual(new Set(['a']))
  })

  it('takes the descendants of a tree row along, and its ancestors once all their children are in', () => {
    const grandchildren = [row('x'), row('y')]
    const child = row('child', grandchildren)
    const parent = row('parent', [child, row('other')])
    const all = withTreeRow(parent, [], new Set(), true)
    expect([...all].toSorted()).toEqual(['child', 'other', 'parent', 'x', 'y'])
    const without = withTreeRow(row('x'), [parent, child], all, false)
    expect([...without].toSorted()).toEqual(['other', 'y'])
    expect(boxState([parent], without)).toBe('some')
    const again = withTreeRow(row('x'), [parent, child], without, true)
    expect([...again].toSorted()).toEqual(['child', 'other', 'parent', 'x', 'y'])
  })

  it('drops rows that vanished, and is the same selection when none did', () => {
    const selected = new Set(['a', 'gone'])
    expect(withoutVanished(selected, new Set(['a', 'b']))).toEqual(new Set(['a']))
    expect(withoutVanished(selected, new Set(['a', 'gone']))).toBe(selected)
  })
})
