import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { may } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { commonGrants, grantsFrom } from '../../../core/access/limits.ts'
import type { HeldRow } from './role-rules.server.ts'
import { adminRole, heldIn } from './role-rules.server.ts'

/**
 * Lets a user who can see roles look at the console as a role sees it. For this call they have the role's grants, as
 * far as they have them themselves, and the core refuses every change. The header is ignored if the role does not exist
 * or the user can't see roles.
 */
export async function viewAs(db: Db, request: FastifyRequest, actor: Actor): Promise<Actor> {
  const name = request.headers['x-view-as']
  if (typeof name !== 'string' || !may(actor.grants, 'ui', 'roles')) return actor
  const { rows } = await sql<HeldRow>`
    select r.name, g.action, g.object, g.limits from roles r left join role_permissions g on g.role_id = r.id
    where r.name = ${name}`.execute(db)
  if (rows.length === 0) return actor
  if (name === adminRole) return { ...actor, viewingAs: name }
  return { ...actor, viewingAs: name, grants: commonGrants(grantsFrom(heldIn(rows)), actor.grants) }
}
