import { sql } from 'kysely'
import { announceChange } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { moveNotes } from '../notes/merged-notes.server.ts'
import { addressesOf, replaceAddresses, restoreAddresses } from '../publishing/addresses/redirects.server.ts'
import { siteLocales, storedTexts } from '../translations/store/translation-store.server.ts'
import { writeMergedFields, takeGainsBack } from './merged-fields.server.ts'
import type { CollapsedRows, Reference } from './merge-parts.server.ts'
import { mergeableResource, mergeRulesOf } from './merge-rules.server.ts'

export const moveMergesJob = 'move-merges'

/** Rows that are moved in one transaction: on the embedded database, other calls wait for it. */
const pageSize = 200

export interface OpenMerge {
  readonly id: number
  readonly resource: string
  readonly survivor: number
  readonly duplicate: number
  readonly status: 'moving' | 'undoing'
}

/** The columns to move, found from the database itself, so that a later table is not forgotten. */
export async function movable(db: Db, resource: AnyResource): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select table_name as "table", column_name as "column", is_list as "isList" from references_to(${tableOf(resource)}::regclass)`.execute(
    db,
  )
  const { follow = [], guarded = [] } = mergeRulesOf(resource.name) ?? {}
  return rows.filter(({ table, column }) => ![...follow, ...guarded].includes(`${table}.${column}`))
}

export const pointsAt = ({ column, isList }: Reference, id: number) =>
  isList ? sql`${sql.ref(column)} @> array[${id}::bigint]` : sql`${sql.ref(column)} = ${id}`

/** Records that people keep say that they have changed. */
async function versioned(db: Db, table: string) {
  const {
    rows: [found],
  } =
    await sql`select from pg_attribute where attrelid = ${table}::regclass and attname = 'version' and not attisdropped`.execute(
      db,
    )
  return found ? sql`, version = version + 1, updated_at = now()` : sql``
}

async function movePage(db: Db, merge: OpenMerge): Promise<boolean> {
  for (const reference of await movable(db, mergeableResource(merge.resource))) {
    const { table, column, isList } = reference
    const value = isList
      ? sql`case when ${sql.ref(column)} @> array[${merge.survivor}::bigint] then array_remove(${sql.ref(column)}, ${merge.duplicate}::bigint)
          else array_replace(${sql.ref(column)}, ${merge.duplicate}::bigint, ${merge.survivor}::bigint) end`
      : sql`${merge.survivor}`
    const {
      rows: [moved],
    } = await sql<{ count: number }>`
      with picked as (
        select id, ${isList ? sql`${sql.ref(column)} @> array[${merge.survivor}::bigint]` : sql`false`} as in_both, ${isList ? sql`to_jsonb(${sql.ref(column)})` : sql`null::jsonb`} as was from ${sql.table(table)}
        where ${pointsAt(reference, merge.duplicate)} order by id limit ${pageSize} for update
      ), changed as (
        update ${sql.table(table)} set ${sql.ref(column)} = ${value}${await versioned(db, table)} where id in (select id from picked)
      ), noted as (
        insert into merge_moves (merge_id, table_name, column_name, is_list, ids, had_both, was)
        select ${merge.id}, ${table}, ${column}, ${isList}, array_agg(id), coalesce(array_agg(id) filter (where in_both), '{}'),
          coalesce(jsonb_object_agg(id::text, was) filter (where in_both), '{}') from picked having count(*) > 0
      )
      select count(*)::integer as count from picked`.execute(db)
    if (!moved || moved.count === 0) continue
    await sql`update merges set moved = moved + ${moved.count} where id = ${merge.id}`.execute(db)
    await announceChange(db, table.replaceAll('_', '-'), null)
    return true
  }
  return false
}

interface Row {
  id: number
  slug: string | null
  published_at: string | null
}

async function addresses(db: Db, resource: AnyResource, row: Row) {
  return addressesOf(resource, row, await siteLocales(db), await storedTexts(db, resource, row.id))
}

/** The one that goes is gone when nothing points at it any more; its addresses lead to the other one. */
async function finishMerge(db: Db, { id, resource: name, survivor, duplicate }: OpenMerge): Promise<void> {
  const resource = mergeableResource(name)
  const table = sql.table(tableOf(resource))
  // What is saved on either at this moment comes before or after, in the order in which calls lock the two.
  await sql`select id from ${table} where id in (${survivor}, ${duplicate}) order by id for update`.execute(db)
  await moveNotes(db, { id, resource: name, survivor, duplicate })
  // It can have been changed while its references moved.
  await sql`
    update merges m set duplicate = to_jsonb(l), duplicate_title = l.${sql.ref(columnOf(resource.title))}
    from ${table} l where m.id = ${id} and l.id = ${duplicate} and l.version <> (m.duplicate ->> 'version')::integer`.execute(
    db,
  )
  const {
    rows: [row],
  } = await sql<Row>`select * from ${table} where id = ${duplicate}`.execute(db)
  if (row?.published_at)
    await replaceAddresses(db, { resource, id: duplicate }, await addresses(db, resource, row), survivor)
  await sql`delete from ${table} where id = ${duplicate}`.execute(db)
  await writeMergedFields(db, resource, { id, resource: name, survivor, duplicate })
  await sql`update merges set status = 'merged' where id = ${id}`.execute(db)
  await announceChange(db, name, null)
}

/** Does something to both records, and to everything elsewhere that is named after them. */
async function watched<T>(db: Db, { resource, survivor, duplicate }: OpenMerge, step: () => Promise<T>): Promise<T> {
  const after = await mergeRulesOf(resource)?.watch?.(db, { survivor, duplicate })
  const done = await step()
  await after?.()
  return done
}

/** Restores the row under its own id. Columns that the database calculates are left to it. */
export async function bringBack(db: Db, merge: OpenMerge): Promise<void> {
  await watched(db, merge, () => restore(db, merge))
}

async function restore(db: Db, merge: OpenMerge): Promise<void> {
  const { id, resource: name, duplicate } = merge
  const resource = mergeableResource(name)
  const table = tableOf(resource)
  // Values that must be unique are given up before the duplicate returns with them.
  await takeGainsBack(db, resource, merge)
  // A column that is younger than the merge has its default.
  const {
    rows: [kept],
  } = await sql<{
    keys: string[]
  }>`select array(select jsonb_object_keys(duplicate)) as keys from merges where id = ${id}`.execute(db)
  const rows = (await writableColumns(db, table)).filter(({ name: column }) => kept?.keys.includes(column))
  const columns = sql.join(rows.map((column) => sql.ref(column.name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${sql.join(rows.map((column) => (column.name === 'version' ? sql`(duplicate ->> 'version')::integer + 1` : sql`(r).${sql.ref(column.name)}`)))}
    from (select duplicate, jsonb_populate_record(null::${sql.table(table)}, duplicate) as r from merges where id = ${id}) as kept`.execute(
    db,
  )
  const {
    rows: [row],
  } = await sql<Row>`select * from ${sql.table(table)} where id = ${duplicate}`.execute(db)
  if (row?.published_at) await restoreAddresses(db, { resource, id: duplicate }, await addresses(db, resource, row))
  const { collapsed } = mergeRulesOf(name) ?? {}
  if (!collapsed) return
  const {
    rows: [taken],
  } = await sql<{
    collapsedRows: CollapsedRows
  }>`select collapsed as "collapsedRows" from merges where id = ${id}`.execute(db)
  await collapsed.giveBack?.(db, merge, taken?.collapsedRows ?? {})
  for (const collapsedRows of collapsed.tables) await restoreCollapsed(db, id, collapsedRows)
  await collapsed.takeBack?.(db, merge, taken?.collapsedRows ?? {})
}

