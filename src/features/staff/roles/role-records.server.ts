import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Limits } from '../../../core/access/access.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Grant } from '../../../core/access/limits.ts'
import { adminRole } from './role-rules.server.ts'
import type { ConsoleUser } from './role-users.ts'
import type { Role } from './roles.ts'

/** Roles as they travel, with the super user's first. */
export async function fetchRoles(db: Db, condition: RawBuilder<unknown> = sql`true`): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select r.id, r.name, r.description, r.name = ${adminRole} as "isBuiltIn", r.version,
      r.created_at as "createdAt", r.updated_at as "updatedAt",
      (select count(*) from staff p where p.role_id = r.id) as members,
      (select count(*) from role_permissions g where g.role_id = r.id) as permissions,
      array(select distinct object from role_permissions g where g.role_id = r.id order by object) as objects,
      (select l.actor_name from audit_log l where l.object = 'roles' and l.record_id = r.id::text order by l.id desc limit 1) as "changedBy"
    from roles r where ${condition} order by r.name <> ${adminRole}, lower(r.name)`.execute(db)
  return rows
}

export async function fetchRole(db: Db, name: string): Promise<Role> {
  const [role] = await fetchRoles(db, sql`r.name = ${name}`)
  if (!role) throw new Refusal(404, t('Role {name} not found.', { name }))
  return role
}

/** A permission as it travels: without a key for limits where there are none. */
export interface PermissionRecord {
  action: string
  object: string
  limits?: Limits
}
export interface PermissionRow {
  action: string
  object: string
  limits: Limits | null
}

export function permissionFrom({ action, object, limits }: PermissionRow): PermissionRecord {
  return { action, object, ...(limits && { limits }) }
}

/** The permissions of a role in the order of objects and actions. */
export async function fetchGrants(db: Db, roleId: number): Promise<PermissionRecord[]> {
  const { rows } = await sql<PermissionRow>`
    select action, object, limits from role_permissions where role_id = ${roleId} order by object, action`.execute(db)
  return rows.map(permissionFrom)
}

/** Every role with what it grants. */
export async function fetchGrantingRoles(db: Db): Promise<{ name: string; description: string; grants: Grant[] }[]> {
  const { rows } = await sql<{ name: string; description: string; grants: Grant[] }>`
    select name, description, (select coalesce(json_agg(json_build_object('action', g.action, 'object', g.object, 'limits', g.limits)), '[]')
      from role_permissions g where g.role_id = r.id) as grants
    from roles r order by lower(name)`.execute(db)
  return rows
}

export async function fetchUsers(db: Db, condition: RawBuilder<unknown> = sql`true`): Promise<ConsoleUser[]> {
  const { rows } = await sql<ConsoleUser>`
    select p.id, p.email, p.first_name, p.last_name, r.name as role, p.status, p.avatar_url as avatar,
      p.last_login_at as "lastLoginAt", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"
    from staff p join roles r on r.id = p.role_id where ${condition}
    order by lower(p.last_name), lower(p.first_name), p.email`.execute(db)
  return rows
}

export async function fetchUser(db: Db, email: string): Promise<ConsoleUser> {
  const [user] = await fetchUsers(db, sql`p.email = ${email}`)
  if (!user) throw new Refusal(404, t('No account on the console has this email address.'))
  return user
}

/** Says how many there are, as every list does; these are short enough to come whole. */
export function countRows(reply: FastifyReply, what: string, count: number): void {
  reply.header('Content-Range', `${what} ${count === 0 ? '*' : `0-${count - 1}`}/${count}`)
  reply.header('X-Total-Count', count)
  reply.header('X-Total-Count-Kind', 'exact')
}

export function giveEtag(reply: FastifyReply, { version }: { version: number }): void {
  reply.header('ETag', `"${version}"`)
}

/** Refuses (412) to change another version than the one that was looked at; without If-Match any will do. */
export function assertVersion(request: FastifyRequest, current: { version: number }, what: string): void {
  const expected = request.headers['if-match']
  if (expected === undefined || expected === '*' || expected === `"${current.version}"`) return
  throw new Refusal(412, t('This {what} changed since you opened it.', { what }), {
    current,
    headers: { ETag: `"${current.version}"` },
  })
}
