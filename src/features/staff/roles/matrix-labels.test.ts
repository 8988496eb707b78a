import { expect, it } from 'vitest'
import '../../../app/registry.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import { bySection, permissionTitle, wordOf } from './matrix-labels.ts'

it('every object of the product is in the area that its module says, and every action has a word', () => {
  const areas = bySection(Object.entries(permissionObjects).map(([name, { area }]) => ({ name, area })))
  // None is left for "Other". A feature that comes or goes changes nothing here.
  expect(areas.map(({ label }) => label)).toEqual([
    'Sales',
    'Catalogue',
    'Content',
    'Suppliers and partners',
    'People and system',
  ])
  expect(areas[0]?.rows.slice(0, 2).map(({ name }) => name)).toEqual(['purchases', 'coupons'])
  expect(Object.keys(permissionActions).filter((name) => wordOf(name, 'none') === 'none')).toEqual([])
})

it('objects that were added come last, and an area without a row is left out', () => {
  const rows = [
    { name: 'gift-cards' },
    { name: 'coupons', area: 'sales' },
    { name: 'images', area: 'content' },
    { name: 'purchases', area: 'sales' },
    { name: 'tickets', area: 'an area of a newer server' },
  ]
  expect(bySection(rows).map(({ rows: own }) => own.map(({ name }) => name))).toEqual([
    ['coupons', 'purchases'],
    ['images'],
    ['gift-cards', 'tickets'],
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
