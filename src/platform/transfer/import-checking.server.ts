import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { labelOf, refKey } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { lease, letGo } from '../../core/jobs/leased-work.server.ts'
import { isMasked } from '../../core/resource/personal.ts'
import { callList, listCallOf } from '../../core/list/list-call.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { RowChange, RowProblem, RowResult } from './file-imports.ts'
import { besideOf } from './cell-values.ts'
import { fetchRows } from './import-records.server.ts'
import type { StoredRow } from './import-records.server.ts'
import type { Bench } from './import-task.server.ts'
import type { RecordCalls } from './record-call.server.ts'
import { callRecord, recordCallsOf } from './record-call.server.ts'
import type { MappedColumn, Row } from './row-reading.server.ts'
import {
  changesOf,
  findIds,
  findTitles,
  folded,
  keyOf,
  mappedColumns,
  misfit,
  problemIn,
  problemsOfRefusal,
  readValues,
} from './row-reading.server.ts'

/** Rows that are read, looked up and written down together. */
const rowsAtOnce = 50
/** How long rows are tried or applied before the connection is let go, in milliseconds. */
export const turnTime = 80

/** The result of checking a row. */
interface Verdict {
  readonly number: number
  readonly cells: readonly string[]
  readonly current: Row | null
  readonly input: Readonly<Record<string, unknown>>
  result: RowResult
  changes: readonly RowChange[] | null
  problems: readonly RowProblem[]
}

/** Undoes a transaction that was only a trial. */
class Undone extends Error {}

/**
 * Tries every row. Problems that the file alone reveals come first; the rest is done by the record's own call and
 * undone again, each row by itself, so that everything that the call would refuse is known and nothing is changed.
 */
export async function* checkRows(bench: Bench): AsyncGenerator<void> {
  const { claimed, resource, db, context } = bench
  const { id, headings, mapping, keyField, mode } = claimed
  const lookup = (name: string) => {
    const found = context.resources.find((one) => one.name === name)
    if (!found) throw new Error(`There is no resource called ${name}.`)
    return found
  }
  const columns = mappedColumns(resource, headings, mapping)
  const calls = recordCallsOf(context.implementations(), resource)
  const register = new Register(resource)
  // An earlier attempt's results are computed again, because what it remembered about the rows above is lost.
  await bench.change(sql`position = 0, rows_done = 0, to_create = 0, to_change = 0, unchanged = 0, refused = 0`)
  for (let position = 0; ;) {
    const actor = await bench.owner()
    const rows = await fetchRows(db, id, sql`t.number > ${position}`, rowsAtOnce)
    if (rows.length === 0) break
    const keys = rows.map(({ cells }) => keyOf(columns, keyField, cells))
    const asked = keys.flatMap((key) => ('value' in key && key.value !== null ? [key.value] : []))
    const ids =
      keyField === null ? new Map<string, number>() : await findIds(db, resource, keyField, [...new Set(asked)])
    const records = await fetchRecords(bench, actor, columns, [...new Set(ids.values())])
    const titles = await findTitles(db, actor, lookup, columns, rows)
    const keyFieldOf = keyField === null ? undefined : resource.fields[keyField]
    const verdicts = rows.map((row, at): Verdict => {
      const key = keys[at] ?? { value: null }
      const { number, cells } = row
      const keyColumn = columns.find(({ target }) => target.field === keyField) ?? null
      const refused = (problems: readonly RowProblem[], current: Row | null = null): Verdict => ({
        number,
        cells,
        current,
        input: {},
        result: 'refused',
        changes: null,
        problems,
      })
      // A value that can't be a key names no record. If the row would create one, its other problems are reported as
      // well.
      if ('problem' in key && (mode === 'update' || keyField === 'id')) return refused([key.problem])
      const value = 'problem' in key ? null : key.value
      const found = value === null ? undefined : ids.get(keyFieldOf ? folded(keyFieldOf, value) : String(value))
      const current = found === undefined ? null : (records.get(found) ?? null)
      const flaw = misfit(resource, mode, keyField, value, current !== null)
      if (flaw !== null) return refused([problemIn(keyColumn, cells, flaw)], current)
      const read = readValues(resource, columns, cells, current, titles)
      const { input, problems } = changesOf(resource, columns, cells, read, current)
      const twice = register.add(number, current, read.values)
      const all = [
        ...problems,
        ...twice.map(([field, message]) =>
          problemIn(columns.find(({ target }) => target.field === field) ?? keyColumn, cells, message),
        ),
      ]
      if (all.length > 0) return refused(all, current)
      return {
        number,
        cells,
        current,
        input,
        result: current === null ? 'create' : Object.keys(input).length === 0 ? 'unchanged' : 'change',
        changes: null,
        problems: [],
      }
    })
    const waiting = verdicts.filter(({ result }) => result === 'create' || result === 'change')
    while (waiting.length > 0) {
      await tryOut(bench, actor, calls, columns, waiting)
      yield
    }
    position = rows.at(-1)?.number ?? position
    await keep(bench, verdicts, position)
    yield
  }
  await bench.change(sql`state = 'checked', error = null, ${letGo}`)
}

