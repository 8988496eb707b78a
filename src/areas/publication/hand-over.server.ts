import { sql } from 'kysely'
import type { Grants } from '../../kit/access.ts'
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
import { handedOver } from './handed-over.ts'

/** Records that one call gives to a successor at most. */
const mostHandedOver = 1_000

interface HandOver {
  readonly db: Db
  readonly grants: Grants
  readonly of: AnyResource
  readonly resources: readonly AnyResource[]
  readonly fromId: number
  readonly toId: number
  note(entry: AuditEntry): void
}

interface Row { readonly id: number; readonly cityId: number | null; readonly title: string }

/**
 * Makes every page that points at a record point at its successor, each with its own row in the audit.
 *
 * @throws Refusal 403 where one of them is not the caller's to change, 409 where they are too many for one call
 */
export async function handOver(call: HandOver): Promise<void> {
  let left = mostHandedOver
  for (const reference of handedOver(call.of, call.resources)) left -= await handOverField(call, reference, left)
}

async function handOverField({ db, grants, of, fromId, toId, note }: HandOver, { resource, key, isList }: Reference, most: number): Promise<number> {
  const [table, column, cityKey] = [sql.table(tableOf(resource)), sql.ref(columnOf(key)), cityKeyOf(resource)]
  const points = isList ? sql`${column} @> array[${fromId}::bigint]` : sql`${column} = ${fromId}`
  const { rows } = await sql<Row>`
    select id, ${cityKey === null ? sql`null::bigint` : sql.ref(columnOf(cityKey))} as "cityId", ${sql.ref(columnOf(resource.title))} as title
    from ${table} where ${points} and (${resource.name !== of.name} or id <> ${toId}) order by id limit ${most + 1} for update`.execute(db)
  if (rows.length > most) throw new Refusal(409, t('More than {most} pages refer to it, which is too many at once. Change them in their lists first.', { most: mostHandedOver }))
  const closed = rows.find(({ id, cityId }) => !mayChange(grants, resource, { id, cityId }))
  if (closed) {
    throw new Refusal(403, t('The {one} {title} refers to it, which you may not change. Ask somebody who may, or leave what refers to it as it is.', { one: inSentence(t(resource.label[0])), title: closed.title }))
  }
  const value = isList
    ? sql`(select array_agg(g.id order by g.place) from (
        select case when u.id = ${fromId} then ${toId}::bigint else u.id end as id, min(u.place) as place
        from unnest(${column}) with ordinality as u (id, place) group by 1) as g)`
    : sql`${toId}::bigint`
  try {
    const { rows: written } = await sql<{ id: number; version: number }>`
      update ${table} set ${column} = ${value}, version = version + 1, updated_at = now()
      where id = any(${rows.map(({ id }) => id)}::bigint[]) returning id, version`.execute(db)
    for (const { id, version } of written) {
      const row = rows.find((one) => one.id === id)
      note({
        action: 'given-a-successor', object: resource.name, recordId: id, title: auditTitleOf(resource, { id, [resource.title]: row?.title }), version,
        before: { [key]: fromId }, after: { [key]: toId },
      })
    }
  } catch (error) {
    throw refusalOf(error, resource)
  }
  return rows.length
}
