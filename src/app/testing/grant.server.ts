import { sql } from 'kysely'
import type { PermissionAction, PermissionObject } from '../../core/access/permissions.ts'
import type { Database } from '../../db/database.server.ts'

/** Gives a demo role more than it comes with, for tests of what it can then do: `grant(db, 'sales-agent', 'users', 'write')`. */
export async function grant(
  { kysely }: Pick<Database, 'kysely'>,
  role: string,
  object: PermissionObject,
  ...actions: PermissionAction[]
): Promise<void> {
  await sql`
    insert into role_permissions (role_id, action, object)
    select r.id, g.action, ${object} from roles r, unnest(${actions}::text[]) as g (action) where r.name = ${role}
    on conflict do nothing`.execute(kysely)
}
