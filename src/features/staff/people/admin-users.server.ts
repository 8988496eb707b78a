import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { difference } from '../../../core/audit/audit.server.ts'
import { assertVersionSent, etagOf } from '../../../core/calls/record-rows.server.ts'
import { parseDraft } from '../../../core/resource/draft.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { hasGrant } from '../../../core/access/limits.ts'
import { findRecord } from '../../../core/list/list-sql.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { enqueueMessage } from '../../../platform/mail/outbox.server.ts'
import { roleTitleSql } from '../../../platform/auth/role-titles.server.ts'
import { fetchGrantingRoles } from '../roles/role-records.server.ts'
import { assertAdminRemains, assertMayAssign, lockRoles, readBaseGrants } from '../roles/role-rules.server.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { sessionLife } from '../../../platform/auth/sign-in/sessions.server.ts'
import {
  inviteAdminUser,
  listAssignableRoles,
  patchAdminUser,
  sendInvitation,
  updateAdminUser,
} from './admin-user-commands.ts'
import { adminUsers, writableAdminUsers } from './admin-users.ts'
import type { InvitationSettings } from './invitations.server.ts'
import { assertCanSignIn, inviteStaff, sendInvitationTo, taken } from './invitations.server.ts'
import { accessGrew } from './staff-messages.ts'
import { adminsBesides, assertMayManage, idOf } from './staff-rules.server.ts'

const temporary = sql`from elevations e where e.staff_id = t.id and e.decision = 'granted' and e.ended_at is null and e.ends_at > now()`

export const adminUsersServer = serve(adminUsers, {
  derived: {
    first_name: sql`nullif(t.first_name, '')`,
    last_name: sql`nullif(t.last_name, '')`,
    role: sql`(select o.name from roles o where o.id = t.role_id)`,
    sessionCount: sql`(select count(*)::integer from sessions s where s.staff_id = t.id and s.ended_at is null and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => ${sql.lit(sessionLife.idle)}))`,
    lastSeenAt: sql`(select max(s.last_seen_at) from sessions s where s.staff_id = t.id)`,
    lastAddress: sql`(select s.address from sessions s where s.staff_id = t.id order by s.last_seen_at desc, s.id desc limit 1)`,
    elevatedTo: sql`(select string_agg(e.role_name, ', ' order by e.role_name) ${temporary})`,
    elevatedUntil: sql`(select max(e.ends_at) ${temporary})`,
    invitedBy: sql`(select o.name from staff o where o.id = t.invited_by)`,
    invitationEndsAt: sql`case when t.status = 'invited' then t.invitation_ends_at end`,
    suspendedAt: sql`t.suspended_at`,
    suspendedBecause: sql`t.suspended_because`,
  },
  reads: {
    role: () => sql`(select ${roleTitleSql(sql`o.name`)} from roles o where o.id = t.role_id)`,
    elevatedTo: () =>
      sql`(select string_agg(${roleTitleSql(sql`e.role_name`)}, ', ' order by e.role_name) ${temporary})`,
  },
})

/** A member of staff as the API shows them. */
export interface AdminUser extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly role: string
  readonly status: 'invited' | 'active' | 'suspended'
}

/** @throws Refusal 404 */
export async function fetchAdminUser(db: Db, id: number): Promise<AdminUser> {
  const record = await findRecord(db, adminUsersServer, id, () => adminUsers)
  if (!record) throw new Refusal(404, t('Admin user not found.'))
  return record as AdminUser
}

/** The staff member's current record. The row is locked after the roles, so that lock order is always the same. */
export async function lockAdminUser(trx: Db, id: number): Promise<AdminUser> {
  await lockRoles(trx)
  await sql`select 1 from staff where id = ${id} for update`.execute(trx)
  return await fetchAdminUser(trx, id)
}

const settable = ({
  email,
  first_name: firstName,
  last_name: lastName,
  role,
}: Pick<AdminUser, 'email' | 'first_name' | 'last_name' | 'role'>) => ({
  email,
  first_name: firstName,
  last_name: lastName,
  role,
})

type Draft = Partial<ReturnType<typeof settable>>

/** Notifies the other admins that someone's access has grown, or can have. */
export async function announce(
  trx: Db,
  actor: Actor,
  grown: { staffId: number; person: string; role: string; how: string; reason: string | null },
): Promise<void> {
  const { staffId, ...data } = grown
  for (const { email: to } of await adminsBesides(trx, [actor.id, staffId])) {
    await enqueueMessage(trx, { to, template: accessGrew, data: { ...data, by: actor.name } })
  }
}

