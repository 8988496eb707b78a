import { sql } from 'kysely'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { fetchRole } from './role-records.server.ts'
import type { PermissionUsage } from './unused-permissions.ts'
import { readPermissionUsage } from './unused-permissions.ts'

const usualDays = 90

/** What the audit calls things that are no resource with changes of its own. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'roles': ['roles'],
  'permission-objects': ['roles'],
  'admin-users': ['roles', 'users'],
  'sessions': ['users'],
  'elevations': ['users'],
}

/** Actions that the audit names as they are; every other change is one of `write`. */
const ownActions = ['delete', 'refund', 'export', 'publish', 'impersonate']

/** What the audit calls the commands of other actions. Inviting is `write` the first time, and then not. */
const commandsOf: Readonly<Record<string, readonly string[]>> = {
  'invite': ['write', 'manage-staff'],
  'suspend': ['manage-staff'],
  'reactivate': ['manage-staff'],
  'end-session': ['manage-staff'],
  'grant-elevation': ['manage-staff'],
  'decline-elevation': ['manage-staff'],
  'end-elevation': ['manage-staff'],
  'rotate-key': ['manage-keys'],
  'revoke-key': ['manage-keys'],
}

interface Use {
  action: string
  object: string
  at: string
}

/**
 * Compares a role's permissions with what its people did. Only changes leave a trace, so of `ui` and `read` it can say
 * that they were used (who changes a thing has seen it) but never that they were not.
 */
export function readPermissionUsageServer(resources: readonly AnyResource[]): Implementation {
  const objectsOf = new Map(Object.entries(otherNames))
  for (const { name, access, operations } of resources) {
    if (!operations.some((operation) => operation !== 'list' && operation !== 'read')) continue
    objectsOf.set(name, [...new Set([access.object, access.update ?? access.object])])
  }
  return implement(readPermissionUsage, async ({ params, query, db }) => {
    const role = await fetchRole(db, params.name)
    const days = Number(query.days ?? usualDays)
    const { rows: grants } = await sql<{ action: string; object: string; since: string; isRecent: boolean }>`
      select action, object, created_at as since, created_at > now() - make_interval(days => ${days}) as "isRecent"
      from role_permissions where role_id = ${role.id} order by object, action`.execute(db)
    // A role that was renamed did things under its earlier names too.
    const { rows: done } = await sql<Use>`
      select action, object, max(at) as at from audit_log
      where at > now() - make_interval(days => ${days}) and string_to_array(actor_role, ' + ') && array(
          select ${role.name} union select before ->> 'name' from audit_log
          where object = 'roles' and record_id = ${String(role.id)} and before ? 'name')
        and action <> 'refused' and action not like '%-refused' and action not in ('sign-in', 'sign-out', 'session-revoked')
      group by action, object`.execute(db)
    const lastUse = usesOf(done, objectsOf)
    const permissions = grants.map(({ action, object, since, isRecent }): PermissionUsage => {
      const lastUsedAt =
        lastUse.get(`${action} ${object}`) ?? (isLooking(action) ? lastUse.get(`any ${object}`) : undefined) ?? null
      const verdict = lastUsedAt !== null ? 'used' : isLooking(action) ? 'unknown' : isRecent ? 'recent' : 'unused'
      return { action, object, since, lastUsedAt, verdict }
    })
    return { role: role.name, days, permissions }
  })
}

/** The audit does not say of what list a view is, so sharing is as unknown as looking. */
function isLooking(action: string): boolean {
  return action === 'ui' || action === 'read' || action === 'share'
}

/** The last time each permission was needed: `write coupons`, and `any coupons` for whatever was done there. */
function usesOf(done: readonly Use[], objectsOf: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  const last = new Map<string, string>()
  for (const use of done) {
    const objects = objectsOf.get(use.object) ?? [use.object]
    // Deleting needs `write` where no call asks for `delete`, so it counts for both.
    const needed = ownActions.includes(use.action)
      ? use.action === 'delete'
        ? ['delete', 'write']
        : [use.action]
      : (commandsOf[use.action] ?? ['write'])
    for (const object of objects) {
      for (const key of [...needed, 'any'].map((action) => `${action} ${object}`)) {
        if ((last.get(key) ?? '') < use.at) last.set(key, use.at)
      }
    }
  }
  return last
}
