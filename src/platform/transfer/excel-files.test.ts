import { describe, expect, it } from 'vitest'
import { readSheet } from './testing/read-files.server.ts'
import { type Values, everything, fileOf, formulas, record } from './testing/exported-things.server.ts'

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
