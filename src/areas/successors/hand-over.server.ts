import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Grants } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import { cityKeyOf, mayChange } from '../../kit/city-limits.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { columnOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { auditTitleOf } from '../../kit/personal.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence, tableOf } from '../../kit/resource.ts'
import type { Reference } from './handed-over.ts'

/** Records that one call gives to a successor at most. */
export const mostHandedOver = 1_000

export interface HandOver {
  readonly db: Db
  readonly grants: Grants
  readonly of: AnyResource
  readonly fromId: number
  readonly toId: number
  /** The record is there no longer afterwards, so not even its successor may go on pointing at it. */
  readonly isDeleted?: boolean
  note(entry: AuditEntry): void
}

interface Row { readonly id: number; readonly cityId: number | null; readonly title: string; readonly before: unknown }

/** What else a new value means for a row: how many events a rule affects has to be counted again. */
const alongside: Readonly<Record<string, RawBuilder<unknown>>> = { rules: sql`, affected_count = null, counted_at = null` }

/**
 * Makes every record that points at one point at its successor, each with its own row in the audit. Answers with how many
 * there were, one that points twice counted twice.
 *
 * @throws Refusal 403 where one of them is not the caller's to change, 409 where they are too many for one call
 */
export async function handOver(call: HandOver, references: readonly Reference[]): Promise<number> {
  let done = 0
  for (const reference of references) done += await handOverField(call, reference, mostHandedOver - done)
  return done
}

export function assertNotMore(found: number, most: number): void {
  if (found > most) throw new Refusal(409, t('More than {most} records refer to it, which is too many at once. Change them in their lists first.', { most: mostHandedOver }))
}

async function handOverField(call: HandOver, reference: Reference, most: number): Promise<number> {
  const { db, of, fromId, toId, isDeleted = false, note } = call
  const { resource, key, isList } = reference
  const [table, column, cityKey] = [sql.table(tableOf(resource)), sql.ref(columnOf(key)), cityKeyOf(resource)]
  const points = isList ? sql`${column} @> array[${fromId}::bigint]` : sql`${column} = ${fromId}`
  const isOwnKind = resource.name === of.name
  const others = isOwnKind ? sql`id <> all(${isDeleted ? [fromId] : [fromId, toId]}::bigint[])` : sql`true`
  const { rows } = await sql<Row>`
    select id, ${cityKey === null ? sql`null::bigint` : sql.ref(columnOf(cityKey))} as "cityId", ${sql.ref(columnOf(resource.title))} as title, ${column} as before
    from ${table} where ${points} and ${others} order by id limit ${most + 1} for update`.execute(db)
  assertNotMore(rows.length, most)
  assertMayChange(call, resource, rows)
  const given = isList
    ? sql`(select array_agg(g.id order by g.place) from (
        select case when u.id = ${fromId} then ${toId}::bigint else u.id end as id, min(u.place) as place
        from unnest(${column}) with ordinality as u (id, place) group by 1) as g)`
    : sql`${toId}::bigint`
  const dropped = isList ? sql`array_remove(${column}, ${fromId}::bigint)` : sql`null`
  // A successor that pointed at the one before it would point at itself.
  const value = isOwnKind ? sql`case when id = ${toId} then ${dropped} else ${given} end` : given
  try {
    const { rows: written } = await sql<{ id: number; version: number; after: unknown }>`
      update ${table} set ${column} = ${value}, version = version + 1, updated_at = now()${alongside[resource.name] ?? sql``}
      where id = any(${rows.map(({ id }) => id)}::bigint[]) returning id, version, ${column} as after`.execute(db)
    for (const { id, version, after } of written) {
      const row = rows.find((one) => one.id === id)
      note({
        action: 'given-a-successor', object: resource.name, recordId: id, title: auditTitleOf(resource, { id, [resource.title]: row?.title }), version,
        before: { [key]: row?.before }, after: { [key]: after },
      })
    }
  } catch (error) {
    throw refusalOf(error, resource)
  }
  return rows.length
}

/** Names what is in the way to those who may see it. */
export function assertMayChange({ grants }: Pick<HandOver, 'grants'>, resource: AnyResource, rows: readonly Omit<Row, 'before'>[]): void {
  const closed = rows.find(({ id, cityId }) => !mayChange(grants, resource, { id, cityId }))
  if (!closed) return
  if (!may(grants, 'ui', resource.access.object)) {
    throw new Refusal(403, t('Records that you may not see refer to it. Ask somebody who may change them, or leave what refers to it as it is.'))
  }
  throw new Refusal(403, t('The {one} {title} refers to it, which you may not change. Ask somebody who may, or leave what refers to it as it is.', { one: inSentence(t(resource.label[0])), title: closed.title }))
}
