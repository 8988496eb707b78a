import { sql } from 'kysely'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import type { Update } from '../../core/calls/record-writes.server.ts'
import { canWriteTogether, writeUpdates } from '../../core/calls/record-writes.server.ts'
import type { ActorContext } from '../../core/calls/crud.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { recordsSql } from '../../core/list/list-sql.server.ts'
import { auditTitleOf, maskedRecord } from '../../core/resource/personal.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { BulkExample, BulkResult } from './bulk-edits.ts'
import type { BulkOperation, Row, Written } from './bulk-operation.server.ts'
import { stepsFor } from './operations.server.ts'
import { exampleOf } from './preview-examples.ts'

/**
 * The actor of a batch. The batch collects its own audit entries, because work that is rolled back must not be audited.
 */
export type Worker = Omit<ActorContext, 'audit'>

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
  /** The transaction is rolled back: only the given number of examples is kept of what the records became. */
  readonly isRehearsal?: boolean
  readonly examples?: number
  /** The title of a record that users see; defaults to the audit's own title. */
  readonly titleOf?: (record: Readonly<Record<string, unknown>>) => string
}

/** The first refusal of a batch whose records have no savepoints: all of it is done again, with them. */
class NeedsCare extends Error {}

/**
 * Does something to some records inside a transaction, one after the other in the order of their ids, so that rules see
 * the results of the earlier ones. Rows are locked in that order too, which keeps two bulk edits from waiting for each
 * other. A refused record leaves no trace and doesn't stop the others.
 *
 * @param ids - in ascending order
 */
export async function workOn(
  context: ResourceContext,
  actorContext: Worker,
  operation: BulkOperation,
  ids: readonly number[],
  options: BatchOptions = {},
): Promise<Batch> {
  const { db } = actorContext
  await sql`select id from ${sql.table(tableOf(context.resource))} where id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  )
  const rows = await rowsOf(context, db, operation, ids)
  if (options.isCareful) return await apply(context, actorContext, operation, rows, options)
  await sql`savepoint batch`.execute(db)
  try {
    return await apply(context, actorContext, operation, rows, options)
  } catch (error) {
    if (!(error instanceof NeedsCare)) throw error
    await sql`rollback to savepoint batch`.execute(db)
    return await apply(context, actorContext, operation, rows, { ...options, isCareful: true })
  }
}

async function rowsOf(
  context: ResourceContext,
  db: Db,
  operation: BulkOperation,
  ids: readonly number[],
): Promise<Row[]> {
  const records = await recordsOf(context, db, ids)
  const steps = await stepsFor(operation, db, context.resource, ids)
  return ids.map((id) => ({ id, current: records.get(id), last: steps.get(id) }))
}

async function recordsOf(
  { server, lookup }: ResourceContext,
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await recordsSql(server, ids, lookup).execute(db)
  return new Map(rows.map(({ record }) => [Number(record['id']), record]))
}

async function apply(
  context: ResourceContext,
  actorContext: Worker,
  operation: BulkOperation,
  rows: readonly Row[],
  options: BatchOptions,
): Promise<Batch> {
  const { resource } = context
  const { titleOf = (record) => auditTitleOf(resource, record) } = options
  const results: BulkResult[] = []
  const written = new Map<number, Written>()
  const others: AuditEntry[] = []
  const updates: { id: number; update: Update }[] = []
  const { plan } = operation
  const isTogether = plan !== undefined && !options.isCareful && canWriteTogether(context)
  const act: BulkOperation['apply'] = isTogether
    ? async (...given) => {
        const planned = await plan(...given)
        if (planned) updates.push({ id: given[2].id, update: planned.update })
        return planned?.written ?? null
      }
    : (...given) => operation.apply(...given)
  for (const row of rows) {
    const outcome = await applyToOne(
      context,
      actorContext,
      { ...operation, apply: act },
      row,
      options.isCareful ?? false,
    )
    const record = row.current ?? row.last?.before
    const title = record ? titleOf({ ...record, id: row.id }) : ''
    results.push({ recordId: row.id, title: title || `${resource.label[0]} ${row.id}`, ...outcome.result })
    if (outcome.written) written.set(row.id, outcome.written)
    others.push(...outcome.others)
  }
  await writeUpdates(context, updates).catch((error: unknown) => {
    const refusal = refusalOf(error, resource, operation.operation)
    // Which of them it was is found out one by one.
    throw refusal instanceof Refusal ? new NeedsCare() : refusal
  })
  if (options.isRehearsal)
    return {
      results,
      entries: [],
      examples: await examplesOf(
        context,
        actorContext.db,
        rows.filter(({ id }) => written.has(id)).slice(0, options.examples ?? 0),
        titleOf,
      ),
    }
  const now = await recordsOf(context, actorContext.db, [...written.keys()])
  return {
    results,
    examples: [],
    entries: [...[...written].map(([id, entryFor]) => entryFor(now.get(id) ?? null)), ...others],
  }
}

async function examplesOf(
  context: ResourceContext,
  db: Db,
  rows: readonly Row[],
  titleOf: (record: Readonly<Record<string, unknown>>) => string,
): Promise<BulkExample[]> {
  const now = await recordsOf(
    context,
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, current }) => {
    const after = now.get(id)
    return current && after
      ? (exampleOf(
          context.resource,
          titleOf(current),
          maskedRecord(context.resource, current),
          maskedRecord(context.resource, after),
        ) ?? [])
      : []
  })
}

async function applyToOne(
  context: ResourceContext,
  actorContext: Worker,
  operation: BulkOperation,
  row: Row,
  isCareful: boolean,
): Promise<{ result: Pick<BulkResult, 'outcome' | 'reason'>; written: Written | null; others: readonly AuditEntry[] }> {
  const others: AuditEntry[] = []
  const { db } = actorContext
  if (isCareful) await sql`savepoint record`.execute(db)
  try {
    const written = await operation.apply(
      context,
      { ...actorContext, audit: { record: (entry) => others.push(entry) } },
      row,
    )
    if (isCareful) await sql`release savepoint record`.execute(db)
    return { result: { outcome: written ? 'changed' : 'unchanged', reason: null }, written, others }
  } catch (error) {
    const refusal = refusalOf(error, context.resource, operation.operation)
    if (!(refusal instanceof Refusal) || isOfThePerson(refusal)) throw refusal
    if (!isCareful) throw new NeedsCare()
    await sql`rollback to savepoint record`.execute(db)
    return { result: { outcome: 'refused', reason: reasonOf(refusal) }, written: null, others: [] }
  }
}

/** Refusals that are not the record's fault; the console resolves them by asking the user to sign in again. */
function isOfThePerson({ code }: Refusal): boolean {
  return code === 'FreshSignInRequired'
}

/** The sentences about fields say more than their number. */
function reasonOf({ message, fields = {} }: Refusal): string {
  const sentences = [...new Set(Object.values(fields))]
  return (sentences.length > 0 ? sentences.join(' ') : message).slice(0, 1_000)
}
