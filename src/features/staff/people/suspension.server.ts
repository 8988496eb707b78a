import { sql } from 'kysely'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { assertAdminRemains, assertMayAssign } from '../roles/role-rules.server.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { endSessionsOf } from '../../../platform/auth/sign-in/sessions.server.ts'
import type { AccountResults } from './admin-user-commands.ts'
import { reactivateAdminUsers, suspendAdminUsers } from './admin-user-commands.ts'
import type { AdminUser } from './admin-users.server.ts'
import { announce, lockAdminUser } from './admin-users.server.ts'
import { adminUsers } from './admin-users.ts'
import type { InvitationSettings } from './invitations.server.ts'
import { sendInvitationTo } from './invitations.server.ts'
import { assertMayManage } from './staff-rules.server.ts'

type SomePeople = Call<unknown, unknown, { ids: number[]; reason: string }>

/** Applies an action to each account that allows it. The others stay unchanged and give the reason. */
async function each(call: SomePeople, apply: (person: AdminUser) => Promise<void>): Promise<AccountResults> {
  // In one order for all, so that two such calls do not wait for each other in a circle.
  const ids = [...new Set(call.input.ids)].sort((a, b) => a - b)
  const results: AccountResults['results'] = []
  for (const id of ids) {
    try {
      await apply(await lockAdminUser(call.db, id))
      results.push({ id, ok: true })
    } catch (refusal) {
      // A refusal comes before anything is written, so the others can go on; one alone is answered as it is.
      if (!(refusal instanceof Refusal) || ids.length === 1) throw refusal
      results.push({ id, ok: false, message: refusal.message })
    }
  }
  return { results }
}

async function suspend({ db, actor, input, audit }: SomePeople, person: AdminUser): Promise<void> {
  if (person.id === actor.id) throw new Refusal(409, t('You can’t suspend yourself. Ask a colleague.'))
  if (person.status === 'suspended') throw new Refusal(409, t('{name} is suspended already.', { name: person.name }))
  await assertMayAssign(db, actor, { staffId: person.id, fromRole: person.role, toRole: null })
  await assertMayManage(db, actor, person.id)
  const ended = await endSessionsOf(db, person.id, 'suspended')
  await sql`
    update staff set status = 'suspended', suspended_because = ${input.reason}, version = version + 1, updated_at = now()
    where id = ${person.id}`.execute(db)
  audit.record({
    action: 'suspend',
    object: adminUsers.name,
    recordId: person.id,
    title: person.name,
    reason: input.reason,
    before: { status: person.status },
    after: { status: 'suspended', sessionsEnded: ended },
  })
}

async function reactivate(
  { db, actor, input, audit }: SomePeople,
  person: AdminUser,
  settings: InvitationSettings,
): Promise<void> {
  if (person.status !== 'suspended') throw new Refusal(409, t('{name} is not suspended.', { name: person.name }))
  // Reinstating gives back all that the role can do, so the actor must be able to assign the role.
  await assertMayAssign(db, actor, { staffId: null, fromRole: null, toRole: person.role })
  const {
    rows: [saved],
  } = await sql<{ status: string }>`
    update staff set status = case when google_sub is null then 'invited' else 'active' end, invitation_ends_at = default,
      version = version + 1, updated_at = now() where id = ${person.id} returning status`.execute(db)
  const status = saved?.status ?? 'invited'
  if (status === 'invited')
    await sendInvitationTo(db, actor, { email: person.email, firstName: person.first_name ?? '' }, settings)
  await announce(db, actor, {
    staffId: person.id,
    person: person.name,
    role: person.role,
    how: 'was let in again with the role',
    reason: input.reason,
  })
  audit.record({
    action: 'reactivate',
    object: adminUsers.name,
    recordId: person.id,
    title: person.name,
    reason: input.reason,
    before: { status: 'suspended' },
    after: { status },
  })
}

export function implementSuspension(settings: InvitationSettings): Implementation[] {
  return [
    implement(suspendAdminUsers, async (call) => {
      const answer = await each(call, (person) => suspend(call, person))
      await assertAdminRemains(call.db)
      return answer
    }),
    implement(reactivateAdminUsers, (call) => {
      requireFreshSignIn(call.actor, t('let a person in again'))
      return each(call, (person) => reactivate(call, person, settings))
    }),
  ]
}
