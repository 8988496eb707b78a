/** How far a grant reaches. What is left out has no limit. */
export interface Limits {
  /** The most that it may be used for at once: minor units of the currency (ISO 4217). */
  readonly maximum?: { readonly amount: number; readonly currency: string }
  /** The ids of the cities in which it may be used. */
  readonly cities?: readonly number[]
  /** Addresses and numbers of people stay masked, whatever the reason. */
  readonly personalData?: false
}

/** What a person may do: action → the objects it is granted on. */
export interface Grants {
  readonly isSuperUser: boolean
  readonly objects: Readonly<Record<string, readonly string[]>>
  /** Action → object → the ways in which the grant may be used, any of which will do. No entry: without limit. */
  readonly limits?: Readonly<Record<string, Readonly<Record<string, readonly Limits[]>>>>
}

/** Who does something. In-process work names itself with `system`, so that the audit never has an unknown hand. */
export interface Actor {
  readonly kind: 'staff' | 'system'
  readonly id: number | null
  readonly name: string
  readonly email: string | null
  readonly role: string | null
  readonly grants: Grants
  /** What is theirs for good, while more is lent to them: only this may be handed on. Absent when nothing is lent. */
  readonly standing?: Grants
  /** Their own role, what is lent to them beside it, why and until when (ISO 8601), for the audit. */
  readonly elevation?: { readonly from: string; readonly to: readonly string[]; readonly reason: string; readonly until: string }
  /** The member of staff behind, while the actor is somebody else: the audit names both. */
  readonly behind?: { readonly id: number; readonly name: string; readonly email: string }
  /** The role as which they look at the console, with its grants above. Whatever changes something is refused to them. */
  readonly viewingAs?: string
  /** The session they work in; absent for the server's own work. */
  readonly session?: {
    readonly id: number
    /** They have proved who they are within the last minutes, as dangerous commands ask for. */
    readonly isFresh: boolean
  }
}

/** What somebody may hand on to others: all that they may do, but for what is lent to them. */
export function standingGrants(actor: Actor): Grants {
  return actor.standing ?? actor.grants
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
