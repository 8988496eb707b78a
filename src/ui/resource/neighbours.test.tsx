import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { defineResource } from '../../core/resource/resource.ts'
import { text } from '../../core/resource/fields.ts'
import { neighboursOf } from './neighbours.web.ts'

const things = defineResource('things', {
  label: ['Thing', 'Things'],
  summary: 'Things',
  access: 'things',
  operations: ['list', 'read'],
  title: 'name',
  fields: { name: text({ required: true }) },
  list: { columns: ['name'], sort: 'name' },
} as never)

function looked(pages: readonly { readonly at: number; readonly ids: readonly number[] }[]): QueryClient {
  const queries = new QueryClient()
  for (const { at, ids } of pages)
    queries.setQueryData(['things', 'list', { at }], { rows: ids.map((id) => ({ id })) }, { updatedAt: at })
  return queries
}

test('the neighbours of a record are those of the list that was looked at last', () => {
  const queries = looked([
    { at: 1, ids: [1, 2, 3] },
    { at: 2, ids: [9, 2, 8] },
    { at: 3, ids: [5, 6] },
  ])
  expect(neighboursOf(queries, things, 2)).toEqual({ previous: 9, next: 8 })
  expect(neighboursOf(queries, things, 3)).toEqual({ previous: 2, next: null })
  expect(neighboursOf(queries, things, 5)).toEqual({ previous: null, next: 6 })
})

test('a record that no list has shown has no neighbours', () => {
  expect(neighboursOf(looked([{ at: 1, ids: [1] }]), things, 7)).toEqual({ previous: null, next: null })
})
