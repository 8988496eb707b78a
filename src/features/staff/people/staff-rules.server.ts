import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { hasGrant } from '../../../core/access/limits.ts'
import type { HeldRow } from '../roles/role-rules.server.ts'
import { adminRole, heldIn, readBaseGrants } from '../roles/role-rules.server.ts'

/**
 * Refuses (403 `Escalation`) to change the account of someone with more permissions than the actor: otherwise write
 * access to users, which customer support needs, would be enough to lock everyone else out. One's own account is
 * allowed.
 */
export async function assertMayManage(trx: Db, actor: Actor, staffId: number): Promise<void> {
  if (staffId === actor.id) return
  const baseGrants = await readBaseGrants(trx, actor)
  if (baseGrants.isSuperUser) return
  const { rows } = await sql<HeldRow>`
    select r.name, g.action, g.object, g.limits from staff p join roles r on r.id = p.role_id
    left join role_permissions g on g.role_id = r.id where p.id = ${staffId}`.execute(trx)
  const exceeds =
    rows.some(({ name }) => name === adminRole) || heldIn(rows).some((grant) => !hasGrant(baseGrants, grant))
  if (exceeds) {
    throw new Refusal(403, t('This person has more permissions than you, so ask an admin to do that.'), {
      error: 'Escalation',
    })
  }
}

/** A path's id; 404 with `notFound` if invalid. */
export function idOf(text: string, notFound: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new Refusal(404, notFound)
  return Number(text)
}

/** The other active admins, who are notified when someone's access grows. */
export async function adminsBesides(
  trx: Db,
  ids: readonly (number | null)[],
): Promise<readonly { readonly id: number; readonly email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    select p.id, p.email from staff p join roles r on r.id = p.role_id
    where r.name = ${adminRole} and p.status = 'active' and not p.id = any(${ids.filter((id) => id !== null)}::bigint[])
    order by p.id limit 20`.execute(trx)
  return rows
}
