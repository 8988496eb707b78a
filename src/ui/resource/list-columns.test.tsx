import { describe, expect, it } from 'vitest'
import { boolean, choices, money, rows, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { conditionOf, gridColumns, gridFilters } from './list-columns.tsx'

const things = defineResource('list-column-things', {
  label: ['Thing', 'Things'],
  access: 'tags',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    isPublic: boolean(),
    kind: select(['event', 'tour']),
    colour: select(['red', 'green', 'blue']),
    days: choices(['sat', 'sun']),
  },
  list: {
    columns: ['name', 'isPublic', 'kind', 'colour', 'days'],
    filters: ['isPublic', 'kind', 'colour', 'days'],
    search: ['name'],
    sort: 'name',
  },
})

describe('the filter in a column’s head', () => {
  it('is single for a boolean and for two choices, and multiple for more', () => {
    const columns = gridColumns(things, things.list.columns)
    expect(columns.map(({ id, filter }) => [id, filter?.multiple])).toEqual(
      [
        ['name', undefined],
        ['isPublic', false],
        ['kind', false],
        ['colour', true],
        // Two that a record can have both of.
        ['days', true],
      ].concat(columns.slice(5).map(({ id }) => [id, undefined])),
    )
  })

  it('says to the server what a boolean is, and shows it again', () => {
    expect(conditionOf(things, 'isPublic', ['false'])).toBe(false)
    expect(conditionOf(things, 'kind', ['tour'])).toEqual(['tour'])
    expect(conditionOf(things, 'kind', [])).toBeNull()
    expect(gridFilters({ isPublic: false, kind: ['tour'] })).toEqual({ isPublic: ['false'], kind: ['tour'] })
  })
})

describe('the width of the title', () => {
  it('has room for words, unless its area says that its titles need less', () => {
    const widthOf = (widths?: Record<string, number>) => gridColumns(things, ['name'], { widths })[0]?.minWidth
    expect(widthOf()).toBe(260)
    expect(widthOf({ name: 160 })).toBe(160)
    expect(widthOf({ kind: 160 })).toBe(260)
  })
})

describe('the alignment of a column', () => {
  it('is at the end for rows that are shown as their amounts, like any money', () => {
    const accounts = defineResource('list-column-accounts', {
      label: ['Account', 'Accounts'],
      access: 'tags',
      operations: ['list'],
      title: 'name',
      fields: {
        name: text({ required: true }),
        sums: rows(
          { currency: text({ required: true, format: 'currency' }), sum: money({ currency: 'currency' }) },
          { max: 9, derived: true },
        ),
        steps: rows({ step: text({ required: true }) }, { max: 9, derived: true }),
      },
      list: { columns: ['name', 'sums', 'steps'], filters: [], search: ['name'], sort: 'name' },
    })
    const numeric = gridColumns(accounts, accounts.list.columns).map(({ id, numeric: isEnd }) => [id, isEnd])
    expect(numeric.slice(0, 3)).toEqual([
      ['name', false],
      ['sums', true],
      ['steps', false],
    ])
  })
})
