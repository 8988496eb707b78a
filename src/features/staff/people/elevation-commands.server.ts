import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { notify } from '../../../platform/inbox/notices.server.ts'
import { enqueueMessage } from '../../../platform/mail/outbox.server.ts'
import { assertMayAssign, lockRoles } from '../roles/role-rules.server.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { announce } from './admin-users.server.ts'
import { approveElevation, endElevation, grantElevation, refuseElevation } from './elevation-commands.ts'
import type { ElevationRecord } from './elevations.server.ts'
import { assertAdds, endElevationRow, fetchElevation, findRole } from './elevations.server.ts'
import { elevations } from './elevations.ts'
import { elevationAnswered, inHours } from './staff-messages.ts'
import { accessAnswered } from './staff-notices.server.ts'
import { assertMayManage, idOf } from './staff-rules.server.ts'

/** Refuses to grant what the actor could not assign permanently, and any grant to oneself. */
async function assertMayLend(trx: Db, actor: Actor, staffId: number, role: string): Promise<void> {
  if (staffId === actor.id)
    throw new Refusal(403, t('You can’t give yourself permissions: request them, and a colleague decides.'), {
      error: 'OwnRole',
    })
  // An invitation with that role has exactly these requirements: the actor must have its permissions permanently.
  await assertMayAssign(trx, actor, { staffId: null, fromRole: null, toRole: role })
}

async function tell(
  trx: Db,
  actor: Actor,
  elevation: ElevationRecord,
  isGranted: boolean,
  answer: string | null,
): Promise<void> {
  const {
    rows: [person],
  } = await sql<{ email: string }>`select email from staff where id = ${elevation.staffId}`.execute(trx)
  const { roleName: role, minutes } = elevation
  if (person)
    await enqueueMessage(trx, {
      to: person.email,
      template: elevationAnswered,
      data: { role, isGranted, by: actor.name, minutes, answer },
    })
  await notify(trx, accessAnswered, { to: [elevation.staffId], data: { by: actor.name, role, isGranted, answer } })
  if (!isGranted) return
  await announce(trx, actor, {
    staffId: elevation.staffId,
    person: elevation.staff.title,
    role,
    how: `has for ${inHours(minutes)} the permissions of`,
    reason: elevation.reason,
  })
}

function entry(
  action: string,
  elevation: ElevationRecord,
  more: { before?: Record<string, unknown>; after?: Record<string, unknown>; reason?: string | undefined } = {},
) {
  const { reason = elevation.reason, before = null, after = null } = more
  return {
    action,
    object: elevations.name,
    recordId: elevation.id,
    title: `${elevation.staff.title}: ${elevation.roleName}`,
    before,
    after,
    reason,
  }
}

const agreed = ({ staffId, roleName, minutes, endsAt }: ElevationRecord) => ({ staffId, roleName, minutes, endsAt })

/** The current request, locked after the roles; refuses (409) one that is no longer open. */
async function lockOpen(trx: Db, id: number): Promise<ElevationRecord> {
  await lockRoles(trx)
  await sql`select 1 from elevations where id = ${id} for update`.execute(trx)
  const elevation = await fetchElevation(trx, id)
  if (elevation.state !== 'open')
    throw new Refusal(409, t('This request is no longer open: it is {state}.', { state: elevation.state }))
  return elevation
}

type Answering = Call<{ id: string }, unknown, { answer?: string | undefined }>

async function approve({ params, input, db, actor, audit }: Answering): Promise<ElevationRecord> {
  requireFreshSignIn(actor, t('lend permissions'))
  const request = await lockOpen(db, idOf(params.id, t('Elevation not found.')))
  await assertMayLend(db, actor, request.staffId, request.roleName)
  await assertAdds(db, request.staffId, await findRole(db, request.roleName))
  await sql`
    update elevations set decision = 'granted', decided_by = ${actor.id}, decided_at = now(), answer = ${input.answer || null},
      ends_at = now() + make_interval(mins => minutes), version = version + 1, updated_at = now()
    where id = ${request.id}`.execute(db)
  const elevation = await fetchElevation(db, request.id)
  await tell(db, actor, elevation, true, input.answer || null)
  audit.record(entry('grant-elevation', elevation, { after: agreed(elevation) }))
  return elevation
}

async function refuse({ params, input, db, actor, audit }: Answering): Promise<ElevationRecord> {
  const request = await lockOpen(db, idOf(params.id, t('Elevation not found.')))
  if (request.staffId === actor.id)
    throw new Refusal(403, t('A colleague decides about your request. You can withdraw it.'), { error: 'OwnRole' })
  await sql`
    update elevations set decision = 'refused', decided_by = ${actor.id}, decided_at = now(), answer = ${input.answer || null},
      version = version + 1, updated_at = now() where id = ${request.id}`.execute(db)
  const elevation = await fetchElevation(db, request.id)
  await tell(db, actor, elevation, false, input.answer || null)
  audit.record(
    entry('decline-elevation', elevation, {
      before: { state: 'open' },
      after: { state: 'refused' },
      reason: input.answer || undefined,
    }),
  )
  return elevation
}

async function end({ params, input, db, actor, audit }: Answering): Promise<ElevationRecord> {
  await lockRoles(db)
  const id = idOf(params.id, t('Elevation not found.'))
  await sql`select 1 from elevations where id = ${id} for update`.execute(db)
  const elevation = await fetchElevation(db, id)
  if (elevation.state !== 'active')
    throw new Refusal(409, t('Nothing to undo: it is {state}.', { state: elevation.state }))
  await assertMayManage(db, actor, elevation.staffId)
  await endElevationRow(db, id, 'revoked', actor)
  audit.record(
    entry('end-elevation', elevation, {
      before: { state: 'active' },
      after: { state: 'ended' },
      reason: input.answer || undefined,
    }),
  )
  return await fetchElevation(db, id)
}

export const elevationCommandServers: readonly Implementation[] = [
  implement(grantElevation, async ({ input, db, actor, reply, audit }) => {
    requireFreshSignIn(actor, t('lend permissions'))
    await lockRoles(db)
    const role = await findRole(db, input.role)
    await assertMayLend(db, actor, input.staffId, role.name)
    await assertAdds(db, input.staffId, role)
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into elevations (staff_id, role_id, role_name, minutes, reason, requested_by, decision, decided_by, decided_at, ends_at)
      values (${input.staffId}, ${role.id}, ${role.name}, ${input.minutes}, ${input.reason}, ${actor.id}, 'granted', ${actor.id}, now(),
        now() + make_interval(mins => ${input.minutes})) returning id`.execute(db)
    if (!made) throw new Error('The elevation was not stored.')
    const elevation = await fetchElevation(db, made.id)
    await tell(db, actor, elevation, true, null)
    audit.record(entry('grant-elevation', elevation, { after: agreed(elevation) }))
    reply.header('Location', `/rest/data/users/elevations/${made.id}`)
    return elevation
  }),
  implement(approveElevation, approve),
  implement(refuseElevation, refuse),
  implement(endElevation, end),
]