/** The records that rows refer to, as the owner's list shows them: records that the owner can't see don't exist. */
async function fetchRecords(
  { resource, db, context }: Bench,
  actor: Actor,
  columns: readonly MappedColumn[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Row>> {
  if (ids.length === 0) return new Map()
  const beside = columns.flatMap(({ field }) => besideOf(field) ?? [])
  const fields = [...new Set(['id', 'version', ...columns.map(({ target }) => target.field), ...beside])]
  const { records } = await callList(listCallOf(context.implementations(), resource), actor, db, {
    filter: JSON.stringify({ id: ids }),
    fields: JSON.stringify(fields),
    sort: '["id","ASC"]',
    cursor: '',
    limit: String(rowsAtOnce),
  })
  return new Map(records.map((record) => [Number(record['id']), record]))
}

/** Remembers what earlier rows refer to: two rows must not set the same record, or the same value of a unique field. */
class Register {
  readonly #resource: AnyResource
  readonly #records = new Map<number, number>()
  readonly #values = new Map<string, number>()

  constructor(resource: AnyResource) {
    this.#resource = resource
  }

  /** Answers with what is wrong, as pairs of field and sentence. */
  add(row: number, current: Row | null, values: Row): [field: string, message: string][] {
    const found: [string, string][] = []
    const note = <K>(known: Map<K, number>, key: K, field: string, say: (earlier: string) => string) => {
      const earlier = known.get(key)
      if (earlier === undefined) known.set(key, row)
      else found.push([field, say(formatNumber(earlier))])
    }
    const what = inSentence(t(this.#resource.label[0]))
    if (current)
      note(this.#records, Number(current['id']), 'id', (earlier) =>
        t('Row {earlier} has the same {what}.', { earlier, what }),
      )
    for (const [key, field] of Object.entries(this.#resource.fields)) {
      const value = values[key]
      // Two masks that are alike need not stand for the same.
      if (!field.unique || value === null || value === undefined || isMasked(field, value) || found.length > 0) continue
      note(this.#values, `${key} ${folded(field, value)}`, key, (earlier) =>
        t('Row {earlier} has the same {label}.', { earlier, label: labelOf(key, field) }),
      )
    }
    return found
  }
}

/** Tries some of the waiting rows, for a moment, and rolls back whatever they did. */
async function tryOut(
  { db, claimed: { address }, resource }: Bench,
  actor: Actor,
  calls: RecordCalls,
  columns: readonly MappedColumn[],
  waiting: Verdict[],
): Promise<void> {
  try {
    await db.transaction().execute(async (trial) => {
      const until = performance.now() + turnTime
      // It stays where it is when it is gone back to, so one does for all of them.
      await sql`savepoint trial`.execute(trial)
      do {
        const verdict = waiting.shift()
        if (!verdict) break
        try {
          const work = {
            id: verdict.current && Number(verdict.current['id']),
            version: verdict.current && Number(verdict.current['version']),
            input: verdict.input,
          }
          const {
            record,
            entries: [entry],
          } = await callRecord(calls, resource, work, { actor, db: trial, address })
          if (!entry) verdict.result = 'unchanged'
          else if (verdict.current) verdict.changes = shownChanges(resource, verdict.current, record, entry)
        } catch (error) {
          if (!(error instanceof Refusal) || error.code === 'FreshSignInRequired') throw error
          verdict.result = 'refused'
          verdict.problems = problemsOfRefusal(error, columns, verdict.cells)
        }
        await sql`rollback to savepoint trial`.execute(trial)
      } while (performance.now() < until)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

/**
 * The changes of a call, as the owner's screens show them: masked where those mask them, references with their titles.
 */
function shownChanges(
  resource: AnyResource,
  current: Row,
  record: Row,
  entry: { before?: Row | null; after?: Row | null },
): RowChange[] {
  return Object.keys(entry.after ?? {}).map((key) => {
    const field = resource.fields[key]
    const shown = field && 'to' in field ? refKey(key) : key
    const beside = besideOf(field)
    return {
      ...(beside !== null && { beside: [current[beside] ?? null, record[beside] ?? null] }),
      key,
      before: Object.hasOwn(current, shown) ? current[shown] : (entry.before?.[key] ?? null),
      after: Object.hasOwn(record, shown) ? record[shown] : (entry.after?.[key] ?? null),
    }
  })
}

async function keep(bench: Bench, verdicts: readonly Verdict[], position: number): Promise<void> {
  const count = (result: RowResult) => verdicts.filter((verdict) => verdict.result === result).length
  await bench.db.transaction().execute(async (transaction) => {
    await storeVerdicts(
      transaction,
      bench.claimed.id,
      verdicts.map(({ number, result, current, input, changes, problems }) => ({
        number,
        result,
        changes,
        recordId: current && Number(current['id']),
        recordVersion: current && Number(current['version']),
        input: result === 'create' || result === 'change' ? input : null,
        problems: problems.length > 0 ? problems : null,
      })),
    )
    await bench.change(
      sql`
      position = ${position}, rows_done = rows_done + ${verdicts.length}, to_create = to_create + ${count('create')},
      to_change = to_change + ${count('change')}, unchanged = unchanged + ${count('unchanged')}, refused = refused + ${count('refused')},
      leased_until = ${lease}`,
      transaction,
    )
  })
}

type StoredVerdict = Omit<StoredRow, 'cells' | 'changes' | 'problems'> & {
  readonly changes: readonly RowChange[] | null
  readonly problems: readonly RowProblem[] | null
}

async function storeVerdicts(db: Bench['db'], id: number, verdicts: readonly StoredVerdict[]): Promise<void> {
  await sql`
    update file_import_rows r set result = v.result, record_id = v."recordId", record_version = v."recordVersion", input = v.input,
      changes = v.changes, problems = v.problems
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (
      number integer, result text, "recordId" bigint, "recordVersion" integer, input jsonb, changes jsonb, problems jsonb)
    where r.import_id = ${id} and r.number = v.number`.execute(db)
}
