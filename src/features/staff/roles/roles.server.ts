import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { type AuditTrail, difference } from '../../../core/audit/audit.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { partOf } from '../../../core/list/whole-list.server.ts'
import { keysOf } from '../../../core/list/whole-list.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { implementWholeListExport } from '../../../platform/transfer/whole-list-export.server.ts'
import { roleList } from './role-lists.ts'
import type { LimitableBy } from './role-permissions.server.ts'
import { assertGrantable, eachOnce, grantChanges, putGrants } from './role-permissions.server.ts'
import { assertVersion, fetchGrants, fetchRole, fetchRoles, giveEtag } from './role-records.server.ts'
import {
  adminRole,
  assertCanGive,
  assertMayAssign,
  assertMayEditRole,
  lockRoles,
  readBaseGrants,
} from './role-rules.server.ts'
import type { Role } from './roles.ts'
import { createRole, deleteRole, exportRoles, listRoles, roleSchema, updateRole } from './roles.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

export const listRolesServer = implement(listRoles, async ({ query, db, reply }) => {
  if (query.name !== undefined) {
    const role = await fetchRole(db, query.name)
    giveEtag(reply, role)
    return role
  }
  const roles = await fetchRoles(db)
  return [...partOf(reply, 'roles', roles, keysOf(roleSchema), query)]
})

export const exportRolesServer = implementWholeListExport(exportRoles, roleList(), async (db) =>
  (await fetchRoles(db)).map((role) => ({
    ...role,
    objects: role.isBuiltIn ? null : role.objects.length,
    permissions: role.isBuiltIn ? null : role.permissions,
  })),
)

export function createRoleServer(limitable: LimitableBy): Implementation {
  return implement(createRole, async ({ input, db, actor, reply, audit }) => {
    const grants = eachOnce(input.permissions ?? [])
    await lockRoles(db)
    await assertGrantable(db, grants, limitable)
    assertCanGive(await readBaseGrants(db, actor), grants)
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into roles (name, description) values (${input.name}, ${input.description ?? ''})
      on conflict (lower(name)) do nothing returning id`.execute(db)
    if (!made) throw taken(input.name)
    await putGrants(db, made.id, grants, actor.id)
    const role = await fetchRole(db, input.name)
    audit.record({
      action: 'create',
      object: 'roles',
      recordId: role.id,
      title: role.name,
      before: null,
      after: { name: role.name, description: role.description, ...(await grantChanges(db, [], grants)).after },
    })
    giveEtag(reply, role)
    return role
  })
}

export const updateRoleServer = implement(updateRole, async ({ input, db, actor, request, reply, audit }) => {
  const { name, newName = name } = input
  await lockRoles(db)
  const role = await fetchRole(db, name)
  await assertMayEditRole(db, actor, role.name)
  assertVersion(request, role, 'role')
  const before = { name: role.name, description: role.description }
  const changes = difference(before, { name: newName, description: input.description ?? role.description })
  if (Object.keys(changes.after).length > 0) {
    const {
      rows: [other],
    } = await sql`select 1 from roles where lower(name) = lower(${newName}) and id <> ${role.id}`.execute(db)
    if (other) throw taken(newName)
    await sql`
      update roles set name = ${newName}, description = ${input.description ?? role.description},
        version = version + 1, updated_at = now() where id = ${role.id}`.execute(db)
    audit.record({ action: 'update', object: 'roles', recordId: role.id, title: newName, ...changes })
  }
  const saved = await fetchRole(db, newName)
  giveEtag(reply, saved)
  return saved
})

export const deleteRoleServer = implement(deleteRole, async ({ query, db, actor, request, audit }) => {
  await lockRoles(db)
  const role = await fetchRole(db, query.name)
  if (role.name === adminRole) throw new Refusal(409, t('The built-in role Admin can’t be deleted.'))
  assertVersion(request, role, 'role')
  if (role.members > 0) {
    if (query.reassignTo === undefined) {
      throw new Refusal(
        409,
        t(
          '{n, plural, one {# person has} other {# people have}} the role {name}. Assign them another role first, or send it as reassignTo.',
          { n: role.members, name: roleTitle(role.name) },
        ),
        { error: 'RoleInUse' },
      )
    }
    requireFreshSignIn(actor, t('change roles'))
    await reassign(db, actor, role, query.reassignTo, audit)
  }
  const grants = await fetchGrants(db, role.id)
  await sql`delete from role_permissions where role_id = ${role.id}`.execute(db)
  await sql`delete from roles where id = ${role.id}`.execute(db)
  audit.record({
    action: 'delete',
    object: 'roles',
    recordId: role.id,
    title: role.name,
    after: null,
    before: { name: role.name, description: role.description, ...(await grantChanges(db, grants, [])).before },
  })
  return role
})

async function reassign(db: Db, actor: Actor, role: Role, toRole: string, audit: AuditTrail): Promise<void> {
  if (toRole === role.name)
    throw new Refusal(422, t('Choose a role other than the deleted one.'), {
      fields: { reassignTo: t('Choose another role.') },
    })
  // The same check as for an invitation: no one can give more than they have.
  await assertMayAssign(db, actor, { staffId: null, fromRole: null, toRole })
  const { rows: members } = await sql<{ id: number; email: string }>`
    select id, email from staff where role_id = ${role.id} order by id for update`.execute(db)
  if (members.some(({ id }) => id === actor.id)) {
    throw new Refusal(403, t('You can’t change your own role. Ask another admin.'), {
      error: 'OwnRole',
    })
  }
  await sql`
    update staff set role_id = (select id from roles where name = ${toRole}), version = version + 1, updated_at = now()
    where role_id = ${role.id}`.execute(db)
  for (const { id, email } of members) {
    audit.record({
      action: 'update',
      object: 'admin-users',
      recordId: id,
      title: email,
      before: { role: role.name },
      after: { role: toRole },
    })
  }
}

function taken(name: string): Refusal {
  return new Refusal(409, t('A role called {name} already exists.', { name }), {
    fields: { name: t('This name is taken, whatever the letter case.') },
  })
}
