import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { lease, letGo } from '../../core/jobs/leased-work.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { encodingOf, readCsvFile, textOf } from './csv-reader.server.ts'
import type { ReadRow } from './csv-reader.server.ts'
import { piecesOf, sweepPieces, sweepRows } from './import-records.server.ts'
import type { Bench } from './import-task.server.ts'
import { flawOf, guessKey, guessMapping, reportColumns } from './import-targets.ts'
import type { ImportMode } from './file-imports.ts'

/** The size of one insert: long cells make a batch shorter. */
const rowsAtOnce = 500
const lettersAtOnce = 500_000
/** Rows used to choose the mapping, and how much of their cells is shown. */
const sampleRows = 3
const sampleLetters = 120

/** Turns the upload into rows. An attempt that was broken off leaves rows behind, so it begins by removing them. */
export async function* readUpload(bench: Bench): AsyncGenerator<void> {
  const {
    claimed: { id },
    db,
    context: { signal },
    resource,
  } = bench
  await bench.owner()
  await sweepRows(db, sql`t.id = ${id}`, signal)
  const pieces = () => piecesOf(db, id)
  const encoding = await encodingOf(pieces)
  await bench.change(sql`encoding = ${encoding}, rows_total = 0, rows_done = 0, leased_until = ${lease}`)
  yield
  const sample: string[][] = []
  let total = 0
  for await (const part of readCsvFile(textOf(pieces, encoding))) {
    if ('headings' in part) {
      const { delimiter, headings } = part
      const mapping = (await earlierMapping(bench, headings)) ?? guessMapping(resource, headings)
      const keyField = guessKey(resource, mapping)
      await bench.change(sql`
        delimiter = ${delimiter}, headings = ${headings}::text[], mapping = ${mapping}::text[], key_field = ${keyField},
        mode = ${modeOf(resource, keyField)}`)
      continue
    }
    for (const batch of batches(part.rows)) {
      for (const { cells } of batch.slice(0, sampleRows - sample.length))
        sample.push(cells.map((cell) => cell.slice(0, sampleLetters).toWellFormed()))
      total += batch.length
      await keepRows(db, id, batch)
      await bench.change(sql`rows_total = ${total}, rows_done = ${total}, leased_until = ${lease}`)
      yield
    }
  }
  await bench.change(sql`state = 'read', sample = ${JSON.stringify(sample)}, ${letGo}`)
  await sweepPieces(db, sql`t.id = ${id}`, signal)
}

/** The most likely purpose of a file of this kind. */
function modeOf({ operations }: AnyResource, keyField: string | null): ImportMode {
  if (!operations.includes('update') || keyField === null) return 'create'
  return operations.includes('create') ? 'both' : 'update'
}

function* batches(rows: readonly ReadRow[]): Generator<readonly ReadRow[]> {
  let batch: ReadRow[] = []
  let letters = 0
  for (const row of rows) {
    batch.push(row)
    letters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (batch.length < rowsAtOnce && letters < lettersAtOnce) continue
    yield batch
    ;[batch, letters] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

async function keepRows(db: Db, id: number, rows: readonly ReadRow[]): Promise<void> {
  await sql`
    insert into file_import_rows (import_id, number, cells)
    select ${id}, r.number, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number integer, cells jsonb)`.execute(db)
}

/** How the person mapped the same headings the last time, so that a weekly import is mapped only once. */
async function earlierMapping(
  { claimed: { id, ownerId, resource: name }, db, resource }: Bench,
  headings: readonly string[],
): Promise<readonly string[] | null> {
  // A report has two columns more than its file.
  const [result, message] = reportColumns
  const isOwn = (heading: string) => heading !== result && heading !== message
  const {
    rows: [earlier],
  } = await sql<{ headings: string[]; mapping: string[] }>`
    select headings, mapping from file_imports
    where owner_id = ${ownerId} and resource = ${name} and id <> ${id} and state in ('checked', 'applying', 'done')
      and array_remove(array_remove(headings, ${result}), ${message}) = ${headings.filter(isOwn)}::text[]
    order by id desc limit 1`.execute(db)
  if (!earlier || flawOf(resource, earlier.mapping) !== null) return null
  const kept = earlier.mapping.filter((_, at) => isOwn(earlier.headings[at] ?? ''))
  return headings.map((heading) => (isOwn(heading) ? (kept.shift() ?? '') : ''))
}
