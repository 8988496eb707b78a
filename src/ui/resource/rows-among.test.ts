import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Filter } from '../../core/list/list-query.ts'
import { date, instant, integer, select, text, words } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { rowsAmong } from './rows-among.ts'

const tracks = defineResource('tracks', {
  label: ['Track', 'Tracks'],
  access: 'roles',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true, shownAs: (name) => (name === 'sales-agent' ? 'Sales agent' : name) }),
    state: select(['on', 'off']),
    plays: integer(),
    heardAt: instant(),
    day: date(),
    moods: words(),
  },
  list: { columns: ['name'], filters: ['name'], search: ['name'], sort: 'name' },
})

const now = new Date()
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString()
const rows = [
  { name: 'sales-agent', state: 'on', plays: 9, heardAt: hours(-72), day: '2026-01-31', moods: ['calm'] },
  { name: 'Élan', state: 'off', plays: 10, heardAt: now.toISOString(), day: '2026-02-01', moods: [] },
  { name: 'finance', state: null, plays: null, heardAt: null, day: null, moods: ['calm', 'loud'] },
] as const

const left = (filter: Filter) =>
  rowsAmong(rows, tracks, filter, 'UTC', (row, key) => row[key as keyof typeof row]).map(({ name }) => name)

describe('the rows of a whole list that a filter leaves', () => {
  it.each<[string, Filter, string[]]>([
    ['one of several values', { state: ['on', 'off'] }, ['sales-agent', 'Élan']],
    ['not a value, rows without any included', { state: { not: ['on'] } }, ['Élan', 'finance']],
    ['an empty field', { state: { empty: true } }, ['finance']],
    ['a field that is not empty', { moods: { empty: false } }, ['sales-agent', 'finance']],
    ['numbers by their size, and not by their first digit', { plays: { gte: 10 } }, ['Élan']],
    ['numbers between two', { plays: { gte: 1, lte: 9 } }, ['sales-agent']],
    ['one of several values in a row', { moods: ['loud'] }, ['finance']],
    ['days', { day: { lt: '2026-02-01' } }, ['sales-agent']],
    ['moments of a period', { heardAt: { during: 'today', zone: 'UTC' } }, ['Élan']],
    [
      'moments however they are written',
      { heardAt: { lte: now.toISOString().replace('Z', '+00:00') } },
      ['sales-agent', 'Élan'],
    ],
    ['part of a text without its accents and case', { name: { contains: 'elan' } }, ['Élan']],
    ['what people read in place of the value', { name: { contains: 'Sales AG' } }, ['sales-agent']],
    ['the value itself as well', { name: 'sales-agent' }, ['sales-agent']],
    ['all of several conditions', { plays: { gte: 9 }, state: 'off' }, ['Élan']],
    ['no condition', {}, ['sales-agent', 'Élan', 'finance']],
  ])('by %s', (_what, filter, names) => {
    expect(left(filter)).toEqual(names)
  })
})

it('a period counts in the zone of the list, unless the condition names another', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // Half an hour of the day has passed in the first zone; in the second it is still the day before.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const heard = [{ heardAt: '2026-11-25T10:30:00Z' }]
  const count = (zone: string, named?: string) =>
    rowsAmong(
      heard,
      tracks,
      { heardAt: { during: 'today', ...(named && { zone: named }) } },
      zone,
      (row) => row.heardAt,
    ).length
  expect([count(east), count(west), count(east, west), count(west, east)]).toEqual([1, 0, 0, 1])
})