async function writableColumns(db: Db, table: string): Promise<readonly { name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped order by attnum`.execute(
    db,
  )
  return rows
}

/** Removes the rows that both have, and keeps them for an undo of the merge. */
export async function collapseTwins(db: Db, { id, resource, survivor, duplicate }: OpenMerge): Promise<void> {
  const collapsedRows: CollapsedRows =
    (await mergeRulesOf(resource)?.collapsed?.collapse(db, { survivor, duplicate })) ?? {}
  if (Object.keys(collapsedRows).length > 0)
    await sql`update merges set collapsed = ${JSON.stringify(collapsedRows)}::jsonb where id = ${id}`.execute(db)
}

async function restoreCollapsed(db: Db, id: number, table: string): Promise<void> {
  // A column that is younger than the merge has its default.
  const {
    rows: [kept],
  } = await sql<{ keys: string[] }>`
    select array(select distinct jsonb_object_keys(r.value) from jsonb_array_elements(coalesce(m.collapsed -> ${table}, '[]')) as r) as keys from merges m where m.id = ${id}`.execute(
    db,
  )
  const columns = (await writableColumns(db, table)).filter(({ name }) => kept?.keys.includes(name))
  if (columns.length === 0) return
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(columns.map(({ name }) => sql.ref(`r.${name}`)))} from merges m, jsonb_populate_recordset(null::${sql.table(table)}, m.collapsed -> ${table}) r where m.id = ${id} and m.collapsed ? ${table}`.execute(
    db,
  )
}

