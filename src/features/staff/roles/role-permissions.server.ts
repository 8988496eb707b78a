import { sql } from 'kysely'
import type { Limits } from '../../../core/access/access.ts'
import { cityTitles } from '../../../core/calls/city-limits.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Grant } from '../../../core/access/limits.ts'
import { covers, limitWords } from '../../../core/access/limits.ts'
import { isSameJson } from '../../../core/same-json.ts'
import { permissionObjects, permissionWords } from '../../../core/access/permissions.ts'
import { cities } from '../../places/geo/cities.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import type { Limitable } from './limitable.ts'
import { limitLabels, limitNames, limitsFor } from './limitable.ts'
import type { PermissionRow } from './role-records.server.ts'
import {
  assertVersion,
  countRows,
  fetchGrants,
  fetchRole,
  fetchRoles,
  giveEtag,
  permissionFrom,
} from './role-records.server.ts'
import { assertCanGive, assertMayEditRole, lockRoles, readBaseGrants } from './role-rules.server.ts'
import { readPermissions, replacePermissions } from './roles.ts'

/** The objects on which an action can be limited. */
export type LimitableBy = (action: string) => Limitable

const keyOf = ({ action, object }: Grant) => `${action} ${object}`

export const readPermissionsServer = implement(readPermissions, async ({ query, db, reply }) => {
  if (query.role !== undefined) {
    const role = await fetchRole(db, query.role)
    giveEtag(reply, role)
    return { role: role.name, permissions: await fetchGrants(db, role.id) }
  }
  const roles = await fetchRoles(db)
  const { rows } = await sql<PermissionRow & { roleId: number }>`
    select role_id as "roleId", action, object, limits from role_permissions order by role_id, object, action`.execute(
    db,
  )
  countRows(reply, 'permissions', roles.length)
  return roles.map(({ id, name }) => ({
    role: name,
    permissions: rows.filter(({ roleId }) => roleId === id).map(permissionFrom),
  }))
})

export function replacePermissionsServer(limitable: LimitableBy): Implementation {
  return implement(replacePermissions, async ({ input, db, actor, request, reply, audit }) => {
    requireFreshSignIn(actor, t('change a role’s permissions'))
    const wanted = eachOnce(input.permissions)
    await lockRoles(db)
    const role = await fetchRole(db, input.role)
    await assertMayEditRole(db, actor, role.name)
    assertVersion(request, role, 'role')
    await assertGrantable(db, input.permissions, limitable)
    const current = await fetchGrants(db, role.id)
    const known = new Map<string, Grant>(current.map((grant) => [keyOf(grant), grant]))
    const added = without(wanted, current)
    const removed = without(current, wanted)
    const changed = wanted.filter((grant) => {
      const before = known.get(keyOf(grant))
      return before && !isSameJson(before.limits ?? {}, grant.limits ?? {})
    })
    // What the role has already stays without a question, and so does less of it: that is not handing anything out.
    const widened = changed.filter((grant) => !covers(known.get(keyOf(grant))?.limits ?? {}, grant.limits ?? {}))
    assertCanGive(await readBaseGrants(db, actor), [...added, ...widened])
    const isChange = added.length + removed.length + changed.length > 0
    if (isChange) {
      await sql`
        delete from role_permissions where role_id = ${role.id} and (action, object) in (
          select * from unnest(${removed.map(({ action }) => action)}::text[], ${removed.map(({ object }) => object)}::text[]))`.execute(
        db,
      )
      await putGrants(db, role.id, [...added, ...widened], actor.id)
      await putGrants(
        db,
        role.id,
        changed.filter((grant) => !widened.includes(grant)),
        null,
      )
      await sql`update roles set version = version + 1, updated_at = now() where id = ${role.id}`.execute(db)
      const before = [...removed, ...changed.flatMap((grant) => known.get(keyOf(grant)) ?? [])]
      audit.record({
        action: 'update-permissions',
        object: 'roles',
        recordId: role.id,
        title: role.name,
        ...(await grantChanges(db, before, [...added, ...changed])),
      })
    }
    giveEtag(reply, { version: role.version + (isChange ? 1 : 0) })
    return { role: role.name, permissions: await fetchGrants(db, role.id) }
  })
}

/** Of two that say different things about one permission the later counts. */
export function eachOnce<G extends Grant>(grants: readonly G[]): G[] {
  return [...new Map(grants.map((grant) => [keyOf(grant), grant])).values()]
}

