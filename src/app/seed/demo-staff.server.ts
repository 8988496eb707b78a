import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { demoPeople, demoSubjectOf } from '../../platform/auth/sign-in/demo-people.ts'
import { demoRoles } from './demo-roles.ts'

/**
 * Adds the demo roles with their grants, and the demo people. Safe to run again: existing rows keep the changes made to
 * them since.
 */
export async function seedDemoStaff(db: Db): Promise<void> {
  for (const role of demoRoles) {
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into roles (name, description) values (${role.name}, ${role.description})
      on conflict (lower(name)) do nothing returning id`.execute(db)
    if (!made) continue
    const pairs = Object.entries(role.grants).flatMap(([object, actions]) =>
      actions.map((action) => ({ object, action })),
    )
    await sql`
      insert into role_permissions (role_id, action, object, max_override_percent, maximum_amount, maximum_currency)
      select ${made.id}, grants.action, grants.object,
        case when grants.action = 'write' and grants.object = 'purchases' then ${role.maxOverridePercent ?? null}::integer end,
        case when grants.action = 'refund' then ${role.maxRefund?.amount ?? null}::bigint end,
        case when grants.action = 'refund' then ${role.maxRefund?.currency ?? null} end
      from unnest(${pairs.map(({ action }) => action)}::text[], ${pairs.map(({ object }) => object)}::text[])
        as grants (action, object)`.execute(db)
  }
  for (const person of demoPeople) {
    await sql`
      insert into staff (email, first_name, last_name, role_id, status, google_sub)
      select ${person.email}, ${person.firstName}, ${person.lastName}, id, 'active', ${demoSubjectOf(person)}
      from roles where name = ${person.role}
      on conflict do nothing`.execute(db)
  }
}
