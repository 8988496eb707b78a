import { expect, it } from 'vitest'
import '../../../app/registry.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import { bySection, permissionTitle, wordOf } from './matrix-labels.ts'

it('every object of the product is in one area of the matrix, and every action has a word', () => {
  const areas = bySection(Object.keys(permissionObjects).map((name) => ({ name })))
  expect(areas.flatMap(({ rows }) => rows.map(({ name }) => name)).toSorted()).toEqual(
    Object.keys(permissionObjects).toSorted(),
  )
  // What no area names comes last, under a heading of its own.
  expect(areas.map(({ label }) => label)).not.toContain('Other')
  expect(Object.keys(permissionActions).filter((name) => wordOf(name, 'none') === 'none')).toEqual([])
})

it('objects that were added come last, and an area without a row is left out', () => {
  const rows = [{ name: 'gift-cards' }, { name: 'coupons' }, { name: 'purchases' }]
  expect(bySection(rows).map(({ rows: own }) => own.map(({ name }) => name))).toEqual([
    ['purchases', 'coupons'],
    ['gift-cards'],
  ])
})

it('a permission is called by what people read, and by its names where those are all there is', () => {
  const names = {
    objects: [{ name: 'coupons', label: 'Coupons' }],
    actions: [{ name: 'audit-it', label: 'Look back' }],
  }
  expect(permissionTitle(names, 'write', 'coupons')).toBe('Coupons · Edit')
  expect(permissionTitle(names, 'audit-it', 'coupons')).toBe('Coupons · Look back')
  expect(permissionTitle(names, 'write', 'gift-cards')).toBe('gift-cards · Edit')
})
