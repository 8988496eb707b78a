import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { difference } from '../../kit/audit.server.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { requireFreshSignIn } from '../sign-in/fresh-sign-in.server.ts'
import type { LimitableBy } from './role-permissions.server.ts'
import { assertGrantable, eachOnce, grantChanges, putGrants } from './role-permissions.server.ts'
import { assertVersion, countRows, fetchGrants, fetchRole, fetchRoles, giveEtag } from './role-records.server.ts'
import { adminRole, assertHolds, assertMayAssign, assertMayEditRole, lockRoles, standingOf } from './role-rules.server.ts'
import type { Role } from './roles.ts'
import { createRole, deleteRole, listRoles, updateRole } from './roles.ts'

export const listRolesServer = implement(listRoles, async ({ query, db, reply }) => {
  if (query.name !== undefined) {
    const role = await fetchRole(db, query.name)
    giveEtag(reply, role)
    return role
  }
  const roles = await fetchRoles(db)
  countRows(reply, 'roles', roles.length)
  return roles
})

export function createRoleServer(limitable: LimitableBy): Implementation {
  return implement(createRole, async ({ input, db, actor, reply, note }) => {
    const grants = eachOnce(input.permissions ?? [])
    await lockRoles(db)
    await assertGrantable(db, grants, limitable)
    assertHolds(await standingOf(db, actor), grants)
    const { rows: [made] } = await sql<{ id: number }>`
      insert into roles (name, description) values (${input.name}, ${input.description ?? ''})
      on conflict (lower(name)) do nothing returning id`.execute(db)
    if (!made) throw taken(input.name)
    await putGrants(db, made.id, grants, actor.id)
    const role = await fetchRole(db, input.name)
    note({
      action: 'create', object: 'roles', recordId: role.id, title: role.name, before: null,
      after: { name: role.name, description: role.description, ...(await grantChanges(db, [], grants)).after },
    })
    giveEtag(reply, role)
    return role
  })
}

export const updateRoleServer = implement(updateRole, async ({ input, db, actor, request, reply, note }) => {
  const { name, newName = name } = input
  await lockRoles(db)
  const role = await fetchRole(db, name)
  await assertMayEditRole(db, actor, role.name)
  assertVersion(request, role, 'role')
  const before = { name: role.name, description: role.description }
  const changes = difference(before, { name: newName, description: input.description ?? role.description })
  if (Object.keys(changes.after).length > 0) {
    const { rows: [other] } = await sql`select 1 from roles where lower(name) = lower(${newName}) and id <> ${role.id}`.execute(db)
    if (other) throw taken(newName)
    await sql`
      update roles set name = ${newName}, description = ${input.description ?? role.description},
        version = version + 1, updated_at = now() where id = ${role.id}`.execute(db)
    note({ action: 'update', object: 'roles', recordId: role.id, title: newName, ...changes })
  }
  const saved = await fetchRole(db, newName)
  giveEtag(reply, saved)
  return saved
})

export const deleteRoleServer = implement(deleteRole, async ({ query, db, actor, request, note }) => {
  await lockRoles(db)
  const role = await fetchRole(db, query.name)
  if (role.name === adminRole) throw new Refusal(409, t('The role admin is part of the product and cannot be deleted.'))
  assertVersion(request, role, 'role')
  if (role.members > 0) {
    if (query.reassignTo === undefined) {
      throw new Refusal(409, t('{n, plural, one {# person has} other {# people have}} the role {name}. Give them another role first, or say which with reassignTo.', { n: role.members, name: role.name }), { error: 'RoleInUse' })
    }
    requireFreshSignIn(actor, t('change roles'))
    await reassign(db, actor, role, query.reassignTo, note)
  }
  const grants = await fetchGrants(db, role.id)
  await sql`delete from role_permissions where role_id = ${role.id}`.execute(db)
  await sql`delete from roles where id = ${role.id}`.execute(db)
  note({
    action: 'delete', object: 'roles', recordId: role.id, title: role.name, after: null,
    before: { name: role.name, description: role.description, ...(await grantChanges(db, grants, [])).before },
  })
  return role
})

type Note = Parameters<Parameters<typeof implement>[1]>[0]['note']

async function reassign(db: Db, actor: Actor, role: Role, toRole: string, note: Note): Promise<void> {
  if (toRole === role.name) throw new Refusal(422, t('Choose another role than the one that goes.'), { fields: { reassignTo: t('Choose another role.') } })
  // As if each were invited with it: nobody hands out more than they hold.
  await assertMayAssign(db, actor, { staffId: null, fromRole: null, toRole })
  const { rows: members } = await sql<{ id: number; email: string }>`
    select id, email from staff where role_id = ${role.id} order by id for update`.execute(db)
  if (members.some(({ id }) => id === actor.id)) {
    throw new Refusal(403, t('This is your own role, and nobody changes their own. Ask another admin.'), { error: 'OwnRole' })
  }
  await sql`
    update staff set role_id = (select id from roles where name = ${toRole}), version = version + 1, updated_at = now()
    where role_id = ${role.id}`.execute(db)
  for (const { id, email } of members) {
    note({ action: 'update', object: 'admin-users', recordId: id, title: email, before: { role: role.name }, after: { role: toRole } })
  }
}

function taken(name: string): Refusal {
  return new Refusal(409, t('There is a role called {name} already.', { name }), { fields: { name: t('This name is taken, in whatever letter case.') } })
}
