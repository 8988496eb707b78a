import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, fromCsvCell } from '../../core/csv.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import {
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
} from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { decimalText, exportColumns, joined } from './export-columns.ts'
import { fileFormats } from './export-files.server.ts'
import type { ExportFormat } from './exports.ts'
import { parted, readCsv, readSheet } from './testing/read-files.server.ts'
import { nameOf } from '../../core/resource/resource-name.ts'

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

const record = {
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
type Values = Partial<Record<keyof typeof record, unknown>>

async function fileOf(format: ExportFormat, records: readonly Values[], keys: readonly string[]): Promise<Buffer> {
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
const everything = Object.keys(things.fields)
const csvOf = async (records: readonly Values[], keys: readonly string[] = everything) => {
  const file = await fileOf('csv', records, keys)
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [header = [], ...lines] = readCsv(file.subarray(3).toString())
  return lines.map((line) => Object.fromEntries(header.map((key, index) => [key, line[index]])))
}

/** What a spreadsheet would run. */
const formulas = [
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

describe('a CSV file', () => {
  it('has a column for each field under its key, amounts as decimals with their currency, references by id and title', async () => {
    expect(await csvOf([record])).toEqual([
      {
        id: '7',
        name: 'Chair',
        state: 'sold_out',
        count: '-3',
        rate: '0.5',
        share: '12.5',
        currency: 'EUR',
        price: '-12.05',
        isOpen: 'true',
        day: '2026-06-01',
        at: '19:30',
        moment: '2026-06-01T17:30:15.000Z',
        ways: 'by_post; by_hand',
        tags: 'red\\; round; new',
        cityId: '4',
        city: 'Rome',
        venueIds: '1; 2',
        venues: 'Arena; Barn',
        parts: '[{"label":"Leg"}]',
      },
    ])
  })

  it('leaves what is not there empty', async () => {
    const none = Object.fromEntries(
      everything.map((key) => [key, ['ways', 'tags', 'venueIds', 'parts'].includes(key) ? [] : null]),
    )
    const [line] = await csvOf([{ ...none, id: 8, city: null, venues: [] }])
    expect(
      new Set(
        Object.entries(line ?? {})
          .filter(([key]) => key !== 'id' && key !== 'parts')
          .map(([, cell]) => cell),
      ),
    ).toEqual(new Set(['']))
  })

  it('keeps the order of the columns, and the currency behind the first amount that needs it', async () => {
    expect(Object.keys((await csvOf([record], ['price', 'name', 'cityId']))[0] ?? {})).toEqual([
      'id',
      'price',
      'currency',
      'name',
      'cityId',
      'city',
    ])
    expect(Object.keys((await csvOf([record], ['currency', 'id', 'price']))[0] ?? {})).toEqual([
      'currency',
      'id',
      'price',
    ])
  })

  it.each(formulas)('does not let a spreadsheet run %j, and gives it back unchanged', async (name) => {
    const [line] = await csvOf(
      [{ ...record, name, city: { id: 4, title: name }, tags: [name] }],
      ['name', 'cityId', 'tags'],
    )
    for (const cell of [line?.['name'], line?.['city'], line?.['tags']]) expect(cell).toMatch(/^'/)
    expect([
      fromCsvCell(line?.['name'] ?? ''),
      fromCsvCell(line?.['city'] ?? ''),
      parted(fromCsvCell(line?.['tags'] ?? '')),
    ]).toEqual([name, name, [name]])
  })

  it('gives any text back unchanged, and none that a spreadsheet would run', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...formulas, 'a,b', '"', '\r\n', 'é\n')), {
            minLength: 1,
            maxLength: 4,
          }),
          { minLength: 1, maxLength: 4 },
        ),
        (table) => {
          const cells = readCsv(csvText(table))
          expect(cells.map((line) => line.map(fromCsvCell))).toEqual(table)
          for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('splits several values in a cell again', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (values) => {
        expect(parted(joined(values))).toEqual(values)
      }),
    )
  })
})

