import { expect, it } from 'vitest'
import { boolean, instant, integer, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { sortLabel } from './sort-labels.ts'

const resource = defineResource('queue', {
  label: ['Item', 'Items'],
  access: 'settings',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    urgency: integer({ required: true }),
    amount: integer({ required: true }),
    dueAt: instant({}),
    isOpen: boolean({}),
    state: select(['one', 'two'], { required: true }),
  },
  list: { columns: ['name'], filters: [], search: [], sort: '-urgency' },
})

it.each([
  ['urgency', 'desc', 'Most urgent first'],
  ['createdAt', 'asc', 'Oldest first'],
  ['amount', 'desc', 'Head, highest first'],
  ['dueAt', 'asc', 'Head, earliest first'],
  ['name', 'asc', 'Head, A to Z'],
  ['isOpen', 'desc', 'Head first'],
  ['state', 'desc', 'Sorted by Head, descending'],
  ['state', 'asc', 'Sorted by Head'],
])('a list by %s, %s, reads “%s”', (column, direction, words) => {
  expect(sortLabel(resource, { column, direction }, 'Head')).toBe(words)
})

it('a list by a column that it does not show says nothing', () => {
  expect(sortLabel(resource, { column: 'urgency', direction: 'desc' }, undefined)).toBeUndefined()
})
