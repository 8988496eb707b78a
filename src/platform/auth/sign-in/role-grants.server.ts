import type { Grants, Limits } from '../../../core/access/access.ts'
import { mergeLimits } from '../../../core/access/limits.ts'
import type { Database } from '../../../db/database.server.ts'

/** The roles of a person, those that they have temporarily apart, each with the stamp of what it grants. */
export interface RoleStamps {
  readonly role_id: number
  readonly grants_stamp: string
  readonly temporary_roles: readonly number[] | null
  readonly temporary_stamps: readonly string[] | null
}

type RoleGrants = Omit<Grants, 'isSuperUser'>

/** Action → the objects granted by a role without limits, and those granted with some, each with its limits. */
type RawGrants = Record<string, [free: string[] | null, limited: [object: string, limits: Limits][] | null]>

/** Grants of some roles, in one pass over them. */
const lookup = `
  select json_object_agg(g.action, json_build_array(g.free, g.limited)) as grants from (
    select action, array_agg(object order by object) filter (where limits is null) as free,
      json_agg(json_build_array(object, limits) order by role_id) filter (where limits is not null) as limited
    from role_permissions where role_id = any($1) group by action
  ) g`

/** There are a few roles, and few people with a temporary one beside it. */
const MOST_KEPT = 200
/** What roles grant together, by their stamps. A stamp is never used twice, in no database. */
const kept = new Map<string, Promise<RoleGrants>>()

/** What a person's roles allow, and what their own one allows without those that they have temporarily. */
export async function grantsOf(
  db: Database,
  { role_id: role, grants_stamp: stamp, temporary_roles: temporary, temporary_stamps: stamps }: RoleStamps,
): Promise<{ readonly grants: RoleGrants; readonly baseGrants: RoleGrants }> {
  const baseGrants = await grantsBy(db, [stamp], [role])
  if (!temporary || !stamps) return { grants: baseGrants, baseGrants }
  return { grants: await grantsBy(db, [stamp, ...stamps], [role, ...temporary]), baseGrants }
}

function grantsBy(db: Database, stamps: readonly string[], roles: readonly number[]): Promise<RoleGrants> {
  const key = stamps.join(' ')
  const known = kept.get(key)
  if (known) return known
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  const asked = readGrants(db, roles)
  kept.set(key, asked)
  // A database that was away is asked again by the next call.
  void asked.catch(() => kept.delete(key))
  return asked
}

async function readGrants(db: Database, roles: readonly number[]): Promise<RoleGrants> {
  const {
    rows: [row],
  } = await db.pool.query<{ grants: RawGrants | null }>({ name: 'role-grants', text: lookup, values: [roles] })
  return grantsIn(row?.grants ?? null)
}

/** What those roles allow together: each object once, and limits only where no role is without. */
function grantsIn(raw: RawGrants | null): RoleGrants {
  const objects: Record<string, readonly string[]> = {}
  const limits: Record<string, Record<string, readonly Limits[]>> = {}
  for (const [action, [free, limited]] of Object.entries(raw ?? {})) {
    const freely = new Set(free)
    const waysOf = Map.groupBy(
      (limited ?? []).filter(([object]) => !freely.has(object)),
      ([object]) => object,
    )
    objects[action] = waysOf.size === 0 ? [...freely] : [...freely, ...waysOf.keys()].sort()
    for (const [object, ways] of waysOf) (limits[action] ??= {})[object] = mergeLimits(ways.map(([, one]) => one)) ?? []
  }
  return { objects, ...(Object.keys(limits).length > 0 && { limits }) }
}
