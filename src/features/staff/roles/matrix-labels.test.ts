import { expect, it } from 'vitest'
import '../../../app/registry.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import { bySection, sections, wordOf } from './matrix-labels.ts'

it('every object of the product is in one area of the matrix, and every action has a word', () => {
  const placed = sections.flatMap(({ objects }) => objects)
  expect(placed.toSorted()).toEqual(Object.keys(permissionObjects).toSorted())
  expect(Object.keys(permissionActions).filter((name) => wordOf(name, 'none') === 'none')).toEqual([])
})

it('objects that were added come last, and an area without a row is left out', () => {
  const rows = [{ name: 'gift-cards' }, { name: 'coupons' }, { name: 'purchases' }]
  expect(bySection(rows).map(({ rows: own }) => own.map(({ name }) => name))).toEqual([
    ['purchases', 'coupons'],
    ['gift-cards'],
  ])
})