interface Move extends Reference {
  id: number
  ids: number[]
  inBoth: number[]
  was: string
}

async function undoPage(db: Db, merge: OpenMerge): Promise<boolean> {
  const {
    rows: [move],
  } = await sql<Move>`
    delete from merge_moves where id = (select max(id) from merge_moves where merge_id = ${merge.id})
    returning id, table_name as "table", column_name as "column", is_list as "isList", ids, had_both as "inBoth", was::text as was`.execute(
    db,
  )
  if (!move) return false
  const column = sql.ref(move.column)
  // A list that named both gets its old order back, if it hasn't been changed since.
  const was = sql`array(select e.id::bigint from jsonb_array_elements_text(${move.was}::jsonb -> ${sql.table(move.table)}.id::text) with ordinality as e (id, place) order by e.place)`
  const value = move.isList
    ? sql`case when id = any(${move.inBoth}::bigint[]) and ${column} = array_remove(${was}, ${merge.duplicate}::bigint) then ${was}
        when id = any(${move.inBoth}::bigint[]) then array_append(${column}, ${merge.duplicate}::bigint) else array_replace(${column}, ${merge.survivor}::bigint, ${merge.duplicate}::bigint) end`
    : sql`${merge.duplicate}`
  // References that have been changed since stay as they are.
  await sql`
    update ${sql.table(move.table)} set ${column} = ${value}${await versioned(db, move.table)}
    where id = any(${move.ids}::bigint[]) and ${pointsAt(move, merge.survivor)}`.execute(db)
  await announceChange(db, move.table.replaceAll('_', '-'), null)
  return true
}

/** One page of a merge, or its end; answers whether there is more to do. */
export function stepMerge(db: Db, merge: OpenMerge): Promise<boolean> {
  return watched(db, merge, () => step(db, merge))
}

async function step(db: Db, merge: OpenMerge): Promise<boolean> {
  if (merge.status === 'moving') {
    if (await movePage(db, merge)) return true
    await finishMerge(db, merge)
    return false
  }
  if (await undoPage(db, merge)) return true
  await sql`update merges set status = 'undone', undone_at = now() where id = ${merge.id}`.execute(db)
  await announceChange(db, merge.resource, null)
  return false
}

/** The oldest merge that is unfinished and not at work elsewhere, but for some. */
async function claimNext(db: Db, but: readonly number[]): Promise<OpenMerge | undefined> {
  const { rows } = await sql<OpenMerge>`
    select id, resource, survivor_id as survivor, duplicate_id as duplicate, status from merges where status in ('moving', 'undoing') and id <> all(${but}::bigint[])
    order by id limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** A merge that fails is left to the next run, and keeps none of the others from its end. */
async function moveMerges({ database: { kysely }, log, signal }: Parameters<Job['run']>[0]): Promise<void> {
  const failed = new Map<number, unknown>()
  while (!signal.aborted) {
    const claimed: OpenMerge[] = []
    try {
      await kysely.transaction().execute(async (db) => {
        const merge = await claimNext(db, [...failed.keys()])
        if (!merge) return
        claimed.push(merge)
        await stepMerge(db, merge)
      })
    } catch (error) {
      const [merge] = claimed
      if (!merge) throw error
      log.warn({ err: error, merge: merge.id }, 'A page of a merge could not be moved')
      failed.set(merge.id, error)
    }
    if (claimed.length === 0) break
  }
  const [first] = failed.values()
  if (first) throw first
}

export const mergeJobs: readonly Job[] = [
  {
    name: moveMergesJob,
    label: msg('Merges'),
    does: msg('Moves everything that refers to a merged duplicate to the record that survives.'),
    staleWithout: msg('Merges stay unfinished, so pages still show the duplicate.'),
    overlap: 'share',
    cron: '* * * * *',
    run: moveMerges,
  },
]
