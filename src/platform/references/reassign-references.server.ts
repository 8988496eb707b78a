import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Grants } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { AuditTrail } from '../../core/audit/audit.server.ts'
import { cityKeyOf, mayChange } from '../../core/resource/city-limits.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { columnOf, labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import type { Reference } from './replacements.ts'
import { sharedKeyOf } from './replacements.ts'

/** Records that one call gives to a successor at most. */
export const maxHandedOver = 1_000

export interface Reassignment {
  readonly db: Db
  readonly grants: Grants
  readonly of: AnyResource
  readonly fromId: number
  readonly toId: number
  /** The record no longer exists afterwards, so not even its successor can keep pointing at it. */
  readonly isDeleted?: boolean
  readonly audit: AuditTrail
}

interface Row {
  readonly id: number
  readonly cityId: number | null
  readonly title: string
  readonly before: unknown
}

/** What else a new value means for a row, by resource: further assignments of the UPDATE, each after a comma. */
const alongside = new Map<string, RawBuilder<unknown>>()

/** Has columns of a resource set when one of its references is given to another record. */
export function declareAlongside(resource: string, assignments: RawBuilder<unknown>): void {
  alongside.set(resource, assignments)
}

/**
 * Makes every record that points at one point at its successor, each with its own row in the audit. Answers with how many
 * there were, one that points twice counted twice.
 *
 * @throws Refusal 403 where one of them is not the caller's to change, 409 where they are too many for one call
 */
export async function reassignReferences(call: Reassignment, references: readonly Reference[]): Promise<number> {
  let done = 0
  for (const reference of references) done += await handOverField(call, reference, maxHandedOver - done)
  return done
}

export function assertNotMore(found: number, most: number): void {
  if (found > most)
    throw new Refusal(
      409,
      t('More than {most} records refer to it, which is too many at once. Change them in their lists first.', {
        most: maxHandedOver,
      }),
    )
}

async function handOverField(call: Reassignment, reference: Reference, most: number): Promise<number> {
  const { db, of, fromId, toId, isDeleted = false, audit } = call
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
      update ${table} set ${column} = ${value}, version = version + 1, updated_at = now()${alongside.get(resource.name) ?? sql``}
      where id = any(${rows.map(({ id }) => id)}::bigint[]) returning id, version, ${column} as after`.execute(db)
    for (const { id, version, after } of written) {
      const row = rows.find((one) => one.id === id)
      audit.record({
        action: 'given-a-successor',
        object: resource.name,
        recordId: id,
        title: auditTitleOf(resource, { id, [resource.title]: row?.title }),
        version,
        before: { [key]: row?.before },
        after: { [key]: after },
      })
    }
  } catch (error) {
    throw refusalOf(error, resource)
  }
  return rows.length
}

/** Refuses when the caller can't change a row, and names the row if they can see it. */
export function assertMayChange(
  { grants }: Pick<Reassignment, 'grants'>,
  resource: AnyResource,
  rows: readonly Omit<Row, 'before'>[],
): void {
  const closed = rows.find(({ id, cityId }) => !mayChange(grants, resource, { id, cityId }))
  if (!closed) return
  if (!may(grants, 'ui', resource.access.object)) {
    throw new Refusal(
      403,
      t(
        'Records that you can’t see refer to it. Ask a colleague who can change them, or leave those references as they are.',
      ),
    )
  }
  throw new Refusal(
    403,
    t(
      'The {one} {title} refers to it, and you can’t change that. Ask a colleague who can, or leave the reference as it is.',
      { one: inSentence(t(resource.label[0])), title: closed.title },
    ),
  )
}

/** Refuses a successor that the existing references couldn't point at. */
export function assertAlike(
  resource: AnyResource,
  current: Readonly<Record<string, unknown>>,
  successor: Readonly<Record<string, unknown>>,
): void {
  const key = sharedKeyOf(resource)
  const field = key === null ? undefined : resource.fields[key]
  if (key === null || !field || current[key] === successor[key]) return
  throw invalid({
    successorId: t('{title} has a different {field}, so it can’t replace this {one}.', {
      title: String(successor[resource.title]),
      field: inSentence(labelOf(key, field)),
      one: inSentence(t(resource.label[0])),
    }),
  })
}
