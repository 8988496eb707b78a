import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { PermissionObject } from '../../core/access/permissions.ts'
import type { Db } from '../../db/tables.server.ts'

/**
 * Whether a person of `staff s` can do something now, by their own role or by one that they have for a time. `limits` is what
 * the limits of its grant `g` must allow.
 */
export const staffCan = (
  action: string,
  object: RawBuilder<unknown>,
  limits: RawBuilder<unknown> = sql`true`,
) => sql`exists (
  select from roles r where r.id in (select s.role_id union all select role_id from temporary_roles_of_staff(s.id))
    and (r.name = 'admin' or exists (
      select from role_permissions g where g.role_id = r.id and g.action = ${action} and g.object = ${object} and ${limits})))`

/** Ids of the active people who can do something, by their own role or by one that they have for a time. */
export async function staffWith(db: Db, action: string, object: PermissionObject): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from staff s where s.status = 'active' and ${staffCan(action, sql`${object}`)} order by s.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
