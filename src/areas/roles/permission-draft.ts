/** A permission as one word for sets and maps: `write coupons`. */
export type PermissionKey = `${string} ${string}`

export interface Permission { readonly action: string; readonly object: string }

export function keyOf(action: string, object: string): PermissionKey {
  return `${action} ${object}`
}

export function permissionOf(key: PermissionKey): Permission {
  const [action = '', object = ''] = key.split(' ')
  return { action, object }
}

/** What somebody has ticked and unticked, over whatever the role has by now: so the work survives another's save. */
export type Edits = ReadonlyMap<PermissionKey, boolean>

/** What the role will have. */
export function applied(base: ReadonlySet<PermissionKey>, edits: Edits): ReadonlySet<PermissionKey> {
  const result = new Set(base)
  for (const [key, isGiven] of edits) {
    if (isGiven) result.add(key)
    else result.delete(key)
  }
  return result
}

export interface PermissionDiff { readonly added: readonly PermissionKey[]; readonly removed: readonly PermissionKey[] }

/** The edits that make a difference, in the order of objects. */
export function diffOf(base: ReadonlySet<PermissionKey>, edits: Edits): PermissionDiff {
  const changed = [...edits].filter(([key, isGiven]) => base.has(key) !== isGiven)
  const byObject = (a: PermissionKey, b: PermissionKey) => {
    const [one, other] = [permissionOf(a), permissionOf(b)]
    return one.object.localeCompare(other.object) || one.action.localeCompare(other.action)
  }
  return {
    added: changed.flatMap(([key, isGiven]) => (isGiven ? [key] : [])).sort(byObject),
    removed: changed.flatMap(([key, isGiven]) => (isGiven ? [] : [key])).sort(byObject),
  }
}

/** Objects on which something may be done that nobody of the role can see: `write` does not bring `ui` with it. */
export function unseenObjects(permissions: ReadonlySet<PermissionKey>): string[] {
  const objects = [...permissions].map(permissionOf)
    .filter(({ action, object }) => action !== 'ui' && action !== 'read' && !permissions.has(keyOf('ui', object)))
    .map(({ object }) => object)
  return [...new Set(objects)].sort()
}

/** Toggles with as few entries as need be: what is as stored is no edit. */
export function edited(base: ReadonlySet<PermissionKey>, edits: Edits, changes: Iterable<readonly [PermissionKey, boolean]>): Edits {
  const next = new Map(edits)
  for (const [key, isGiven] of changes) {
    if (base.has(key) === isGiven) next.delete(key)
    else next.set(key, isGiven)
  }
  return next
}
