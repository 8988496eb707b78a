/** What a person may do: action → the objects it is granted on. */
export interface Grants {
  readonly isSuperUser: boolean
  readonly objects: Readonly<Record<string, readonly string[]>>
}

/** Who does something. In-process work names itself with `system`, so that the audit never has an unknown hand. */
export interface Actor {
  readonly kind: 'staff' | 'system'
  readonly id: number | null
  readonly name: string
  readonly email: string | null
  readonly role: string | null
  readonly grants: Grants
}

/** A check passes when the object is listed under the action; a super user may do everything. */
export function may(grants: Grants, action: string, object: string): boolean {
  if (grants.isSuperUser) return true
  return Object.hasOwn(grants.objects, action) && (grants.objects[action]?.includes(object) ?? false)
}

/** The server itself at work, e.g. `system('migrations')`. */
export function system(name: string): Actor {
  return { kind: 'system', id: null, name, email: null, role: null, grants: { isSuperUser: true, objects: {} } }
}
