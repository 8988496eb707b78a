import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { DefaultView, RoleDefault, SavedView } from '../../core/list/saved-views.ts'
import { noView } from '../../core/list/saved-views.ts'
import type { AuditTrail } from '../../core/audit/audit.server.ts'
import {
  auditObject,
  fetchView,
  fetchViews,
  giveEtag,
  listedResource,
  lockView,
  visibleSql,
} from './saved-view-records.server.ts'
import { chooseDefaultView, listDefaultViews, listRoleDefaults, replaceRoleDefaults } from './saved-views.ts'

/**
 * The view that each list opens with for the caller; a user who views the console as a role gets that role's defaults.
 */
export async function fetchDefaults(db: Db, actor: Actor, resources: readonly AnyResource[]): Promise<DefaultView[]> {
  const isOneself = actor.viewingAs === undefined
  const { rows } = await sql<DefaultView>`
    select distinct on (d.resource, d.list) d.resource, d.list, d.origin,
      case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'query', t.query) end as view
    from (
      select resource, list, view_id, 'own' as origin, 1 as rank from saved_view_own_defaults where staff_id = ${actor.id} and ${isOneself}
      union all
      select c.resource, c.list, c.view_id, 'role', 2 from saved_view_role_defaults c join roles r on r.id = c.role_id
      where r.name = ${actor.viewingAs ?? actor.role}
    ) d left join saved_views t on t.id = d.view_id
    where d.view_id is null or ${visibleSql(actor, resources)}
    order by d.resource, d.list, d.rank`.execute(db)
  return rows
}

/** Every role that can see the list of a view, and the role that can see everything. */
async function fetchRoleDefaults(db: Db, view: SavedView, object: string): Promise<RoleDefault[]> {
  const { rows } = await sql<RoleDefault>`
    select r.name as role, case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as view
    from roles r
    left join saved_view_role_defaults d on d.role_id = r.id and d.resource = ${view.resource} and d.list = ${view.list}
    left join saved_views t on t.id = d.view_id
    where r.name = 'admin' or d.role_id is not null
      or exists (select from role_permissions g where g.role_id = r.id and g.action = 'ui' and g.object = ${object})
    order by r.name <> 'admin', lower(r.name)`.execute(db)
  return rows
}

/** Replaces the roles that open a list with a view, and tells the audit of every view that gained or lost one. */
async function giveToRoles(db: Db, view: SavedView, roles: readonly string[], audit: AuditTrail): Promise<void> {
  const { rows: found } = await sql<{
    id: number
    name: string
  }>`select id, name from roles where name = any(${[...roles]}::text[]) order by id`.execute(db)
  const unknown = roles.find((name) => !found.some((role) => role.name === name))
  if (unknown !== undefined) throw invalid({ roles: t('Role {unknown} not found.', { unknown }) })
  const others = sql`select d.view_id from saved_view_role_defaults d
    where d.resource = ${view.resource} and d.list = ${view.list} and d.view_id <> ${view.id} and d.role_id = any(${found.map(({ id }) => id)}::bigint[])`
  const namesSql = sql`array(select r.name from saved_view_role_defaults e join roles r on r.id = e.role_id where e.view_id = t.id order by lower(r.name))`
  const { rows: losing } = await sql<{ id: number; name: string; roles: string[] }>`
    select t.id, t.name, ${namesSql} as roles from saved_views t where t.id in (${others}) order by t.id`.execute(db)
  await sql`
    delete from saved_view_role_defaults where view_id = ${view.id} and role_id <> all(${found.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into saved_view_role_defaults (role_id, resource, list, view_id)
    select role, ${view.resource}, ${view.list}, ${view.id} from unnest(${found.map(({ id }) => id)}::bigint[]) as given (role)
    on conflict (role_id, resource, list) do update set view_id = excluded.view_id`.execute(db)
  await sql`update saved_views set version = version + 1, updated_at = now() where id = ${view.id}`.execute(db)
  for (const other of losing) {
    audit.record({
      action: 'update',
      object: auditObject,
      recordId: other.id,
      title: other.name,
      before: { defaultOfRoles: other.roles },
      after: { defaultOfRoles: other.roles.filter((name) => !roles.includes(name)) },
    })
  }
}

export function defaultServers(resources: readonly AnyResource[]): readonly Implementation[] {
  const objectOf = (view: SavedView) => resources.find(({ name }) => name === view.resource)?.access.object ?? ''
  return [
    implement(listDefaultViews, ({ db, actor }) => fetchDefaults(db, actor, resources)),

    implement(chooseDefaultView, async ({ input, db, actor, audit }) => {
      const { list, view: wanted } = input
      const resource = listedResource(actor, resources, input.resource)
      const view = typeof wanted === 'number' ? await fetchView(db, actor, resources, String(wanted)) : null
      if (view && (view.resource !== resource.name || view.list !== list))
        throw new Refusal(422, t('This view belongs to another list.'), {
          fields: { view: t('This view belongs to another list.') },
        })
      if (view) await sql`select 1 from saved_views where id = ${view.id} for share`.execute(db)
      if (wanted === null) {
        await sql`delete from saved_view_own_defaults where staff_id = ${actor.id} and resource = ${resource.name} and list = ${list}`.execute(
          db,
        )
      } else {
        await sql`
          insert into saved_view_own_defaults (staff_id, resource, list, view_id) values (${actor.id}, ${resource.name}, ${list}, ${view?.id ?? null})
          on conflict (staff_id, resource, list) do update set view_id = excluded.view_id`.execute(db)
      }
      audit.record({
        action: 'choose-default',
        object: auditObject,
        recordId: view?.id ?? null,
        title: view?.name ?? list,
        after: { list, ownDefault: wanted === null ? null : (view?.name ?? noView) },
      })
      return await fetchDefaults(db, actor, resources)
    }),

    implement(listRoleDefaults, async ({ params, db, actor }) => {
      const view = await fetchView(db, actor, resources, params.id)
      return await fetchRoleDefaults(db, view, objectOf(view))
    }),

    implement(replaceRoleDefaults, async (call) => {
      const { input, db, actor, reply, audit } = call
      const view = await lockView(call, resources)
      if (!view.isShared) throw new Refusal(409, t('Share the view first, so that people with the role can see it.'))
      const roles = [...new Set(input.roles)]
      await giveToRoles(db, view, roles, audit)
      const [saved] = await fetchViews(db, actor, sql`t.id = ${view.id}`)
      if (!saved) throw new Error('A view that is locked is there.')
      audit.record({
        action: 'update',
        object: auditObject,
        recordId: view.id,
        title: view.name,
        before: { defaultOfRoles: view.defaultOfRoles },
        after: { defaultOfRoles: saved.defaultOfRoles },
      })
      giveEtag(reply, saved)
      return saved
    }),
  ]
}
