import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { recordSql } from '../../kit/list-sql.server.ts'
import { serve } from '../../kit/resource.server.ts'
import { staff } from '../purchases/staff.ts'
import type { ElevationState } from './elevations.ts'
import { elevations } from './elevations.ts'

/** Where an elevation stands at this moment, for the row called `t`. */
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
  const { rows: [row] } = await recordSql(elevationsServer, id, () => staff).execute(db)
  if (!row) throw new Refusal(404, t('There is no such elevation.'))
  return row.record as ElevationRecord
}

/** Ends what is open or active; the database keeps the rest as it was agreed. */
export async function endElevationRow(db: Db, id: number, because: 'given-back' | 'revoked' | 'withdrawn', actor: Actor): Promise<void> {
  await sql`
    update elevations set ended_at = now(), ended_because = ${because}, ended_by = ${actor.id}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
}

export interface RoleRow { readonly id: number; readonly name: string }

/** @throws Refusal 422 on `role` */
export async function findRole(db: Db, name: string): Promise<RoleRow> {
  const { rows: [role] } = await sql<RoleRow>`select id, name from roles where name = ${name}`.execute(db)
  if (!role) throw new Refusal(422, t('There is no role called {name}.', { name }), { fields: { role: t('Choose a role that exists.') } })
  return role
}

/**
 * Refuses what would add nothing: the person's own role, all that an admin has, or a role that is lent to them already.
 */
export async function assertAdds(db: Db, staffId: number, role: RoleRow): Promise<void> {
  const { rows: [person] } = await sql<{ name: string; status: string; role: string; has_it: boolean }>`
    select p.name, p.status, r.name as role, exists (select from lent_roles_of_staff(p.id) l where l.role_id = ${role.id}) as has_it
    from staff p join roles r on r.id = p.role_id where p.id = ${staffId}`.execute(db)
  if (!person) throw new Refusal(422, t('There is no such admin user.'), { fields: { staffId: t('Choose somebody who works here.') } })
  if (person.status !== 'active') throw new Refusal(409, t('{name} cannot use it: the account is {status}.', { name: person.name, status: person.status }))
  if (person.role === 'admin') throw new Refusal(409, t('{name} is an admin and may do everything already.', { name: person.name }))
  if (person.role === role.name) throw new Refusal(409, t('{name} has the role {name2} already.', { name: person.name, name2: role.name }))
  if (person.has_it) throw new Refusal(409, t('{name} holds the permissions of {name2} already.', { name: person.name, name2: role.name }))
}
