import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { permissionObjects } from '../../permissions.ts'
import { requireFreshSignIn } from '../sign-in/fresh-sign-in.server.ts'
import { assertVersion, countRows, fetchGrants, fetchRole, fetchRoles, giveEtag } from './role-records.server.ts'
import { assertHolds, assertMayEditRole, lockRoles, standingOf } from './role-rules.server.ts'
import type { Grant } from './role-rules.server.ts'
import { readPermissions, replacePermissions } from './roles.ts'

const keyOf = ({ action, object }: Grant) => `${action} ${object}`

export const readPermissionsServer = implement(readPermissions, async ({ query, db, reply }) => {
  if (query.role !== undefined) {
    const role = await fetchRole(db, query.role)
    giveEtag(reply, role)
    return { role: role.name, permissions: await fetchGrants(db, role.id) }
  }
  const roles = await fetchRoles(db)
  const { rows } = await sql<Grant & { roleId: number }>`
    select role_id as "roleId", action, object from role_permissions order by role_id, object, action`.execute(db)
  countRows(reply, 'permissions', roles.length)
  return roles.map(({ id, name }) => ({
    role: name, permissions: rows.filter(({ roleId }) => roleId === id).map(({ action, object }) => ({ action, object })),
  }))
})

export const replacePermissionsServer = implement(replacePermissions, async ({ input, db, actor, request, reply, note }) => {
  requireFreshSignIn(actor, 'change what a role may do')
  const wanted = [...new Map(input.permissions.map((grant) => [keyOf(grant), grant])).values()]
  await lockRoles(db)
  const role = await fetchRole(db, input.role)
  await assertMayEditRole(db, actor, role.name)
  assertVersion(request, role, 'role')
  await assertGrantable(db, wanted)
  const current = await fetchGrants(db, role.id)
  const added = without(wanted, current)
  const removed = without(current, wanted)
  // What the role has already stays without a question: that is not handing anything out.
  assertHolds(await standingOf(db, actor), added)
  if (added.length + removed.length > 0) {
    await sql`
      delete from role_permissions where role_id = ${role.id} and (action, object) in (
        select * from unnest(${removed.map(({ action }) => action)}::text[], ${removed.map(({ object }) => object)}::text[]))`.execute(db)
    await insertGrants(db, role.id, added, actor)
    await sql`update roles set version = version + 1, updated_at = now() where id = ${role.id}`.execute(db)
    note({ action: 'update-permissions', object: 'roles', recordId: role.id, title: role.name, ...grantChanges(removed, added) })
  }
  giveEtag(reply, { version: role.version + (added.length + removed.length > 0 ? 1 : 0) })
  return { role: role.name, permissions: await fetchGrants(db, role.id) }
})

function without(grants: readonly Grant[], others: readonly Grant[]): Grant[] {
  const known = new Set(others.map(keyOf))
  return grants.filter((grant) => !known.has(keyOf(grant)))
}

/** Refuses (422) permissions on objects that do not exist, naming each by its place in the list. */
export async function assertGrantable(db: Db, grants: readonly Grant[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from permission_objects`.execute(db)
  const known = new Set([...Object.keys(permissionObjects), ...rows.map(({ name }) => name)])
  const problems = grants.flatMap(({ object }, index) => (
    known.has(object) ? [] : [[`permissions.${index}.object`, `There is no object called ${object}.`] as const]
  ))
  if (problems.length > 0) throw invalid(Object.fromEntries(problems.slice(0, 20)))
}

/** Gives a role further permissions, and keeps who gave them. */
export async function insertGrants(db: Db, roleId: number, grants: readonly Grant[], actor: Actor): Promise<void> {
  await sql`
    insert into role_permissions (role_id, action, object, granted_by)
    select ${roleId}, given.action, given.object, ${actor.id}
    from unnest(${grants.map(({ action }) => action)}::text[], ${grants.map(({ object }) => object)}::text[]) as given (action, object)
    on conflict do nothing`.execute(db)
}

/** Permissions as fields of a role that went from yes to no or the other way, for the audit. */
export function grantChanges(removed: readonly Grant[], added: readonly Grant[]) {
  const fields = (was: boolean) => Object.fromEntries([
    ...removed.map((grant) => [keyOf(grant), was]), ...added.map((grant) => [keyOf(grant), !was]),
  ]) as Record<string, boolean>
  return { before: fields(true), after: fields(false) }
}
