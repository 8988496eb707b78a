import { sql } from 'kysely'
import type { Actor, Grants, Limits } from '../../../core/access/access.ts'
import { may, baseGrantsOf } from '../../../core/access/access.ts'
import { permissionWords } from '../../../core/access/permissions.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Grant } from '../../../core/access/limits.ts'
import { commonGrants, grantsFrom, hasGrant, limitsOf, limitWords } from '../../../core/access/limits.ts'

/** The role with full access. It has no grants of its own and can't be renamed or deleted. */
export const adminRole = 'admin'

/** Any number will do, as long as nothing else in the product takes it. */
const rolesLock = 7_318_202

export interface RoleChange {
  /** The user whose role changes. Null for an invitation. */
  readonly staffId: number | null
  /** The name of their current role. Null for an invitation. */
  readonly fromRole: string | null
  /** The name of their role afterwards. Null if they are suspended or removed; unchanged for any other change. */
  readonly toRole: string | null
}

/**
 * Makes changes of roles wait for each other until the transaction ends. Take this lock before locking any row, so that
 * no two transactions wait for each other. What is read after it can't change before the commit.
 */
export async function lockRoles(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${rolesLock})`.execute(trx)
}

/**
 * Refuses a change of a user's role, an invitation, a suspension or a removal unless `actor` can make it. Must run in
 * the same transaction, before the change and before any row is locked. Takes the roles' lock.
 *
 * @throws Refusal 403 `Escalation` if the actor lacks a permission of the role; 403 if the change concerns an admin and
 *   the actor is not one; 403 `OwnRole` for one's own role; 409 `LastAdmin` if no active admin would be left; 409 if
 *   the user's role has changed in the meantime; 422 if the role does not exist
 */
export async function assertMayAssign(trx: Db, actor: Actor, change: RoleChange): Promise<void> {
  await lockRoles(trx)
  const { staffId, toRole } = change
  const current = staffId === null ? null : await roleOf(trx, staffId)
  if (current && change.fromRole !== null && current.role !== change.fromRole) {
    throw new Refusal(409, t('This person’s role was changed just now. Reload and check.'))
  }
  const wasAdmin = current?.role === adminRole
  const isGivingAdmin = toRole === adminRole && !wasAdmin
  if ((wasAdmin || isGivingAdmin) && !baseGrantsOf(actor).isSuperUser) throw onlyAdmins()
  // Before asking whether the actor is an admin still: of two who demote each other, the second hears why.
  if (wasAdmin && current.isActive && toRole !== adminRole && staffId !== null) await assertAnotherAdmin(trx, staffId)
  if (staffId !== null && staffId === actor.id && toRole !== current?.role) {
    throw new Refusal(403, t('You can’t change your own role. Ask another admin.'), { error: 'OwnRole' })
  }
  const baseGrants = await readBaseGrants(trx, actor)
  if ((wasAdmin || isGivingAdmin) && !baseGrants.isSuperUser) throw onlyAdmins()
  if (toRole !== null && toRole !== current?.role) await assertHoldsRole(trx, baseGrants, toRole)
}

/**
 * Refuses to go on when no active admin is left. Call it after any change of roles or of who is active; takes the
 * roles' lock, so that two admins cannot each count on the other.
 *
 * @throws Refusal 409 `LastAdmin`
 */
export async function assertAdminRemains(trx: Db): Promise<void> {
  await lockRoles(trx)
  await assertAnotherAdmin(trx, 0)
}

/**
 * Refuses to change a role itself: its name, its description, its permissions. Take the roles' lock before.
 *
 * @throws Refusal 403 `OwnRole` for the role that the actor has; 403 `Escalation` for the role admin when they are none;
 *   409 for the role admin, of which there is nothing to change
 */
export async function assertMayEditRole(trx: Db, actor: Actor, role: string): Promise<void> {
  if (role === adminRole && !baseGrantsOf(actor).isSuperUser) throw onlyAdmins()
  if (role === adminRole) throw new Refusal(409, t('Admins have full access. This role can’t be changed.'))
  const own = actor.id === null ? null : await roleOf(trx, actor.id)
  if (own?.role === role) {
    throw new Refusal(403, t('You can’t change your own role. Ask a colleague with another role.'), {
      error: 'OwnRole',
    })
  }
}

/**
 * Refuses (403 `Escalation`) to give permissions that the actor does not have, or to give them with wider limits than
 * the actor's own. `baseGrants` comes from `readBaseGrants`.
 */
export function assertCanGive(baseGrants: Grants, grants: readonly Grant[]): void {
  const lacking = grants.filter((grant) => !hasGrant(baseGrants, grant))
  if (lacking.length === 0) return
  const named = lacking
    .slice(0, 3)
    .map(({ action, object }) => {
      const permission = permissionWords(action, object)
      const ways = may(baseGrants, action, object) ? limitsOf(baseGrants, action, object) : null
      return ways
        ? t('“{permission}” other than {limits}', { permission, limits: limitWords(ways) })
        : t('“{title}”', { title: permission })
    })
    .join(', ')
  const what = lacking.length > 3 ? t('{some} and {n} more', { some: named, n: lacking.length - 3 }) : named
  throw new Refusal(403, t('You can only give permissions that you have, and you lack {what}.', { what }), {
    error: 'Escalation',
  })
}

/**
 * The actor's grants right now, read in the transaction because a role can have changed since the call came in. They
 * never exceed the grants that the call came with or those that its user has now. Temporary grants do not count.
 */
export async function readBaseGrants(trx: Db, actor: Actor): Promise<Grants> {
  const came = baseGrantsOf(actor)
  if (actor.kind === 'system' || actor.id === null) return came
  const { rows } = await sql<HeldRow>`
    select r.name, g.action, g.object, g.limits from staff p join roles r on r.id = p.role_id
    left join role_permissions g on g.role_id = r.id where p.id = ${actor.id} and p.status = 'active'`.execute(trx)
  return rows.some(({ name }) => name === adminRole) ? came : commonGrants(came, grantsFrom(heldIn(rows)))
}

/** A role with one of its permissions, or with null where it has none. */
export interface HeldRow {
  readonly name: string
  readonly action: string | null
  readonly object: string | null
  readonly limits: Limits | null
}

/** The permissions in such rows. */
export function heldIn(rows: readonly HeldRow[]): Grant[] {
  return rows.flatMap(({ action, object, limits }) =>
    action !== null && object !== null ? [{ action, object, limits }] : [],
  )
}

async function assertHoldsRole(trx: Db, baseGrants: Grants, role: string): Promise<void> {
  const { rows } = await sql<HeldRow>`
    select r.name, g.action, g.object, g.limits from roles r left join role_permissions g on g.role_id = r.id where r.name = ${role}`.execute(
    trx,
  )
  if (rows.length === 0)
    throw new Refusal(422, t('Role {role} not found.', { role }), {
      fields: { role: t('Choose a role that exists.') },
    })
  assertCanGive(baseGrants, heldIn(rows))
}

async function assertAnotherAdmin(trx: Db, besides: number): Promise<void> {
  const { rows } = await sql`
    select 1 from staff p join roles r on r.id = p.role_id
    where r.name = ${adminRole} and p.status = 'active' and p.id <> ${besides} limit 1`.execute(trx)
  if (rows.length > 0) return
  throw new Refusal(409, t('This is the last active admin. Make another person an admin first.'), {
    error: 'LastAdmin',
  })
}

async function roleOf(trx: Db, staffId: number): Promise<{ role: string; isActive: boolean } | null> {
  const {
    rows: [row],
  } = await sql<{ role: string; isActive: boolean }>`
    select r.name as role, p.status = 'active' as "isActive" from staff p join roles r on r.id = p.role_id
    where p.id = ${staffId}`.execute(trx)
  return row ?? null
}

function onlyAdmins(): Refusal {
  return new Refusal(403, t('Only admins can add, change or remove admins.'), { error: 'Escalation' })
}
