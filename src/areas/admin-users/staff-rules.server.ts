import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { holdsGrant } from '../../kit/limits.ts'
import type { HeldRow } from '../roles/role-rules.server.ts'
import { adminRole, heldIn, standingOf } from '../roles/role-rules.server.ts'

/**
 * Refuses (403 `Escalation`) to touch the account of somebody who may do more than the actor: otherwise write on users,
 * which whoever helps customers needs, would be enough to lock out everybody else. One's own account passes.
 */
export async function assertMayManage(trx: Db, actor: Actor, staffId: number): Promise<void> {
  if (staffId === actor.id) return
  const standing = await standingOf(trx, actor)
  if (standing.isSuperUser) return
  const { rows } = await sql<HeldRow>`
    select r.name, g.action, g.object, g.limits from staff p join roles r on r.id = p.role_id
    left join role_permissions g on g.role_id = r.id where p.id = ${staffId}`.execute(trx)
  const exceeds = rows.some(({ name }) => name === adminRole) || heldIn(rows).some((grant) => !holdsGrant(standing, grant))
  if (exceeds) {
    throw new Refusal(403, t('This person may do more than you may, so somebody else has to do that: an admin, for instance.'), { error: 'Escalation' })
  }
}

/** A path's id; 404 for what is none. */
export function idOf(text: string, what: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new Refusal(404, t('There is no such {what}.', { what }))
  return Number(text)
}

/** The other active admins, who are told when somebody's access grows. */
export async function adminsBesides(trx: Db, ids: readonly (number | null)[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select p.email from staff p join roles r on r.id = p.role_id
    where r.name = ${adminRole} and p.status = 'active' and not p.id = any(${ids.filter((id) => id !== null)}::bigint[])
    order by p.id limit 20`.execute(trx)
  return rows.map(({ email }) => email)
}
