import { sql } from 'kysely'
import type { Actor } from '../access/access.ts'
import { cityKeyOf } from '../resource/city-limits.ts'
import { columnOf } from '../resource/fields.ts'
import type { Db } from '../../db/tables.server.ts'
import { assertWithinLimits, limitsOf } from '../access/limits.ts'
import type { Lookup } from '../list/list-sql.server.ts'
import type { AnyResource } from '../resource/resource.ts'
import { tableOf } from '../resource/resource.ts'

/** The names of cities, for sentences about limits. */
export async function cityTitles(
  db: Db,
  cities: AnyResource,
  ids: readonly number[],
): Promise<(id: number) => string | undefined> {
  if (ids.length === 0) return () => undefined
  const { rows } = await sql<{ id: number; title: string }>`
    select id, ${sql.ref(columnOf(cities.title))} as title from ${sql.table(tableOf(cities))} where id = any(${ids}::bigint[])`.execute(
    db,
  )
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  return (id) => titles.get(id)
}

/** Refuses (403) to change records outside the cities that the actor's `write` on the object is limited to. */
export async function assertInCities(
  { resource, lookup }: { resource: AnyResource; lookup: Lookup },
  { actor, db }: { actor: Actor; db: Db },
  object: string,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const ways = limitsOf(actor.grants, 'write', object)
  if (!ways) return
  const key = cityKeyOf(resource)
  for (const record of records) {
    const at = key === null ? null : record[key]
    const extent = { cityId: typeof at === 'number' ? at : null }
    try {
      assertWithinLimits(actor, 'write', object, extent)
    } catch {
      // Only a refusal has to name the cities, and of many records most are let pass.
      assertWithinLimits(
        actor,
        'write',
        object,
        extent,
        await cityTitles(
          db,
          lookup('cities'),
          ways.flatMap(({ cities = [] }) => cities),
        ),
      )
    }
  }
}
