import type { CsvCell } from '../../core/csv.ts'
import { byteOrderMark, csvText } from '../../core/csv.ts'
import type { ExportColumn } from './export-columns.ts'
import type { FileContent } from './file-content.ts'

type Row = Readonly<Record<string, unknown>>

function cellOf(column: ExportColumn, row: Row): CsvCell {
  const value = column.read(row)
  if (value === null || typeof value === 'number') return value
  return column.type === 'text' ? String(value) : { exact: String(value) }
}

/** A header of keys, so that an import finds every field again, and a piece for each page of records. */
export async function* csvFile({ columns, pages }: FileContent): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvText([columns.map(({ key }) => key)]))
  for await (const page of pages) {
    if (page.length > 0) yield Buffer.from(csvText(page.map((row) => columns.map((column) => cellOf(column, row)))))
  }
}