function without(grants: readonly Grant[], others: readonly Grant[]): Grant[] {
  const known = new Set(others.map(keyOf))
  return grants.filter((grant) => !known.has(keyOf(grant)))
}

/** Refuses (422) what does not exist or cannot be limited so, naming each by its place in the list. */
export async function assertGrantable(db: Db, grants: readonly Grant[], limitable: LimitableBy): Promise<void> {
  const limits = grants.flatMap((grant) => grant.limits ?? [])
  const {
    rows: [found],
  } = await sql<{ objects: string[]; currencies: string[]; cities: number[] }>`
    select array(select name from permission_objects) as objects,
      array(select code from currencies where code = any(${limits.flatMap(({ maximum }) => maximum?.currency ?? [])}::text[])) as currencies,
      array(select id from cities where id = any(${limits.flatMap((limit) => limit.cities ?? [])}::bigint[])) as cities`.execute(
    db,
  )
  const objects = new Set([...Object.keys(permissionObjects), ...(found?.objects ?? [])])
  const problems = grants.flatMap(({ action, object, limits: given }, index): (readonly [string, string])[] => {
    const at = `permissions.${index}`
    if (!objects.has(object)) return [[`${at}.object`, t('Object {object} not found.', { object })]]
    if (!given) return []
    const possible = limitsFor(limitable(action), object)
    const currency = given.maximum?.currency
    const city = given.cities?.find((id) => !found?.cities.includes(id))
    return [
      ...limitNames
        .filter((name) => given[name] !== undefined && !possible.includes(name))
        .map(
          (name) =>
            [
              `${at}.limits.${name}`,
              t('“{permission}” can’t be limited to {what}.', {
                permission: permissionWords(action, object),
                what: t(limitLabels[name]),
              }),
            ] as const,
        ),
      ...(currency !== undefined && !found?.currencies.includes(currency)
        ? [[`${at}.limits.maximum.currency`, t('Currency {currency} not found.', { currency })] as const]
        : []),
      ...(city !== undefined ? [[`${at}.limits.cities`, t('No city has the id {city}.', { city })] as const] : []),
    ]
  })
  if (problems.length > 0) throw invalid(Object.fromEntries(problems.slice(0, 20)))
}

/**
 * Gives a role permissions, or changes the limits of those it has. `giver` is null for a change that only narrows them:
 * it does not count as giving.
 */
export async function putGrants(db: Db, roleId: number, grants: readonly Grant[], giver: number | null): Promise<void> {
  const rows = grants.map(({ action, object, limits }) => ({
    action,
    object,
    maximum_amount: limits?.maximum?.amount ?? null,
    maximum_currency: limits?.maximum?.currency ?? null,
    city_ids: limits?.cities ?? null,
    personal_data: limits?.personalData ?? true,
    max_override_percent: limits?.maxOverridePercent ?? null,
  }))
  await sql`
    insert into role_permissions (role_id, action, object, granted_by, maximum_amount, maximum_currency, city_ids, personal_data,
      max_override_percent)
    select ${roleId}, given.action, given.object, ${giver}::bigint, given.maximum_amount, given.maximum_currency, given.city_ids, given.personal_data,
      given.max_override_percent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      action text, object text, maximum_amount bigint, maximum_currency text, city_ids bigint[], personal_data boolean,
      max_override_percent integer)
    on conflict (role_id, action, object) do update set granted_by = coalesce(excluded.granted_by, role_permissions.granted_by), maximum_amount = excluded.maximum_amount,
      maximum_currency = excluded.maximum_currency, city_ids = excluded.city_ids, personal_data = excluded.personal_data,
      max_override_percent = excluded.max_override_percent`.execute(db)
}

/** Permissions as fields of a role for the audit: no, yes, or how far in words. */
export async function grantChanges(db: Db, removed: readonly Grant[], added: readonly Grant[]) {
  const all = [...removed, ...added]
  const titleOf = await cityTitles(
    db,
    cities,
    all.flatMap(({ limits }) => limits?.cities ?? []),
  )
  const extentOf = (limits: Limits | null | undefined) =>
    limits && Object.keys(limits).length > 0 ? limitWords([limits], titleOf) : true
  const fields = (grants: readonly Grant[]): Record<string, boolean | string> =>
    Object.fromEntries([
      ...all.map((grant) => [keyOf(grant), false] as const),
      ...grants.map((grant) => [keyOf(grant), extentOf(grant.limits)] as const),
    ])
  return { before: fields(removed), after: fields(added) }
}
