import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { cityKeyOf } from '../../core/resource/city-limits.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { formerIdsOf } from '../merges/merged-into.server.ts'
import { codeOf } from '../rich-text/marker-targets.ts'
import { richTextFields } from '../rich-text/linking-texts.server.ts'
import type { Reassignment } from './reassign-references.server.ts'
import { assertMayChange, assertNotMore, maxHandedOver } from './reassign-references.server.ts'

interface Row {
  readonly id: number
  readonly cityId: number | null
  readonly title: string
  readonly texts: Readonly<Record<string, string>>
}
interface Written {
  readonly id: number
  readonly field: string
  readonly was: string
  readonly text: string
}

/**
 * Makes the link markers of a record in rich texts name its successor, in every language. A translation stays as good as it
 * was, because what it was made from says the successor as well. Answers with how many records there were.
 *
 * @param resources - those whose texts people write
 * @throws Refusal as `reassignReferences`
 */
export async function reassignTexts(call: Reassignment, resources: readonly AnyResource[]): Promise<number> {
  const code = codeOf(call.of.name)
  if (code === null) return 0
  // Markers can still use an id that the record had before it was merged.
  const ids = [call.fromId, ...(await formerIdsOf(call.db, call.of, [call.fromId]))]
  let done = 0
  for (const resource of resources.filter(({ operations }) => operations.includes('update'))) {
    const keys = richTextFields(resource)
    if (keys.length === 0) continue
    for (const id of ids)
      done += await reassignTextsOf(
        call,
        resource,
        keys,
        { from: `|element=${code}-${id}:::`, to: `|element=${code}-${call.toId}:::` },
        maxHandedOver - done,
      )
  }
  return done
}

interface Marker {
  readonly from: string
  readonly to: string
}

async function reassignTextsOf(
  call: Reassignment,
  resource: AnyResource,
  keys: readonly string[],
  marker: Marker,
  most: number,
): Promise<number> {
  const { db, of, fromId, audit } = call
  const [table, cityKey] = [sql.table(tableOf(resource)), cityKeyOf(resource)]
  const columns = keys.map((key) => ({ key, column: sql.ref(`t.${columnOf(key)}`) }))
  const has = (text: ReturnType<typeof sql.ref>) => sql`strpos(${text}, ${marker.from}) > 0`
  const { rows } = await sql<Row>`
    select t.id, ${cityKey === null ? sql`null::bigint` : sql.ref(`t.${columnOf(cityKey)}`)} as "cityId", ${sql.ref(`t.${columnOf(resource.title)}`)} as title,
      jsonb_strip_nulls(jsonb_build_object(${sql.join(columns.map(({ key, column }) => sql`${key}::text, case when ${has(column)} then ${column} end`))})) as texts
    from ${table} t where (${sql.join(
      columns.map(({ column }) => has(column)),
      sql` or `,
    )} or exists (
      select from translations x where x.resource = ${resource.name} and x.record_id = t.id and x.field = any(${keys}::text[]) and not x.is_record_gone and ${has(sql.ref('x.text'))}))
      and ${resource.name === of.name ? sql`t.id <> ${fromId}` : sql`true`}
    order by t.id limit ${most + 1} for update of t`.execute(db)
  if (rows.length === 0) return 0
  assertNotMore(rows.length, most)
  assertMayChange(call, resource, rows)
  const ids = rows.map(({ id }) => id)
  const translated = await changeTranslations(db, resource, keys, ids, marker)
  const { rows: written } = await sql<{ id: number; version: number; texts: Readonly<Record<string, string | null>> }>`
    update ${table} t set ${sql.join(columns.map(({ key, column }) => sql`${sql.ref(columnOf(key))} = replace(${column}, ${marker.from}, ${marker.to})`))},
      version = version + 1, updated_at = now()
    where id = any(${ids}::bigint[]) returning id, version, jsonb_build_object(${sql.join(columns.map(({ key, column }) => sql`${key}::text, ${column}`))}) as texts`.execute(
    db,
  )
  for (const { id, version, texts } of written) {
    const row = rows.find((one) => one.id === id)
    const own = translated.filter((one) => one.id === id)
    const changed = Object.keys(row?.texts ?? {})
    audit.record({
      action: 'given-a-successor',
      object: resource.name,
      recordId: id,
      title: auditTitleOf(resource, { id, [resource.title]: row?.title }),
      version,
      before: { ...row?.texts, ...Object.fromEntries(own.map(({ field, was }) => [field, was])) },
      after: {
        ...Object.fromEntries(changed.map((key) => [key, texts[key]])),
        ...Object.fromEntries(own.map(({ field, text }) => [field, text])),
      },
    })
  }
  return rows.length
}

/** Before the sources, whose change would mark them as outdated: what they were made from changes with them. */
async function changeTranslations(
  db: Db,
  resource: AnyResource,
  keys: readonly string[],
  ids: readonly number[],
  { from, to }: Marker,
): Promise<Written[]> {
  const { rows } = await sql<Written & { isText: boolean }>`
    with old as (
      select id, text from translations
      where resource = ${resource.name} and record_id = any(${ids}::bigint[]) and field = any(${keys}::text[]) and (strpos(text, ${from}) > 0 or strpos(source, ${from}) > 0)
      order by id for update)
    update translations x set text = replace(x.text, ${from}, ${to}), source = replace(x.source, ${from}, ${to}), updated_at = now(), version = x.version + 1
    from old where x.id = old.id
    returning x.record_id as id, x.field || ' (' || x.locale || ')' as field, old.text as was, x.text, x.text <> old.text as "isText"`.execute(
    db,
  )
  return rows.filter(({ isText }) => isText)
}
