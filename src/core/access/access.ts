/** How far a grant reaches. What is left out has no limit. */
export interface Limits {
  /** The most that it can be used for at once: minor units of the currency (ISO 4217). */
  readonly maximum?: { readonly amount: number; readonly currency: string }
  /** The ids of the cities in which it can be used. */
  readonly cities?: readonly number[]
  /** Addresses and numbers of people stay masked, even with a reason. */
  readonly personalData?: false
  /** The most by which a price can be changed by hand, in whole percent of it. */
  readonly maxOverridePercent?: number
}

/** What a user can do: action → the objects it is granted on. */
export interface Grants {
  readonly isSuperUser: boolean
  readonly objects: Readonly<Record<string, readonly string[]>>
  /** Action → object → the ways in which the grant can be used; any one of them is enough. No entry: no limit. */
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
  /**
   * The user's permanent grants while they also have temporary ones: only these can be passed on. Absent without
   * temporary access.
   */
  readonly baseGrants?: Grants
  /** Their own role, the temporary access on top of it, why and until when (ISO 8601), for the audit. */
  readonly elevation?: {
    readonly from: string
    readonly to: readonly string[]
    readonly reason: string
    readonly until: string
  }
  /** The staff member behind the actor when they act as someone else: the audit names both. */
  readonly behind?: { readonly id: number; readonly name: string; readonly email: string }
  /** The role in which they view the console, with its grants above. Calls that change something are refused. */
  readonly viewingAs?: string
  /** The session they work in; absent for the server's own work. */
  readonly session?: {
    readonly id: number
    /** They have proved who they are within the last minutes, as dangerous commands ask for. */
    readonly isFresh: boolean
  }
}

/** What an actor can pass on to others: all their grants except temporary ones. */
export function baseGrantsOf(actor: Actor): Grants {
  return actor.baseGrants ?? actor.grants
}

/** A check passes when the object is listed under the action; a super user can do everything. */
export function may(grants: Grants, action: string, object: string): boolean {
  if (grants.isSuperUser) return true
  return Object.hasOwn(grants.objects, action) && (grants.objects[action]?.includes(object) ?? false)
}

/** The server itself at work, e.g. `system('migrations')`. */
export function system(name: string): Actor {
  return { kind: 'system', id: null, name, email: null, role: null, grants: { isSuperUser: true, objects: {} } }
}
