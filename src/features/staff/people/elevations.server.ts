import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { findRecord } from '../../../core/list/list-sql.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { staff } from '../../../platform/auth/sign-in/staff.ts'
import type { ElevationState } from './elevations.ts'
import { elevations } from './elevations.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** The state of an elevation at this moment, for the row called `t`. */
export const stateSql = sql`(case
  when t.decision = 'refused' then 'refused'
  when t.ended_at is not null then 'ended'
  when t.decision = 'granted' then case when t.ends_at > now() then 'active' else 'expired' end
  when t.lapses_at <= now() then 'lapsed'
  else 'open' end)`

export const elevationsServer = serve(elevations, {
  derived: {
    state: stateSql,
    requestedBy: sql`(select o.name from staff o where o.id = t.requested_by)`,
    decidedBy: sql`(select o.name from staff o where o.id = t.decided_by)`,
  },
})

export interface ElevationRecord extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly staffId: number
  readonly staff: { readonly id: number; readonly title: string }
  readonly roleName: string
  readonly state: ElevationState
  readonly minutes: number
  readonly reason: string
  readonly endsAt: string | null
}

/** @throws Refusal 404 */
export async function fetchElevation(db: Db, id: number): Promise<ElevationRecord> {
  const record = await findRecord(db, elevationsServer, id, () => staff)
  if (!record) throw new Refusal(404, t('Elevation not found.'))
  return record as ElevationRecord
}

/** Ends an open or active elevation; the database keeps its terms unchanged. */
export async function endElevationRow(
  db: Db,
  id: number,
  because: 'given-back' | 'revoked' | 'withdrawn',
  actor: Actor,
): Promise<void> {
  await sql`
    update elevations set ended_at = now(), ended_because = ${because}, ended_by = ${actor.id}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
}

export interface RoleRow {
  readonly id: number
  readonly name: string
}

/** @throws Refusal 422 on `role` */
export async function findRole(db: Db, name: string): Promise<RoleRow> {
  const {
    rows: [role],
  } = await sql<RoleRow>`select id, name from roles where name = ${name}`.execute(db)
  if (!role)
    throw new Refusal(422, t('Role {name} not found.', { name }), {
      fields: { role: t('Choose a role that exists.') },
    })
  return role
}

/**
 * Refuses a role that would add nothing: the staff member's own, any role for an admin, or one they already have
 * temporarily.
 */
export async function assertAdds(db: Db, staffId: number, role: RoleRow): Promise<void> {
  const {
    rows: [person],
  } = await sql<{ name: string; status: string; role: string; has_it: boolean }>`
    select p.name, p.status, r.name as role, exists (select from temporary_roles_of_staff(p.id) l where l.role_id = ${role.id}) as has_it
    from staff p join roles r on r.id = p.role_id where p.id = ${staffId}`.execute(db)
  if (!person)
    throw new Refusal(422, t('Admin user not found.'), {
      fields: { staffId: t('Choose an active colleague.') },
    })
  if (person.status !== 'active')
    throw new Refusal(
      409,
      t('{name} can’t use it: the account is {status}.', { name: person.name, status: person.status }),
    )
  if (person.role === 'admin')
    throw new Refusal(409, t('{name} is an admin and has full access already.', { name: person.name }))
  if (person.role === role.name)
    throw new Refusal(
      409,
      t('{name} has the role {name2} already.', { name: person.name, name2: roleTitle(role.name) }),
    )
  if (person.has_it)
    throw new Refusal(
      409,
      t('{name} has the permissions of {name2} already.', { name: person.name, name2: roleTitle(role.name) }),
    )
}