describe('an Excel file', () => {
  const sheetOf = async (records: readonly Values[], keys: readonly string[] = everything) => {
    const sheet = readSheet(await fileOf('xlsx', records, keys))
    const [header = {}, ...lines] = sheet.rows
    const named = lines.map((line) =>
      Object.fromEntries(Object.entries(line).map(([column, cell]) => [header[column]?.value ?? column, cell])),
    )
    return { ...sheet, header: Object.values(header).map(({ value }) => value), named }
  }

  it('has numbers, amounts, shares and days as such, in the formats that they are read in', async () => {
    const {
      named: [line = {}],
    } = await sheetOf([record])
    const shown = (name: string) => [line[name]?.kind, line[name]?.value, line[name]?.format]
    expect(shown('Count')).toEqual(['number', '-3', '0'])
    expect(shown('Price')).toEqual(['number', '-12.05', '4'])
    expect(shown('Share')).toEqual(['number', '0.125', '10'])
    expect(shown('Is open')).toEqual(['boolean', '1', '0'])
    // 46174 days after 30 December 1899, by which spreadsheets count.
    expect(shown('Day')).toEqual(['number', '46174', 'yyyy-mm-dd'])
    expect(shown('Moment (UTC)').slice(0, 1)).toEqual(['number'])
    expect(Number(line['Moment (UTC)']?.value)).toBeCloseTo(46174 + (17 * 3600 + 30 * 60 + 15) / 86_400, 8)
    expect(shown('At')).toEqual(['number', String(19.5 / 24), '20'])
    expect([shown('City'), shown('City id')]).toEqual([
      ['text', 'Rome', '49'],
      ['number', '4', '0'],
    ])
  })

  it('says choices and lists in the words of the screen', async () => {
    const {
      named: [line = {}],
    } = await sheetOf([record])
    expect(['State', 'Ways', 'Tags', 'Venues'].map((name) => line[name]?.value)).toEqual([
      'Gone',
      'By post, By hand',
      'red; round, new',
      'Arena, Barn',
    ])
  })

  it.each(formulas)('keeps %j as text', async (name) => {
    const {
      named: [line = {}],
      xml,
    } = await sheetOf([{ ...record, name }], ['name'])
    expect(line['Name']).toEqual({ kind: 'text', value: name, format: '49' })
    expect(xml).not.toContain('<f')
  })

  it('keeps whatever else a text can have', async () => {
    for (const name of [
      '<b>&amp;"\'',
      '_x0041_',
      'a\u0001\u000bb',
      '日本 😀',
      ' spaces ',
      'line\nbreak',
      '\ud800 alone',
    ]) {
      const {
        named: [line = {}],
      } = await sheetOf([{ ...record, name }], ['name'])
      expect(line['Name']?.value).toBe(name)
    }
  })

  it('cuts text that no cell can hold, and says so by an ellipsis', async () => {
    const {
      named: [line = {}],
    } = await sheetOf([{ ...record, name: 'x'.repeat(40_000) }], ['name'])
    expect([line['Name']?.value.length, line['Name']?.value.endsWith('x…')]).toEqual([32_767, true])
  })

  it('keeps days that spreadsheets count wrongly as text', async () => {
    const {
      named: [line = {}],
    } = await sheetOf([{ ...record, day: '1899-12-31' }], ['day'])
    expect(line['Day']).toMatchObject({ kind: 'text', value: '1899-12-31' })
  })

  it('freezes its header and names its sheet within what a workbook allows', async () => {
    const { xml, parts, header } = await sheetOf([record], ['name', 'moment'])
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(header).toEqual(['Id', 'Name', 'Moment (UTC)'])
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Things   all" sheetId="1" r:id="rId1"/>')
  })
})

describe('an amount', () => {
  it.each([
    [0, 'EUR', '0.00'],
    [5, 'EUR', '0.05'],
    [-1205, 'EUR', '-12.05'],
    [1205, 'JPY', '1205'],
    [-1, 'KWD', '-0.001'],
    [9_007_199_254_740_991, 'USD', '90071992547409.91'],
  ] as const)('of %i minor units of %s is exactly %s', (amount, currency, words) => {
    expect(decimalText(amount, currency)).toBe(words)
  })
})
