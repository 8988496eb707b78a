import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { isWritable } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { traceOf } from '../../core/resource/personal.ts'
import { isSameJson } from '../../core/same-json.ts'

export type Values = Readonly<Record<string, unknown>>

/** One thing that was done to a record and changed it. */
export interface Step {
  readonly entry: number
  readonly at: string
  readonly action: string
  readonly actorKind: 'staff' | 'system'
  readonly actorName: string
  readonly realActorName: string | null
  readonly reason: string | null
  readonly before: Values | null
  readonly after: Values | null
  /** The real person where there is one, else the actor. */
  readonly personId: number | null
  readonly isRecent: boolean
  readonly requestId: string | null
}

/** How long people can undo what they did, in minutes. */
export const undoMinutes = 10

/** The keys of stored fields: derived values have their history where they come from. */
export function storedKeys({ fields }: AnyResource): string[] {
  return Object.entries(fields)
    .filter(([, field]) => !field.derived)
    .map(([key]) => key)
}

const columns = sql`l.id as entry, l.at, l.action, l.actor_kind as "actorKind", l.actor_name as "actorName",
      l.real_actor_name as "realActorName", l.reason, l.before, l.after, l.request_id as "requestId",
      coalesce(l.real_actor_id, l.actor_id) as "personId", l.at > now() - make_interval(mins => ${undoMinutes}) as "isRecent"`

/** What changed a field of a record: a look at personal data, or a key that was made, is in the audit and no version. */
function changesOf(resource: AnyResource, recordId: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = storedKeys(resource)
  return sql`l.object = ${resource.name} and l.record_id = ${recordId} and audit_outcome(l.action) = 'done'
      and (jsonb_exists_any(l.before, ${keys}::text[]) or jsonb_exists_any(l.after, ${keys}::text[]))`
}

/** The changes of a record, newest first. */
export async function stepsOf(
  db: Db,
  resource: AnyResource,
  id: number,
  { limit, where = sql`true` }: { limit: number; where?: RawBuilder<unknown> },
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select ${columns} from audit_log l where ${changesOf(resource, sql`${String(id)}`)} and ${where}
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

/** The first and the last thing that were done to a record; one of them where they are the same. */
export async function endsOf(db: Db, resource: AnyResource, id: number): Promise<Step[]> {
  const of = changesOf(resource, sql`${String(id)}`)
  const { rows } = await sql<Step>`
    (select ${columns} from audit_log l where ${of} order by l.at, l.id limit 1)
    union (select ${columns} from audit_log l where ${of} order by l.at desc, l.id desc limit 1)
    order by at, entry`.execute(db)
  return rows
}

/** The last thing that was done to each of many records, by their ids. */
export async function lastStepsOf(
  db: Db,
  resource: AnyResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Step>> {
  const { rows } = await sql<Step & { recordId: string }>`
    select wanted.id as "recordId", last.* from unnest(${ids.map(String)}::text[]) as wanted (id) cross join lateral (
      select ${columns} from audit_log l where ${changesOf(resource, sql`wanted.id`)} order by l.at desc, l.id desc limit 1
    ) last`.execute(db)
  return new Map(rows.map(({ recordId, ...step }) => [Number(recordId), step]))
}

/** The place of a step in the order of time. */
export function beyond(entry: number, direction: 'older' | 'newer' | 'newer or the same'): RawBuilder<unknown> {
  const place = sql`(select p.at, p.id from audit_log p where p.id = ${entry})`
  if (direction === 'older') return sql`(l.at, l.id) < ${place}`
  return direction === 'newer' ? sql`(l.at, l.id) > ${place}` : sql`(l.at, l.id) >= ${place}`
}

/**
 * The past values of a record: for each field that changed later, the value that its first later change replaced.
 * Everything else equals the current record, so nothing has to be known from before.
 */
export async function valuesThen(
  db: Db,
  resource: AnyResource,
  id: number,
  later: RawBuilder<unknown>,
): Promise<Values> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select distinct on (k.key) k.key, l.before -> k.key as value
    from audit_log l cross join lateral jsonb_object_keys(case when jsonb_typeof(l.before) = 'object' then l.before else '{}' end) as k (key)
    where l.object = ${resource.name} and l.record_id = ${String(id)} and audit_outcome(l.action) = 'done'
      and k.key = any(${storedKeys(resource)}::text[]) and ${later}
    order by k.key, l.at, l.id`.execute(db)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

export interface WayBack {
  readonly values: Values
  readonly kept: readonly { readonly key: string; readonly because: 'read-only' | 'personal' | 'other-form' }[]
}

/** What of earlier values can be written over a record, and what has to stay although it was different. */
export function wayBack(resource: AnyResource, record: Values, then: Values): WayBack {
  const values: Record<string, unknown> = {}
  const kept: { key: string; because: 'read-only' | 'personal' | 'other-form' }[] = []
  for (const key of storedKeys(resource)) {
    const field = resource.fields[key]
    if (!field || !Object.hasOwn(then, key)) continue
    const now = traceOf(resource, { [key]: record[key] ?? null })[key]
    if (isSameJson(now, then[key])) continue
    if (!isWritable(field)) kept.push({ key, because: 'read-only' })
    // For personal texts the audit has only a mask.
    else if (field.personal && [now, then[key]].some((value) => typeof value === 'string'))
      kept.push({ key, because: 'personal' })
    // An alias once kept its questions as rows. Which language a text of them would be in is not known any more.
    else if ('format' in field && field.format === 'richText' && Array.isArray(then[key]))
      kept.push({ key, because: 'other-form' })
    else values[key] = then[key]
  }
  return { values, kept }
}
