import { sql } from 'kysely'
import type { AuditEntry } from '../../kit/audit.server.ts'
import type { Desk, Doer } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { recordsSql } from '../../kit/list-sql.server.ts'
import { auditTitleOf, maskedRecord } from '../../kit/personal.ts'
import { tableOf } from '../../kit/resource.ts'
import type { BulkExample, BulkResult } from './bulk-edits.ts'
import type { BulkOperation, Row, Written } from './operations.server.ts'
import { stepsFor } from './operations.server.ts'
import { exampleOf } from './preview-examples.ts'

/** Who works on a batch, which notes by itself what is to be audited: what is rolled back must not be. */
export type Worker = Omit<Doer, 'note'>

export interface Batch {
  readonly results: readonly BulkResult[]
  /** For the end of the transaction, in the order of the records. */
  readonly entries: readonly AuditEntry[]
  /** Of a rehearsal: some of the records that changed, before and after. */
  readonly examples: readonly BulkExample[]
}

export interface BatchOptions {
  /** Whether each record gets a savepoint of its own from the start, because the ones before it were refused. */
  readonly isCareful?: boolean
  /** The transaction will not be committed: nobody will read what has become of the records, but for so many examples. */
  readonly isRehearsal?: boolean
  readonly examples?: number
  /** What people are told a record is called; the audit's own name for it unless told. */
  readonly titleOf?: (record: Readonly<Record<string, unknown>>) => string
}

/** The first refusal of a batch whose records have no savepoints: all of it is done again, with them. */
class NeedsCare extends Error {}

/**
 * Does something to some records inside a transaction, one after the other in the order of their ids, so that rules see
 * what has become of those before. Rows are locked in that order too, which keeps two bulk edits from waiting for each
 * other. What is refused leaves no trace and does not keep the others.
 *
 * @param ids - in ascending order
 */
export async function workOn(desk: Desk, doer: Worker, operation: BulkOperation, ids: readonly number[], options: BatchOptions = {}): Promise<Batch> {
  const { db } = doer
  await sql`select id from ${sql.table(tableOf(desk.resource))} where id = any(${ids}::bigint[]) order by id for update`.execute(db)
  const rows = await rowsOf(desk, db, operation, ids)
  if (options.isCareful) return await apply(desk, doer, operation, rows, options)
  await sql`savepoint batch`.execute(db)
  try {
    return await apply(desk, doer, operation, rows, options)
  } catch (error) {
    if (!(error instanceof NeedsCare)) throw error
    await sql`rollback to savepoint batch`.execute(db)
    return await apply(desk, doer, operation, rows, { ...options, isCareful: true })
  }
}

async function rowsOf(desk: Desk, db: Db, operation: BulkOperation, ids: readonly number[]): Promise<Row[]> {
  const records = await recordsOf(desk, db, ids)
  const steps = await stepsFor(operation, db, desk.resource, ids)
  return ids.map((id) => ({ id, current: records.get(id), last: steps.get(id) }))
}

async function recordsOf({ server, lookup }: Desk, db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await recordsSql(server, ids, lookup).execute(db)
  return new Map(rows.map(({ record }) => [Number(record['id']), record]))
}

async function apply(desk: Desk, doer: Worker, operation: BulkOperation, rows: readonly Row[], options: BatchOptions): Promise<Batch> {
  const { resource } = desk
  const { titleOf = (record) => auditTitleOf(resource, record) } = options
  const results: BulkResult[] = []
  const written = new Map<number, Written>()
  const others: AuditEntry[] = []
  for (const row of rows) {
    const outcome = await applyToOne(desk, doer, operation, row, options.isCareful ?? false)
    const record = row.current ?? row.last?.before
    const title = record ? titleOf({ ...record, id: row.id }) : ''
    results.push({ recordId: row.id, title: title || `${resource.label[0]} ${row.id}`, ...outcome.result })
    if (outcome.written) written.set(row.id, outcome.written)
    others.push(...outcome.others)
  }
  if (options.isRehearsal) return { results, entries: [], examples: await examplesOf(desk, doer.db, rows.filter(({ id }) => written.has(id)).slice(0, options.examples ?? 0), titleOf) }
  const now = await recordsOf(desk, doer.db, [...written.keys()])
  return { results, examples: [], entries: [...[...written].map(([id, entryFor]) => entryFor(now.get(id) ?? null)), ...others] }
}

async function examplesOf(desk: Desk, db: Db, rows: readonly Row[], titleOf: (record: Readonly<Record<string, unknown>>) => string): Promise<BulkExample[]> {
  const now = await recordsOf(desk, db, rows.map(({ id }) => id))
  return rows.flatMap(({ id, current }) => {
    const after = now.get(id)
    return current && after ? exampleOf(desk.resource, titleOf(current), maskedRecord(desk.resource, current), maskedRecord(desk.resource, after)) ?? [] : []
  })
}

async function applyToOne(
  desk: Desk, doer: Worker, operation: BulkOperation, row: Row, isCareful: boolean,
): Promise<{ result: Pick<BulkResult, 'outcome' | 'reason'>; written: Written | null; others: readonly AuditEntry[] }> {
  const others: AuditEntry[] = []
  const { db } = doer
  if (isCareful) await sql`savepoint record`.execute(db)
  try {
    const written = await operation.apply(desk, { ...doer, note: (entry) => others.push(entry) }, row)
    if (isCareful) await sql`release savepoint record`.execute(db)
    return { result: { outcome: written ? 'changed' : 'unchanged', reason: null }, written, others }
  } catch (error) {
    const refusal = refusalOf(error, desk.resource, operation.operation)
    if (!(refusal instanceof Refusal) || isOfThePerson(refusal)) throw refusal
    if (!isCareful) throw new NeedsCare()
    await sql`rollback to savepoint record`.execute(db)
    return { result: { outcome: 'refused', reason: reasonOf(refusal) }, written: null, others: [] }
  }
}

/** What no record is to blame for, and what the console mends by asking the person to sign in again. */
function isOfThePerson({ status, code }: Refusal): boolean {
  return status === 403 && code === 'FreshSignInRequired'
}

/** The sentences about fields say more than their number. */
function reasonOf({ message, fields = {} }: Refusal): string {
  const sentences = [...new Set(Object.values(fields))]
  return (sentences.length > 0 ? sentences.join(' ') : message).slice(0, 1_000)
}
