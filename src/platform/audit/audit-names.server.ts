import { sql } from 'kysely'
import type { Grants } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { namedAfterPeople } from './personal.ts'

type Values = Readonly<Record<string, unknown>>

/** Values of an object's fields, as stored in an entry. */
export interface Changed {
  readonly object: string
  readonly before: Values | null
  readonly after: Values | null
}

/** The titles of the records that some changes refer to, limited to those that the user can read. */
export async function namesIn(
  changed: readonly Changed[],
  byName: ReadonlyMap<string, AnyResource>,
  db: Db,
  grants: Grants,
): Promise<Record<string, Record<string, string>>> {
  const wanted = new Map<string, Set<number>>()
  for (const { object, before, after } of changed) {
    for (const [key, field] of Object.entries(byName.get(object)?.fields ?? {})) {
      if (!('to' in field)) continue
      const ids = [before?.[key], after?.[key]]
        .flat()
        .filter((id) => Number.isSafeInteger(id))
        .map(Number)
      if (ids.length > 0) wanted.set(field.to, new Set([...(wanted.get(field.to) ?? []), ...ids]))
    }
  }
  const found: Record<string, Record<string, string>> = {}
  const hiddenTitles = namedAfterPeople([...byName.values()])
  for (const [name, ids] of wanted) {
    const resource = byName.get(name)
    if (
      !resource ||
      !may(grants, 'ui', resource.access.object) ||
      hiddenTitles.includes(name) ||
      resource.fields[resource.title]?.derived
    )
      continue
    const { rows } = await sql<{ id: number; title: string }>`
      select id, ${sql.ref(columnOf(resource.title))}::text as title from ${sql.table(tableOf(resource))} where id = any(${[...ids]}::bigint[])`.execute(
      db,
    )
    found[name] = Object.fromEntries(rows.map(({ id, title }) => [String(id), title]))
  }
  return found
}
