import { describe, expect, it } from 'vitest'
import { ref, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { agoWords } from './moments.ts'
import { usedByWords } from './use-labels.ts'
import { titlesAsRecords, titlesIn } from './value-titles.ts'
import { nameOf } from '../../core/resource/resource-name.ts'

const list = { columns: ['name'], filters: [], search: [], sort: 'name' } as const
const stalls = defineResource('stalls', {
  label: ['Stall', 'Stalls'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: { name: text(), cityId: ref(nameOf('cities')) },
  list,
})
const ranges = defineResource('ip-ranges', {
  label: ['IP range', 'IP ranges'],
  access: 'settings',
  operations: ['list', 'read'],
  title: 'name',
  fields: { name: text() },
  list,
})
const use = (resource: string, count: number, isCapped = false) => ({
  resource,
  key: 'cityId',
  count,
  isCapped,
  isReassigned: false,
})

describe('when something was', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T12:00:20Z', 'just now'],
    ['2026-11-21T11:58:59Z', '1 minute ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-01T12:00:00Z', '2 weeks ago'],
    ['2024-11-01T12:00:00Z', '2 years ago'],
  ])('%s is said as %s', (at, words) => {
    expect(agoWords(at, now)).toBe(words)
  })
})

describe('what uses a record', () => {
  it('is added up by resource, in the singular where it is one, and capped counts say so', () => {
    const uses = [use('stalls', 1), use('ip-ranges', 1_000, true), use('ip-ranges', 2)]
    expect(usedByWords({ uses, hasOthers: false }, [stalls, ranges])).toBe(
      'Used by 1 stall and more than 1,002 IP ranges.',
    )
    expect(usedByWords({ uses: [use('stalls', 12)], hasOthers: true }, [stalls])).toBe(
      'Used by 12 stalls and records that you can’t see.',
    )
    expect(usedByWords({ uses: [], hasOthers: false }, [])).toBe('')
  })
})

describe('titles of references', () => {
  it('are read from a record, and put beside values as records carry them', () => {
    expect(titlesIn(stalls, { cityId: 7, city: { id: 7, title: 'Rome' } })).toEqual({ cities: { 7: 'Rome' } })
    expect(titlesAsRecords(stalls, { name: 'One', cityId: 7 }, { cities: { 7: 'Rome' } })).toEqual({
      city: { id: 7, title: 'Rome' },
    })
    expect(titlesAsRecords(stalls, { cityId: 8 }, { cities: {} })).toEqual({ city: null })
  })
})
