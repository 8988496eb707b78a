import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parted, readCsv } from './testing/read-files.server.ts'
import { csvText, fromCsvCell } from '../../core/csv.ts'
import { joined } from './cell-lists.ts'
import { type Values, everything, fileOf, formulas, record } from './testing/exported-things.server.ts'

const csvOf = async (records: readonly Values[], keys: readonly string[] = everything) => {
  const file = await fileOf('csv', records, keys)
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [header = [], ...lines] = readCsv(file.subarray(3).toString())
  return lines.map((line) => Object.fromEntries(header.map((key, index) => [key, line[index]])))
}

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
