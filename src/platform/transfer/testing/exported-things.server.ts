import { defineResource } from '../../../core/resource/resource.ts'
import {
  type AnyField,
  boolean,
  choices,
  date,
  decimal,
  instant,
  integer,
  money,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
  time,
  words,
} from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { ExportFormat } from '../exports.ts'
import { fileFormats } from '../export-files.server.ts'
import { exportColumns } from '../export-columns.ts'

const things = defineResource('things', {
  label: ['Thing', 'Things'],
  access: 'coupons',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    state: select(['on_sale', 'sold_out'], { labels: { sold_out: 'Gone' } }),
    count: integer(),
    rate: decimal(),
    share: percent(),
    currency: text({ format: 'currency' }),
    price: money({ currency: 'currency' }),
    isOpen: boolean(),
    day: date(),
    at: time(),
    moment: instant(),
    ways: choices(['by_post', 'by_hand']),
    tags: words(),
    cityId: ref(nameOf('cities')),
    venueIds: refs(nameOf('venues')),
    parts: rows({ label: text() } as Record<string, AnyField>),
  },
  list: { columns: ['name', 'price'], filters: [], search: ['name'], sort: 'name' },
})

export const record = {
  id: 7,
  version: 1,
  createdAt: '2026-06-01T10:00:00.000Z',
  updatedAt: '2026-06-01T10:00:00.000Z',
  name: 'Chair',
  state: 'sold_out',
  count: -3,
  rate: 0.5,
  share: 1250,
  currency: 'EUR',
  price: -1205,
  isOpen: true,
  day: '2026-06-01',
  at: '19:30',
  moment: '2026-06-01T17:30:15.000Z',
  ways: ['by_post', 'by_hand'],
  tags: ['red; round', 'new'],
  cityId: 4,
  city: { id: 4, title: 'Rome' },
  venueIds: [1, 2],
  venues: [
    { id: 1, title: 'Arena' },
    { id: 2, title: 'Barn' },
  ],
  parts: [{ label: 'Leg' }],
}
export type Values = Partial<Record<keyof typeof record, unknown>>

export async function fileOf(
  format: ExportFormat,
  records: readonly Values[],
  keys: readonly string[],
): Promise<Buffer> {
  async function* pages() {
    for (const one of records) yield [one]
  }
  const pieces: Uint8Array[] = []
  for await (const piece of fileFormats[format].write({
    title: 'Things: [all]',
    columns: exportColumns(things, keys),
    pages: pages(),
  })) {
    pieces.push(await fileFormats[format].unpack(await fileFormats[format].pack(piece)))
  }
  return Buffer.concat(pieces)
}
export const everything = Object.keys(things.fields)

/** What a spreadsheet would run. */
export const formulas = [
  "=cmd|' /C calc'!A0",
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("https://evil.example","x")',
  "'=1",
  "''+1",
]
