import type { Limits } from '../../../core/access/access.ts'
import { isSameJson } from '../../../core/same-json.ts'

/** A permission as one word for sets and maps: `write coupons`. */
export type PermissionKey = `${string} ${string}`

export interface Permission {
  readonly action: string
  readonly object: string
  readonly limits?: Limits
}

export function keyOf(action: string, object: string): PermissionKey {
  return `${action} ${object}`
}

export function permissionOf(key: PermissionKey): Permission {
  const [action = '', object = ''] = key.split(' ')
  return { action, object }
}

/** What a role has, each with how far it reaches; no limits are `{}`. */
export type Granted = ReadonlyMap<PermissionKey, Limits>

export function grantedIn(permissions: Iterable<Permission>): Granted {
  return new Map([...permissions].map(({ action, object, limits }) => [keyOf(action, object), limits ?? {}]))
}

export function permissionsIn(granted: Granted): Permission[] {
  return [...granted].map(([key, limits]) => ({ ...permissionOf(key), ...(isLimited(limits) && { limits }) }))
}

export function isLimited(limits: Limits | undefined): boolean {
  return limits !== undefined && Object.keys(limits).length > 0
}

/**
 * What the user has granted (with limits) and revoked (false), kept apart from what the role has now, so that the edits
 * survive a save by someone else.
 */
export type Edits = ReadonlyMap<PermissionKey, Limits | false>

/** What the role will have. */
export function applied(base: Granted, edits: Edits): Granted {
  const result = new Map(base)
  for (const [key, given] of edits) {
    if (given) result.set(key, given)
    else result.delete(key)
  }
  return result
}

interface LimitChange {
  readonly key: PermissionKey
  readonly before: Limits
  readonly after: Limits
}
export interface PermissionDiff {
  readonly added: readonly { readonly key: PermissionKey; readonly limits: Limits }[]
  readonly removed: readonly { readonly key: PermissionKey; readonly limits: Limits }[]
  /** Given before and after, but not so far or farther. */
  readonly limited: readonly LimitChange[]
}

/** The edits that make a difference, in the order of objects. */
export function diffOf(base: Granted, edits: Edits): PermissionDiff {
  const byObject = (a: { key: PermissionKey }, b: { key: PermissionKey }) => {
    const [one, other] = [permissionOf(a.key), permissionOf(b.key)]
    return one.object.localeCompare(other.object) || one.action.localeCompare(other.action)
  }
  const all = [...edits].map(([key, after]) => ({ key, before: base.get(key), after })).sort(byObject)
  return {
    added: all.flatMap(({ key, before, after }) => (after && !before ? [{ key, limits: after }] : [])),
    removed: all.flatMap(({ key, before, after }) => (!after && before ? [{ key, limits: before }] : [])),
    limited: all.flatMap(({ key, before, after }) =>
      after && before && !isSameJson(before, after) ? [{ key, before, after }] : [],
    ),
  }
}

/** How many permissions a save would change. */
export function countOf({ added, removed, limited }: PermissionDiff): number {
  return added.length + removed.length + limited.length
}

/** Objects that the role can change but not see: `write` does not include `ui`. */
export function unseenObjects(granted: Granted): string[] {
  const objects = [...granted.keys()]
    .map(permissionOf)
    .filter(({ action, object }) => action !== 'ui' && action !== 'read' && !granted.has(keyOf('ui', object)))
    .map(({ object }) => object)
  return [...new Set(objects)].sort()
}

/** What to make of a permission: given as the role has it (or without limits), given so far, or taken away. */
export type Change = readonly [PermissionKey, boolean | Limits]

/** Changes with as few entries as need be: what is as stored is no edit. */
export function edited(base: Granted, edits: Edits, changes: Iterable<Change>): Edits {
  const next = new Map(edits)
  for (const [key, change] of changes) {
    const stored = base.get(key)
    const given = change === true ? (stored ?? {}) : change
    if (given === false ? stored === undefined : stored !== undefined && isSameJson(stored, given)) next.delete(key)
    else next.set(key, given)
  }
  return next
}
