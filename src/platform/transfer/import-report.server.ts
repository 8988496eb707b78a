import { sql } from 'kysely'
import type { CsvCell } from '../../core/csv.ts'
import { byteOrderMark, csvText, fromCsvCell } from '../../core/csv.ts'
import type { Db } from '../../db/tables.server.ts'
import { fetchRows } from './import-records.server.ts'
import type { StoredRow } from './import-records.server.ts'
import { reasonsOf } from './import-labels.ts'
import { reportColumns } from './import-targets.ts'
import type { FileImport } from './file-imports.ts'

const rowsAtOnce = 250

/** Numbers are written unchanged; anything else that a spreadsheet could run is defused, as in exports. */
function cellOf(cell: string): CsvCell {
  const text = fromCsvCell(cell)
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? { exact: text } : text
}

/** The outcome of a row, as a stable word for programs. */
function resultOf({ result }: StoredRow, { state }: FileImport): string {
  if (result !== 'create' && result !== 'change') return result ?? 'not-checked'
  return state === 'checked' ? `to-${result}` : 'not-applied'
}

function messageOf({ problems }: StoredRow): string {
  return reasonsOf({ problems: problems ?? [] })
    .map(({ message, cells }) => [cells.map(({ column }) => column).join(', '), message].filter(Boolean).join(': '))
    .join(' ')
}

/**
 * The file again, with two columns behind its own: what became of each row, and why. It can be mended and imported as
 * it is, because imports leave those columns out.
 */
export async function* reportOf(db: Db, one: FileImport, isRefusedOnly: boolean): AsyncGenerator<Uint8Array> {
  // The columns of an earlier report are replaced.
  const own = one.headings.flatMap((heading, at) => (reportColumns.some((name) => name === heading) ? [] : [at]))
  yield Buffer.from(byteOrderMark + csvText([[...own.map((at) => cellOf(one.headings[at] ?? '')), ...reportColumns]]))
  const condition = isRefusedOnly ? sql`t.result = 'refused'` : sql`true`
  for (let position = 0; ;) {
    const rows = await fetchRows(db, one.id, sql`t.number > ${position} and ${condition}`, rowsAtOnce)
    const last = rows.at(-1)
    if (!last) return
    position = last.number
    yield Buffer.from(
      csvText(rows.map((row) => [...own.map((at) => cellOf(row.cells[at] ?? '')), resultOf(row, one), messageOf(row)])),
    )
  }
}
