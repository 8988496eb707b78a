import { t } from '../../../core/i18n/language.ts'
import { thousandsByPoint } from '../../../platform/transfer/cell-values.ts'
import type { Section } from './manifest.ts'
import { maxSections } from './manifest.ts'

/** Accepted headings for each column of a file. */
const columns = {
  code: ['id', 'code', 'section_id', 'id on the map', 'svg id'],
  name: ['name', 'section', 'section_name', 'section name'],
  zone: ['zone', 'level', 'tier', 'category', 'price level'],
  rank: ['rank', 'order'],
  isGeneralAdmission: ['general admission', 'ga', 'is_general_admission', 'isgeneraladmission'],
  rows: ['rows'],
  row: ['row', 'row_name', 'row name'],
  rowOrder: ['row_id', 'row order'],
  capacity: ['capacity', 'seats'],
  viewImageUrl: ['view', 'view image', 'viewimageurl', 'view_image_url'],
} as const
type Column = keyof typeof columns

export interface ReadManifest {
  readonly sections: Section[]
  readonly problems: readonly string[]
}

const yes = new Set(['yes', 'true', '1', 'y', 'x', 'sí', 'si', 'ga'])

const isBlank = (cells: readonly string[]) => cells.every((text) => text.trim() === '')

/**
 * Reads sections from the cells of a file: one line per section, with its rows as `rowsOf` reads them, or one line per
 * row, as in supplier manifests. Errors name their line, counted as in a spreadsheet.
 */
export function manifestOfCells(lines: readonly (readonly string[])[]): ReadManifest {
  const start = lines.findIndex((cells) => !isBlank(cells))
  const places = placesOf(lines[start] ?? [])
  if (places.name === undefined)
    return { sections: [], problems: [t('No “name” or “section” column. The first line must have the column names.')] }
  const problems: string[] = []
  const found = new Map<string, Section & { order: [order: number, row: string][] }>()
  for (const [index, cells] of lines.entries()) {
    if (index <= start || isBlank(cells)) continue
    const cell = (column: Column) => (places[column] === undefined ? '' : (cells[places[column]] ?? '').trim())
    const say = (message: string) => problems.push(t('Line {n}: {what}', { n: index + 1, what: message }))
    const name = cell('name')
    if (name === '') {
      say(t('name missing.'))
      continue
    }
    const code = cell('code') || name
    // With a line for each row, the lines of one section share its id.
    const known = places.row === undefined ? undefined : found.get(code)
    if (known && known.name !== name)
      say(t('the id {code} was {before} before and is {now} here.', { code, before: known.name, now: name }))
    const entry = known ?? {
      code,
      name,
      zone: cell('zone') || null,
      rank:
        wholeNumber(cell('rank'), 1, 100, () =>
          say(t('the rank “{given}” is not from 1 to 100.', { given: cell('rank') })),
        ) ?? 50,
      isGeneralAdmission: yes.has(cell('isGeneralAdmission').toLowerCase()),
      rows: rowsOf(cell('rows')),
      capacity: wholeNumber(cell('capacity'), 1, 500_000, () =>
        say(t('the capacity “{given}” is not a number of seats.', { given: cell('capacity') })),
      ),
      ...viewOf(cell('viewImageUrl')),
      order: [],
    }
    if (!known) found.set(places.row === undefined ? `${found.size}` : code, entry)
    const row = cell('row')
    if (row !== '') entry.order.push([cell('rowOrder') === '' ? entry.order.length : Number(cell('rowOrder')), row])
  }
  if (found.size > maxSections)
    problems.push(t('The manifest has {n} sections. It can have at most {most}.', { n: found.size, most: maxSections }))
  const sections = [...found.values()].map(({ order, ...one }) =>
    order.length === 0 ? one : { ...one, rows: [...new Set(order.sort(([a], [b]) => a - b).map(([, row]) => row))] },
  )
  return { sections, problems }
}

/** A number is an image of the library; anything else is a URL. */
function viewOf(text: string): Pick<Section, 'viewImageId' | 'viewImageUrl'> {
  return /^[1-9][0-9]{0,9}$/.test(text)
    ? { viewImageId: Number(text), viewImageUrl: null }
    : { viewImageId: null, viewImageUrl: text || null }
}

function placesOf(head: readonly string[]): Partial<Record<Column, number>> {
  const names = head.map((name) =>
    name
      .replace(/^\ufeff/, '')
      .trim()
      .toLowerCase(),
  )
  const found: Partial<Record<Column, number>> = {}
  for (const [column, known] of Object.entries(columns)) {
    const place = names.findIndex((name) => known.some((one) => one === name))
    if (place !== -1) found[column as Column] = place
  }
  return found
}

function wholeNumber(text: string, min: number, max: number, onWrong: () => void): number | null {
  if (text === '') return null
  const value = thousandsByPoint.test(text) ? NaN : Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  onWrong()
  return null
}

/** A row in quotes, in which a quote is written twice; or the text up to the next separator. */
const writtenRow = /"((?:[^"]|"")+)"(?=$|[\s;,|])|[^\s;,|]+/g

/** `A B C`, `A;B;C`, `1-20`, which counts, and `"Box 1"`, which is taken as it is. */
export function rowsOf(text: string): string[] {
  return [...text.matchAll(writtenRow)].flatMap(([part, quoted]) => {
    if (quoted !== undefined) return [quoted.replaceAll('""', '"')]
    const [, first, last] = /^([0-9]{1,3})[-–]([0-9]{1,3})$/.exec(part) ?? []
    if (first === undefined || last === undefined || Number(last) < Number(first)) return [part]
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index))
  })
}

/** Rows as `rowsOf` reads them. */
export function textOfRows(rows: readonly string[]): string {
  return rows
    .map((row) => (row.includes('"') || rowsOf(row).join('\n') !== row ? `"${row.replaceAll('"', '""')}"` : row))
    .join(' ')
}

export const csvHead = ['id', 'name', 'zone', 'rank', 'general admission', 'rows', 'capacity', 'view'] as const

/** The cells of a section as `manifestOfCells` reads them. */
export function cellsOf({
  code,
  name,
  zone,
  rank,
  isGeneralAdmission,
  rows,
  capacity,
  viewImageId,
  viewImageUrl,
}: Section): (string | number | null)[] {
  return [
    code,
    name,
    zone,
    rank,
    isGeneralAdmission ? 'yes' : '',
    textOfRows(rows),
    capacity,
    viewImageId ?? viewImageUrl,
  ]
}