async function update(call: Call<{ id: string }, unknown, unknown>, settings: InvitationSettings): Promise<AdminUser> {
  const { db, actor, request, reply, audit } = call
  const current = await lockAdminUser(db, idOf(call.params.id, t('Admin user not found.')))
  const expected = request.headers['if-match']
  if (expected !== undefined && expected !== '*' && expected !== etagOf(current)) {
    throw new Refusal(412, t('This admin user changed since you opened it.'), {
      current,
      headers: { ETag: etagOf(current) },
    })
  }
  assertVersionSent(adminUsers, current, call.input)
  const draft = { ...settable(current), ...(parseDraft(writableAdminUsers, call.input, current) as Draft) }
  const changes = difference(settable(current), draft)
  if (Object.keys(changes.after).length === 0) {
    reply.header('ETag', etagOf(current))
    return current
  }
  const isNewRole = draft.role !== current.role
  if (isNewRole) requireFreshSignIn(actor, t('change a role'))
  await assertMayAssign(db, actor, { staffId: current.id, fromRole: current.role, toRole: draft.role })
  await assertMayManage(db, actor, current.id)
  if (draft.email !== current.email) await assertMayMove(db, current, draft.email, settings)
  await sql`
    update staff set email = ${draft.email}, first_name = ${draft.first_name ?? ''}, last_name = ${draft.last_name ?? ''},
      role_id = (select id from roles where name = ${draft.role}), version = version + 1, updated_at = now()
    where id = ${current.id}`.execute(db)
  await assertAdminRemains(db)
  const record = await fetchAdminUser(db, current.id)
  if (draft.email !== current.email)
    await sendInvitationTo(db, actor, { email: draft.email, firstName: draft.first_name ?? '' }, settings)
  if (isNewRole)
    await announce(db, actor, {
      staffId: current.id,
      person: record.name,
      role: draft.role,
      how: 'now has the role',
      reason: null,
    })
  audit.record({ action: 'update', object: adminUsers.name, recordId: current.id, title: record.name, ...changes })
  reply.header('ETag', etagOf(record))
  return record
}

/** An email address can be corrected until its owner has signed in with it; afterwards the account is theirs. */
async function assertMayMove(trx: Db, current: AdminUser, email: string, settings: InvitationSettings): Promise<void> {
  if (current.status !== 'invited') {
    const message = t(
      'They have signed in with this address, so it can’t change. Invite the new address as a separate account.',
    )
    throw new Refusal(409, message, { fields: { email: message } })
  }
  assertCanSignIn(email, settings)
  const { rows } = await sql`select 1 from staff where email = ${email}`.execute(trx)
  if (rows.length > 0) throw taken(email)
}

/** The calls on accounts one by one. */
export function implementAdminUsers(settings: InvitationSettings): Implementation[] {
  return [
    implement(inviteAdminUser, async ({ input, db, actor, reply, audit }) => {
      requireFreshSignIn(actor, t('invite a person'))
      const draft = parseDraft(writableAdminUsers, input, null) as ReturnType<typeof settable>
      const person = {
        email: draft.email,
        firstName: draft.first_name ?? '',
        lastName: draft.last_name ?? '',
        role: draft.role,
      }
      const id = await inviteStaff(db, actor, person, settings)
      const record = await fetchAdminUser(db, id)
      await announce(db, actor, {
        staffId: id,
        person: record.name,
        role: draft.role,
        how: 'was invited with the role',
        reason: null,
      })
      audit.record({
        action: 'invite',
        object: adminUsers.name,
        recordId: id,
        title: record.name,
        before: null,
        after: { ...settable(record), status: 'invited' },
      })
      reply.header('ETag', etagOf(record)).header('Location', `/rest/data/users/admins/${id}`)
      return record
    }),
    implement(updateAdminUser, (call) => update(call, settings)),
    implement(patchAdminUser, (call) => update(call, settings)),
    implement(sendInvitation, async ({ params, db, actor, audit }) => {
      requireFreshSignIn(actor, t('send an invitation'))
      const current = await lockAdminUser(db, idOf(params.id, t('Admin user not found.')))
      if (current.status !== 'invited')
        throw new Refusal(
          409,
          t('{name} needs no invitation: the account is {status}.', { name: current.name, status: current.status }),
        )
      await assertMayAssign(db, actor, { staffId: null, fromRole: null, toRole: current.role })
      assertCanSignIn(current.email, settings)
      await sql`
        update staff set invitation_ends_at = default, invited_by = ${actor.id}, version = version + 1, updated_at = now()
        where id = ${current.id}`.execute(db)
      await sendInvitationTo(db, actor, { email: current.email, firstName: current.first_name ?? '' }, settings)
      audit.record({ action: 'invite', object: adminUsers.name, recordId: current.id, title: current.name })
      return await fetchAdminUser(db, current.id)
    }),
    implement(listAssignableRoles, async ({ db, actor }) => {
      const baseGrants = await readBaseGrants(db, actor)
      return (await fetchGrantingRoles(db)).map(({ name, description, grants }) => ({
        name,
        description,
        isAssignable:
          baseGrants.isSuperUser || (name !== 'admin' && grants.every((grant) => hasGrant(baseGrants, grant))),
      }))
    }),
  ]
}
