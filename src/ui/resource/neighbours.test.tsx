import type { QueryMeta } from '@tanstack/react-query'
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

interface Loaded {
  readonly at: number
  readonly ids: readonly number[]
  readonly meta?: QueryMeta
}

function looked(pages: readonly Loaded[]): QueryClient {
  const queries = new QueryClient()
  for (const { at, ids, meta = { listed: true } } of pages)
    queries
      .getQueryCache()
      .build(queries, { queryKey: ['things', 'list', { at, range: '[50,99]' }], meta })
      .setData({ rows: ids.map((id) => ({ id })), total: 192, totalKind: 'exact' }, { updatedAt: at, manual: true })
  return queries
}

function idsAround(queries: QueryClient, id: number) {
  const { previous, next } = neighboursOf(queries, things, id)
  return { previous: previous?.id ?? null, next: next?.id ?? null }
}

test('a record’s place is counted from the first row of its list, not of its page', () => {
  expect(neighboursOf(looked([{ at: 1, ids: [4, 7] }]), things, 7)).toMatchObject({ position: 52, total: 192 })
})

test('the neighbours of a record are those of the list that was looked at last', () => {
  const queries = looked([
    { at: 1, ids: [1, 2, 3] },
    { at: 2, ids: [9, 2, 8] },
    { at: 3, ids: [5, 6] },
  ])
  expect(idsAround(queries, 2)).toEqual({ previous: 9, next: 8 })
  expect(idsAround(queries, 3)).toEqual({ previous: 2, next: null })
  expect(idsAround(queries, 5)).toEqual({ previous: null, next: 6 })
})

test('rows that the page of a record has loaded are none of its list', () => {
  const queries = looked([
    { at: 1, ids: [1, 2, 3] },
    { at: 2, ids: [7, 2, 8], meta: {} },
  ])
  expect(idsAround(queries, 2)).toEqual({ previous: 1, next: 3 })
  expect(idsAround(queries, 7)).toEqual({ previous: null, next: null })
})

test('a record that no list has shown has no neighbours', () => {
  expect(idsAround(looked([{ at: 1, ids: [1] }]), 7)).toEqual({ previous: null, next: null })
})
