import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { hasGrant } from '../../../core/access/limits.ts'
import { notify } from '../../../platform/inbox/notices.server.ts'
import { enqueueMessage } from '../../../platform/mail/outbox.server.ts'
import { fetchGrantingRoles } from '../roles/role-records.server.ts'
import { lockRoles } from '../roles/role-rules.server.ts'
import type { OwnElevations } from './elevation-commands.ts'
import { giveBackElevation, listOwnElevations, requestElevation } from './elevation-commands.ts'
import { assertAdds, endElevationRow, fetchElevation, findRole, stateSql } from './elevations.server.ts'
import { elevations } from './elevations.ts'
import { elevationRequested } from './staff-messages.ts'
import { accessRequested } from './staff-notices.server.ts'
import { adminsBesides, idOf } from './staff-rules.server.ts'

/** A staff member's requests and grants, and the roles that would add to their access. */
async function ownElevations(db: Db, actor: Actor): Promise<OwnElevations> {
  const { rows } = await sql<OwnElevations['elevations'][number]>`
    select t.id, t.role_name as role, ${stateSql} as state, t.minutes, t.reason, t.requested_at as "requestedAt",
      (select o.name from staff o where o.id = t.decided_by) as "decidedBy", t.answer, t.ends_at as "endsAt"
    from elevations t where t.staff_id = ${actor.id} order by t.id desc limit 10`.execute(db)
  return { roles: await rolesThatAdd(db, actor), elevations: rows }
}

async function rolesThatAdd(db: Db, actor: Actor): Promise<OwnElevations['roles']> {
  if (actor.grants.isSuperUser) return []
  return (await fetchGrantingRoles(db))
    .filter(({ name, grants }) => name === 'admin' || grants.some((grant) => !hasGrant(actor.grants, grant)))
    .map(({ name, description }) => ({ name, description }))
}

export const ownElevationServers: readonly Implementation[] = [
  implement(listOwnElevations, ({ db, actor }) => ownElevations(db, actor)),
  implement(requestElevation, async ({ input, db, actor, audit }) => {
    await lockRoles(db)
    const role = await findRole(db, input.role)
    const staffId = actor.id ?? 0
    await assertAdds(db, staffId, role)
    await sql`
      update elevations set ended_at = now(), ended_because = 'replaced', ended_by = ${staffId}, version = version + 1, updated_at = now()
      where staff_id = ${staffId} and decision is null and ended_at is null`.execute(db)
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into elevations (staff_id, role_id, role_name, minutes, reason, requested_by)
      values (${staffId}, ${role.id}, ${role.name}, ${input.minutes}, ${input.reason}, ${staffId}) returning id`.execute(
      db,
    )
    const admins = await adminsBesides(db, [staffId])
    await notify(db, accessRequested, {
      to: admins.map(({ id }) => id),
      data: { person: actor.name, role: role.name, reason: input.reason },
      path: '/admin-users/list',
      key: String(staffId),
    })
    for (const { email: to } of admins) {
      await enqueueMessage(db, {
        to,
        template: elevationRequested,
        data: { person: actor.name, role: role.name, minutes: input.minutes, reason: input.reason },
      })
    }
    audit.record({
      action: 'request-elevation',
      object: elevations.name,
      recordId: made?.id ?? null,
      title: `${actor.name}: ${role.name}`,
      after: { roleName: role.name, minutes: input.minutes },
      reason: input.reason,
    })
    return await ownElevations(db, actor)
  }),
  implement(giveBackElevation, async ({ params, db, actor, audit }) => {
    await lockRoles(db)
    const id = idOf(params.id, t('Elevation not found.'))
    await sql`select 1 from elevations where id = ${id} for update`.execute(db)
    const elevation = await fetchElevation(db, id)
    // Elevations of other people are not found here.
    if (elevation.staffId !== actor.id) throw new Refusal(404, t('Elevation not found.'))
    const isActive = elevation.state === 'active'
    if (!isActive && elevation.state !== 'open')
      throw new Refusal(409, t('Nothing to end: it is {state}.', { state: elevation.state }))
    await endElevationRow(db, id, isActive ? 'given-back' : 'withdrawn', actor)
    audit.record({
      action: isActive ? 'give-back-elevation' : 'withdraw-elevation',
      object: elevations.name,
      recordId: id,
      title: `${actor.name}: ${elevation.roleName}`,
      before: { state: elevation.state },
      after: { state: 'ended' },
    })
    return await ownElevations(db, actor)
  }),
]
