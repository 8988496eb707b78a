import { sql } from 'kysely'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'

/** A screen that was read longer ago is read again in any case. Milliseconds. */
const longest = 120_000

/**
 * Which of the followed resources changed within the last milliseconds, by the audit: a screen reads what it shows before its
 * stream is open, and would never hear of a change between the two.
 *
 * @param ago - NaN where the caller has nothing on screen
 */
export async function changedSince(
  db: Db,
  resources: readonly AnyResource[],
  followed: readonly AnyResource[],
  ago: number,
): Promise<readonly string[]> {
  if (!(ago > 0) || followed.length === 0) return []
  // Resources that share a table have one object name in the audit.
  const objectsOf = (resource: AnyResource) =>
    resources.filter((other) => tableOf(other) === tableOf(resource)).map(({ name }) => name)
  const { rows } = await sql<{ object: string }>`
    select o.object from unnest(${[...new Set(followed.flatMap(objectsOf))]}::text[]) as o (object)
    where exists (select from audit_log l where l.object = o.object and l.action <> 'search'
      and l.at >= now() - make_interval(secs => ${Math.min(ago, longest) / 1_000}))`.execute(db)
  const changed = new Set(rows.map(({ object }) => object))
  return followed
    .filter((resource) => objectsOf(resource).some((object) => changed.has(object)))
    .map(({ name }) => name)
}
