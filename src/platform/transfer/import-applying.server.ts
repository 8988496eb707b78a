import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { lease, letGo } from '../../core/jobs/leased-work.server.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { RowProblem, RowResult } from './file-imports.ts'
import { turnTime } from './import-checking.server.ts'
import type { StoredRow } from './import-records.server.ts'
import { fetchRows } from './import-records.server.ts'
import type { Bench } from './import-task.server.ts'
import type { RecordCalls } from './record-call.server.ts'
import { callRecord, recordCallsOf } from './record-call.server.ts'
import type { MappedColumn } from './row-reading.server.ts'
import { mappedColumns, problemsOfRefusal } from './row-reading.server.ts'
import { notify } from '../inbox/notices.server.ts'
import { importEnded } from '../inbox/work-notices.server.ts'

const rowsAtOnce = 50

/** The first refusal in a transaction whose rows have no savepoints: all of it is done again, with them. */
class NeedsCare extends Error {}

interface Outcome {
  readonly number: number
  readonly result: RowResult
  readonly recordId: number | null
  readonly problems: readonly RowProblem[] | null
}

/**
 * Applies what the check has found, some rows at a time. The rows, what became of them, how far it is and the audit are one
 * transaction, which also asks for the lease: whenever a server dies, every row has been applied once or not at all.
 */
export async function* applyRows(bench: Bench): AsyncGenerator<void> {
  const { claimed, resource, db, context } = bench
  const { id, address } = claimed
  const columns = mappedColumns(resource, claimed.headings, claimed.mapping)
  const calls = recordCallsOf(context.implementations(), resource)
  let waiting: readonly StoredRow[] = []
  let isCareful = false
  for (let { position } = claimed; ;) {
    const actor = await bench.owner()
    if (waiting.length === 0)
      waiting = await fetchRows(db, id, sql`t.number > ${position} and t.result in ('create', 'change')`, rowsAtOnce)
    if (waiting.length === 0) break
    try {
      const outcomes = await db.transaction().execute(async (transaction) => {
        // An instance that lost its lease must not even try: rows that another instance has applied would look like
        // errors.
        await bench.change(sql`leased_until = ${lease}`, transaction)
        const done = await applySome(bench, { calls, columns, actor, db: transaction, isCareful }, waiting)
        await keep(bench, transaction, done.outcomes)
        await appendAudit(transaction, done.entries, { actor, address })
        return done.outcomes
      })
      position = outcomes.at(-1)?.number ?? position
      waiting = waiting.slice(outcomes.length)
      isCareful = outcomes.some(({ result }) => result === 'refused')
    } catch (error) {
      if (!(error instanceof NeedsCare)) throw error
      isCareful = true
    }
    yield
  }
  await finish(bench)
}

interface Hand {
  readonly calls: RecordCalls
  readonly columns: readonly MappedColumn[]
  readonly actor: Actor
  readonly db: Db
  /** Whether each row gets a savepoint of its own. Without one a refusal ends the transaction, but most rows need none. */
  readonly isCareful: boolean
}

/** Applies rows until the time of one turn is over. */
async function applySome(
  bench: Bench,
  { calls, columns, actor, db, isCareful }: Hand,
  rows: readonly StoredRow[],
): Promise<{ outcomes: readonly Outcome[]; entries: readonly AuditEntry[] }> {
  const {
    claimed: { id, address },
    resource,
  } = bench
  const until = performance.now() + turnTime
  const outcomes: Outcome[] = []
  const entries: AuditEntry[] = []
  for (const row of rows) {
    if (isCareful) await sql`savepoint one_row`.execute(db)
    try {
      const work = { id: row.recordId, version: row.recordVersion, input: row.input ?? {} }
      const done = await callRecord(calls, resource, work, { actor, db, address })
      entries.push(
        ...done.entries.map((entry) => ({ ...entry, reason: entry.reason ?? `File import ${id}, row ${row.number}` })),
      )
      const result = row.recordId === null ? 'created' : done.entries.length === 0 ? 'unchanged' : 'changed'
      outcomes.push({ number: row.number, result, recordId: Number(done.record['id']), problems: null })
      if (isCareful) await sql`release savepoint one_row`.execute(db)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'FreshSignInRequired') throw error
      if (!isCareful) throw new NeedsCare()
      await sql`rollback to savepoint one_row`.execute(db)
      outcomes.push({
        number: row.number,
        result: 'refused',
        recordId: row.recordId,
        problems: problemsFor(error, bench, columns, row),
      })
    }
    if (performance.now() > until) break
  }
  return { outcomes, entries }
}

/** Stores the outcome of rows and the progress, which requires the lease. */
async function keep(bench: Bench, db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const count = (result: RowResult) => outcomes.filter((outcome) => outcome.result === result).length
  await sql`
    update file_import_rows r set result = v.result, record_id = v."recordId", problems = v.problems
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as v (number integer, result text, "recordId" bigint, problems jsonb)
    where r.import_id = ${bench.claimed.id} and r.number = v.number`.execute(db)
  await bench.change(
    sql`
    position = ${outcomes.at(-1)?.number ?? 0}, rows_done = rows_done + ${outcomes.length}, created = created + ${count('created')},
    changed = changed + ${count('changed')}, unchanged = unchanged + ${count('unchanged')}, refused = refused + ${count('refused')},
    leased_until = ${lease}`,
    db,
  )
}

/** Why the row was not applied; a record that has been changed since gets a message of its own. */
function problemsFor(
  error: Refusal,
  { resource }: Bench,
  columns: readonly MappedColumn[],
  { cells }: StoredRow,
): readonly RowProblem[] {
  if (error.status !== 412) return problemsOfRefusal(error, columns, cells)
  const what = inSentence(t(resource.label[0]))
  return [
    {
      column: null,
      value: '',
      message: t('This {what} changed since the file was checked. Import the row again.', { what }),
    },
  ]
}

async function finish(bench: Bench): Promise<void> {
  const {
    claimed: { id, ownerId },
    resource,
  } = bench
  const actor = await bench.owner()
  await bench.db.transaction().execute(async (transaction) => {
    const {
      rows: [row],
    } = await sql<{ file: string; created: number; changed: number; unchanged: number; refused: number }>`
      select file_name as file, created, changed, unchanged, refused from file_imports where id = ${id}`.execute(
      transaction,
    )
    if (!row) return
    const { file, ...counts } = row
    await bench.change(sql`state = 'done', finished_at = now(), error = null, ${letGo}`, transaction)
    await notify(transaction, importEnded, {
      to: [ownerId],
      data: { file, created: counts.created, changed: counts.changed, error: null },
      path: `/file-imports/view?id=${id}`,
    })
    await appendAudit(
      transaction,
      [{ action: 'file-import-finished', object: resource.name, after: { fileImport: id, ...counts } }],
      { actor },
    )
  })
}
