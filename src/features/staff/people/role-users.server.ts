import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { difference } from '../../../core/audit/audit.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { partOf } from '../../../core/list/whole-list.server.ts'
import { keysOf } from '../../../core/list/whole-list.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { InvitationSettings } from './invitations.server.ts'
import { inviteStaff } from './invitations.server.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { assertVersion, fetchUser, fetchUsers, giveEtag } from '../roles/role-records.server.ts'
import { assertAdminRemains, assertMayAssign, lockRoles } from '../roles/role-rules.server.ts'
import type { ConsoleUser } from '../roles/role-users.ts'
import {
  consoleUserSchema,
  createConsoleUser,
  deleteConsoleUser,
  listConsoleUsers,
  updateConsoleUser,
} from '../roles/role-users.ts'

const editable = ({ first_name, last_name, role }: ConsoleUser) => ({ first_name, last_name, role })

export const listConsoleUsersServer = implement(listConsoleUsers, async ({ query, db, reply }) => {
  if (query.email !== undefined) {
    const user = await fetchUser(db, query.email)
    giveEtag(reply, user)
    return user
  }
  const users = await fetchUsers(db, query.role === undefined ? undefined : sql`r.name = ${query.role}`)
  return [...partOf(reply, 'users', users, keysOf(consoleUserSchema), query)]
})

/** The invitation is the same as that of the admin users' page, email included. */
export function createConsoleUserServer(settings: InvitationSettings): Implementation {
  return implement(createConsoleUser, async ({ input, db, actor, reply, audit }) => {
    requireFreshSignIn(actor, t('invite a person'))
    const { email, first_name: firstName = '', last_name: lastName = '', role } = input
    const id = await inviteStaff(db, actor, { email, firstName, lastName, role }, settings)
    const user = await fetchUser(db, email)
    audit.record({
      action: 'create',
      object: 'admin-users',
      recordId: id,
      title: user.email,
      before: null,
      after: { email: user.email, ...editable(user), status: user.status },
    })
    giveEtag(reply, user)
    return user
  })
}

export const updateConsoleUserServer = implement(
  updateConsoleUser,
  async ({ input, db, actor, request, reply, audit }) => {
    await lockRoles(db)
    const user = await fetchUser(db, input.email)
    const wanted = {
      first_name: input.first_name ?? user.first_name,
      last_name: input.last_name ?? user.last_name,
      role: input.role ?? user.role,
    }
    await assertMayAssign(db, actor, { staffId: user.id, fromRole: user.role, toRole: wanted.role })
    if (wanted.role !== user.role) requireFreshSignIn(actor, t('change a role'))
    assertVersion(request, user, 'person')
    const changes = difference(editable(user), wanted)
    if (Object.keys(changes.after).length === 0) {
      giveEtag(reply, user)
      return user
    }
    await sql`
    update staff set first_name = ${wanted.first_name}, last_name = ${wanted.last_name},
      role_id = (select id from roles where name = ${wanted.role}), version = version + 1, updated_at = now()
    where id = ${user.id}`.execute(db)
    await assertAdminRemains(db)
    audit.record({ action: 'update', object: 'admin-users', recordId: user.id, title: user.email, ...changes })
    const saved = await fetchUser(db, user.email)
    giveEtag(reply, saved)
    return saved
  },
)

export const deleteConsoleUserServer = implement(deleteConsoleUser, async ({ query, db, actor, request, audit }) => {
  await lockRoles(db)
  const user = await fetchUser(db, query.email)
  await assertMayAssign(db, actor, { staffId: user.id, fromRole: user.role, toRole: null })
  requireFreshSignIn(actor, t('remove a person'))
  assertVersion(request, user, 'person')
  try {
    await sql`delete from staff where id = ${user.id}`.execute(db)
  } catch (failure) {
    if (!(failure instanceof DatabaseError) || failure.code !== '23503') throw failure
    throw new Refusal(
      409,
      t('{email} is in records that must stay, such as purchases or coupons. Suspend the account instead.', {
        email: user.email,
      }),
    )
  }
  await assertAdminRemains(db)
  audit.record({
    action: 'delete',
    object: 'admin-users',
    recordId: user.id,
    title: user.email,
    after: null,
    before: { email: user.email, ...editable(user), status: user.status },
  })
  return user
})
