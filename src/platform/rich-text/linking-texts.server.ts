import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { formerIdsOf } from '../merges/merged-into.server.ts'
import type { LinkingText } from './link-verdicts.ts'
import { maxLinking } from './link-verdicts.ts'
import { codeOf } from './marker-targets.ts'

/** A record to look for: by its link markers, and its page by its addresses. */
export interface LinkedRecord {
  readonly resource: AnyResource
  readonly id: number
  readonly paths: readonly string[]
}

/** How many records have a link marker to any of some in their rich texts, counted up to a bound. */
export interface LinkingCount {
  readonly count: number
  readonly isCapped: boolean
  /** Records that the caller can't list have one too. */ readonly hasOthers: boolean
}

export interface Linking {
  readonly texts: LinkingText[]
  /** There are more than are returned. */
  readonly hasMore: boolean
  /** Records that the caller can't list link to it too. */
  readonly hasOthers: boolean
}

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Parts of a stored text that lead to the record, as patterns of LIKE. */
function patternsOf({ resource, paths }: LinkedRecord, ids: readonly number[]): string[] {
  const code = codeOf(resource.name)
  return [
    ...(code === null ? [] : ids.flatMap((id) => [`%|element=${code}-${id}:::%`, `%|element=${code}-${id}-%`])),
    // With the site's own address before it or without.
    ...paths.flatMap((path) => [`%href="${literal(path)}"%`, `%href="http%://%${literal(path)}"%`]),
  ]
}

/** The fields of a resource that hold rich text which people write. */
export function richTextFields({ fields }: AnyResource): string[] {
  return Object.entries(fields)
    .filter(([, field]) => 'format' in field && field.format === 'richText' && !field.derived)
    .map(([key]) => key)
}

interface Row {
  readonly resource: string
  readonly recordId: number
  readonly title: string
  readonly locales: (string | null)[]
}

/**
 * The records whose rich texts link to a record, in any language. This reads every rich text there is, so call it only
 * when a user asks, and never for a list.
 */
export async function linkingTexts(
  db: Db,
  actor: Actor,
  resources: readonly AnyResource[],
  record: LinkedRecord,
): Promise<Linking> {
  const patterns = patternsOf(record, [record.id, ...(await formerIdsOf(db, record.resource, [record.id]))])
  const written = resources
    .map((resource) => ({
      resource,
      keys: richTextFields(resource),
    }))
    .filter(({ keys }) => keys.length > 0)
  if (patterns.length === 0 || written.length === 0) return { texts: [], hasMore: false, hasOthers: false }
  const like = sql`like any(${patterns}::text[])`
  const branches = written.map(({ resource, keys }) => {
    const title = sql.ref(`t.${columnOf(resource.title)}`)
    const isIn = sql.join(
      keys.map((key) => sql`${sql.ref(`t.${columnOf(key)}`)} ${like}`),
      sql` or `,
    )
    const another = resource.name === record.resource.name ? sql`t.id <> ${record.id}` : sql`true`
    return sql`
      (select ${resource.name}::text as resource, t.id, ${title}::text as title, null::text as locale from ${sql.table(tableOf(resource))} t where (${isIn}) and ${another} limit ${maxLinking + 1})
      union all
      (select ${resource.name}::text, t.id, ${title}::text, x.locale from translations x join ${sql.table(tableOf(resource))} t on t.id = x.record_id
        where x.resource = ${resource.name} and x.field = any(${keys}::text[]) and not x.is_record_gone and x.text ${like} and ${another} limit ${maxLinking + 1})`
  })
  const { rows } = await sql<Row>`
    select resource, id as "recordId", title, json_agg(distinct locale) as locales from (${sql.join(branches, sql` union all `)}) as found
    group by resource, id, title order by resource, title, id limit ${maxLinking + 1}`.execute(db)
  const isOpen = ({ resource: name }: Row) => {
    const resource = resources.find((one) => one.name === name)
    return resource !== undefined && may(actor.grants, 'ui', resource.access.object)
  }
  const seen = rows.filter(isOpen)
  return { texts: seen.slice(0, maxLinking), hasMore: seen.length > maxLinking, hasOthers: seen.length < rows.length }
}

/**
 * As `linkingTexts`, of many records at once and by their link markers alone. It reads every rich text once, however many
 * the records are. What the records themselves say of each other does not count.
 *
 * @param most - counting stops here
 */
export async function countLinkingTexts(
  db: Db,
  actor: Actor,
  resources: readonly AnyResource[],
  {
    resource: of,
    ids,
    most,
  }: { readonly resource: AnyResource; readonly ids: readonly number[]; readonly most: number },
): Promise<LinkingCount> {
  const code = codeOf(of.name)
  const written = resources
    .map((resource) => ({ resource, keys: richTextFields(resource) }))
    .filter(({ keys }) => keys.length > 0)
  if (code === null || ids.length === 0 || written.length === 0) return { count: 0, isCapped: false, hasOthers: false }
  const given = sql`${ids}::bigint[]`
  const named = sql`${[...ids, ...(await formerIdsOf(db, of, ids))]}::bigint[]`
  const names = (text: RawBuilder<unknown>) => sql`case when strpos(${text}, ${`|element=${code}-`}) > 0
    then exists (select from regexp_matches(${text}, ${`\\|element=${code}-([0-9]{1,15})(?=:::|-)`}, 'g') as marker where marker[1]::bigint = any(${named})) else false end`
  const branches = written.map(({ resource, keys }) => {
    const text = sql`concat_ws(' ', ${sql.join(keys.map((key) => sql.ref(`t.${columnOf(key)}`)))})`
    const another = resource.name === of.name ? sql`t.id <> all(${given})` : sql`true`
    return sql`
      (select ${resource.name}::text as resource, t.id from ${sql.table(tableOf(resource))} t where ${another} and ${names(text)} limit ${most + 1})
      union
      (select ${resource.name}::text, t.id from translations x join ${sql.table(tableOf(resource))} t on t.id = x.record_id
        where x.resource = ${resource.name} and x.field = any(${keys}::text[]) and not x.is_record_gone and ${another} and ${names(sql.ref('x.text'))} limit ${most + 1})`
  })
  const { rows } = await sql<{ resource: string; count: number }>`
    select resource, count(*)::integer as count from (${sql.join(branches, sql` union `)}) as found group by resource`.execute(
    db,
  )
  const isOpen = (name: string) => {
    const resource = resources.find((one) => one.name === name)
    return resource !== undefined && may(actor.grants, 'ui', resource.access.object)
  }
  const count = rows.reduce((sum, row) => sum + (isOpen(row.resource) ? row.count : 0), 0)
  return { count: Math.min(count, most), isCapped: count > most, hasOthers: rows.some((row) => !isOpen(row.resource)) }
}
