import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { columnOf, labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Json, Pair } from './merge-parts.server.ts'
import { mergeRulesOf } from './merge-rules.server.ts'

/** What happens to the fields of the surviving record. */
export interface Gains {
  /** By column: what it is given. */
  readonly patch: Readonly<Record<string, unknown>>
  /** Keys of fields whose text is the other one's now, so that its translations come along. */
  readonly texts: readonly string[]
  /** Groups of fields in which both have their own value, whichever is kept. */
  readonly choices: readonly (readonly string[])[]
  /** What lists get, by the key of the field. */
  readonly added: Readonly<Record<string, readonly unknown[]>>
  /** Sentences about lists that would exceed their maximum length. */
  readonly obstacles: readonly string[]
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** By which two entries of a list are one: words whatever their case. */
const keyOf = (entry: unknown) =>
  typeof entry === 'string' ? entry.toLowerCase() : JSON.stringify(entry, Object.keys(Object(entry)).toSorted())
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export async function rowOf(db: Db, resource: AnyResource, id: number): Promise<Json> {
  const {
    rows: [found],
  } = await sql<{
    row: Json
  }>`select to_jsonb(r) as row from ${sql.table(tableOf(resource))} r where r.id = ${id}`.execute(db)
  if (!found) throw new Error(`There is no row ${id} of ${resource.name}.`)
  return found.row
}

/**
 * Calculates the survivor's fields from both records. A field that is empty in the survivor takes the duplicate's value
 * without asking.
 */
export async function mergedFieldsOf(
  db: Db,
  resource: AnyResource,
  survivor: Json,
  duplicate: Json,
  take: ReadonlySet<string>,
): Promise<Gains> {
  const rules = mergeRulesOf(resource.name)
  const patch: Record<string, unknown> = {}
  const texts: string[] = []
  const choices: (readonly string[])[] = []
  const values = (row: Json, group: readonly string[]) => group.map((key) => row[columnOf(key)] ?? null)
  for (const group of rules?.choices ?? []) {
    const [own, other] = [values(survivor, group), values(duplicate, group)]
    if (isSame(own, other) || other.every(isEmpty)) continue
    const isChoice = !own.every(isEmpty)
    if (isChoice) choices.push(group)
    if (isChoice && !take.has(group[0] ?? '')) continue
    for (const key of group) {
      patch[columnOf(key)] = duplicate[columnOf(key)] ?? null
      if (resource.fields[key]?.translatable) texts.push(key)
    }
  }
  const added: Record<string, readonly unknown[]> = {}
  const obstacles: string[] = []
  const more = (await rules?.adds?.(duplicate, db, { survivor, take })) ?? {}
  for (const key of rules?.unites ?? []) {
    const column = columnOf(key)
    const own = listOf(survivor[column])
    const there = new Set(own.map(keyOf))
    const fresh = [...listOf(duplicate[column]), ...(more[key] ?? [])].filter(
      (entry) => !there.has(keyOf(entry)) && there.add(keyOf(entry)),
    )
    if (fresh.length === 0) continue
    added[key] = fresh
    patch[column] = [...own, ...fresh]
    const field: (AnyField & { max?: number }) | undefined = resource.fields[key]
    if (field?.max !== undefined && own.length + fresh.length > field.max) {
      obstacles.push(
        t('Together they have {n} {what}, and the limit is {max}: remove some first.', {
          n: own.length + fresh.length,
          what: labelOf(key, field).toLowerCase(),
          max: field.max,
        }),
      )
    }
  }
  return { patch, texts, choices, added, obstacles }
}

interface Kept extends Pair {
  readonly id: number
  readonly resource: string
}

/** Writes the survivor's gains, and keeps its values before and after. The duplicate is gone by now. */
export async function writeMergedFields(
  db: Db,
  resource: AnyResource,
  { id, survivor, duplicate: duplicateId }: Kept,
): Promise<void> {
  const {
    rows: [kept],
  } = await sql<{
    duplicate: Json
    mergedFields: string[]
  }>`select duplicate, merged_fields as "mergedFields" from merges where id = ${id}`.execute(db)
  if (!kept) return
  const { patch, texts } = await mergedFieldsOf(
    db,
    resource,
    await rowOf(db, resource, survivor),
    kept.duplicate,
    new Set(kept.mergedFields),
  )
  const columns = Object.keys(patch)
  if (columns.length === 0) return
  await keepSurvivor(db, resource, { id, survivor, columns, as: 'survivor_before' })
  // Before the text changes, which would mark its translations as outdated.
  if (texts.length > 0) await putTextsAside(db, resource, { id, survivor, texts })
  await writeColumns(db, resource, survivor, patch)
  await keepSurvivor(db, resource, { id, survivor, columns, as: 'survivor_after' })
  if (texts.length === 0) return
  await sql`
    insert into translations (resource, record_id, field, locale, text, status, source, outdated_at, translator_id, translator_name, scope)
    select resource, ${survivor}, field, locale, text, status, source, outdated_at, translator_id, translator_name, scope from translations
    where resource = ${resource.name} and record_id = ${duplicateId} and field = any(${texts}::text[])`.execute(db)
}

async function putTextsAside(
  db: Db,
  resource: AnyResource,
  { id, survivor, texts }: { id: number; survivor: number; texts: readonly string[] },
): Promise<void> {
  await sql`
    update merges set texts = (
      select coalesce(jsonb_object_agg(g.key, (select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') from translations x where x.resource = ${resource.name} and x.record_id = ${survivor} and x.field = g.key)), '{}')
      from unnest(${texts}::text[]) as g (key)) where id = ${id}`.execute(db)
  await sql`delete from translations where resource = ${resource.name} and record_id = ${survivor} and field = any(${texts}::text[])`.execute(
    db,
  )
}

interface Keeping {
  readonly id: number
  readonly survivor: number
  readonly columns: readonly string[]
  readonly as: 'survivor_before' | 'survivor_after'
}

// In the database, so that no number or moment passes through another language's idea of it.
async function keepSurvivor(db: Db, resource: AnyResource, { id, survivor, columns, as }: Keeping): Promise<void> {
  await sql`
    update merges set ${sql.ref(as)} = (
      select jsonb_object_agg(e.key, e.value) from ${sql.table(tableOf(resource))} w, jsonb_each(to_jsonb(w)) e where w.id = ${survivor} and e.key = any(${columns}::text[]))
    where id = ${id}`.execute(db)
}

async function writeColumns(
  db: Db,
  resource: AnyResource,
  id: number,
  patch: Readonly<Record<string, unknown>>,
): Promise<void> {
  const table = sql.table(tableOf(resource))
  const sets = sql.join(Object.keys(patch).map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`))
  await sql`
    update ${table} as w set ${sets}, version = w.version + 1, updated_at = now()
    from jsonb_populate_record(null::${table}, ${JSON.stringify(patch)}::jsonb) as r where w.id = ${id}`.execute(db)
}

/**
 * Takes back what a merge added. Fields that have been changed since stay, except for what the merge added to a list.
 */
export async function takeGainsBack(db: Db, resource: AnyResource, { id, survivor }: Kept): Promise<void> {
  const {
    rows: [kept],
  } = await sql<{ before: Json; after: Json; texts: Json }>`
    select survivor_before as before, survivor_after as after, texts from merges where id = ${id}`.execute(db)
  if (!kept || Object.keys(kept.before).length === 0) return
  const now = await rowOf(db, resource, survivor)
  const patch: Record<string, unknown> = {}
  for (const [column, before] of Object.entries(kept.before)) {
    if (isSame(now[column], kept.after[column])) patch[column] = before
    else if (Array.isArray(now[column])) {
      const own = new Set(listOf(before).map(keyOf))
      const brought = new Set(
        listOf(kept.after[column])
          .map(keyOf)
          .filter((key) => !own.has(key)),
      )
      patch[column] = listOf(now[column]).filter((entry) => !brought.has(keyOf(entry)))
    }
  }
  if (Object.keys(patch).length === 0) return
  await writeColumns(db, resource, survivor, patch)
  const texts = Object.keys(kept.texts).filter((key) => columnOf(key) in patch)
  if (texts.length === 0) return
  await sql`delete from translations where resource = ${resource.name} and record_id = ${survivor} and field = any(${texts}::text[])`.execute(
    db,
  )
  const columns = [
    'id',
    'resource',
    'record_id',
    'field',
    'locale',
    'text',
    'status',
    'source',
    'outdated_at',
    'translator_id',
    'translator_name',
    'scope',
    'created_at',
    'updated_at',
    'version',
  ]
  await sql`
    insert into translations (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))} from merges m, jsonb_each(m.texts) e, jsonb_populate_recordset(null::translations, e.value) r where m.id = ${id} and e.key = any(${texts}::text[])`.execute(
    db,
  )
}
