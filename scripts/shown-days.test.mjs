import { expect, it } from 'vitest'
import { shownDayFaults } from './shown-days.mjs'

const faults = (path, text) => [...shownDayFaults(new Map([[path, text]]))]

it.each([
  'const day = formatDate(at.slice(0, 10))',
  "t('on {day}', { day: formatDate(String(review['at']).slice(0, 10)) })",
  'const day = formatDay(\n  order.createdAt.substring(0, 10),\n)',
  'const day = formatDate(new Date(Date.parse(at)).toISOString().slice(0, 10))',
])('an instant is not shown by the day of UTC: %s', (code) => {
  expect(faults('src/features/a/a.tsx', code)).toEqual([expect.stringContaining('call formatDayOf')])
})

it.each([
  ['src/features/a/a.tsx', 'const day = formatDayOf(at)'],
  ['src/features/a/a.tsx', 'const day = formatDate(travelDate)'],
  ['src/features/a/a.tsx', 'const [a, b] = [formatDate(first), at.slice(0, 10)]'],
  ['src/features/a/a.tsx', '// formatDate(at.slice(0, 10))'],
  ['src/features/a/a.test.tsx', 'expect(text).toBe(formatDate(at.slice(0, 10)))'],
  ['src/core/i18n/formats.ts', 'return formatDate(local.slice(0, 10))'],
])('a day in a zone, and a date, are shown in %s: %s', (path, code) => {
  expect(faults(path, code)).toEqual([])
})
