import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { roleTitle, titledRoles } from './role-labels.ts'

/** What people read for the name of a role, as SQL: `Sales agent` for `sales-agent`, in the language of the call. */
export function roleTitleSql(name: RawBuilder<unknown>): RawBuilder<unknown> {
  const known = titledRoles.map((role) => sql`when ${sql.lit(role)} then ${roleTitle(role)}`)
  return sql`(case ${name} ${sql.join(known, sql` `)} else translate(${name}, '-_', '  ') end)`
}
