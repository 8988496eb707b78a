import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import type { Call, Db } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { SavedView } from '../../kit/saved-views.ts'
import { traceOfQuery } from './view-query.server.ts'

export type Note = Call['note']

/** Somebody's own views and shared ones, both of lists that they may see. There is nothing else for them. */
export function visibleSql(actor: Actor, resources: readonly AnyResource[]): RawBuilder<unknown> {
  const names = resources.filter((resource) => maySee(actor, resource)).map(({ name }) => name)
  return sql`(t.resource = any(${names}::text[]) and (t.is_shared or t.owner_id = ${actor.id}))`
}

export function maySee({ grants }: Actor, { operations, access }: AnyResource): boolean {
  return operations.includes('list') && may(grants, 'ui', access.object)
}

/** The resource whose list a view is to be of. One that the caller may not see is as good as none. */
export function listedResource(actor: Actor, resources: readonly AnyResource[], name: string): AnyResource {
  const found = resources.find((resource) => resource.name === name && maySee(actor, resource))
  if (!found) throw invalid({ resource: t('There is no list of {name} that you may see.', { name }) })
  return found
}

/** Views as they travel to the caller. */
export async function fetchViews(db: Db, actor: Actor, condition: RawBuilder<unknown>, page: RawBuilder<unknown> = sql`order by t.id`): Promise<SavedView[]> {
  const { rows } = await sql<Omit<SavedView, 'mayChange'>>`
    select t.id, t.resource, t.list, t.name, t.query, t.is_shared as "isShared",
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as owner,
      coalesce(t.owner_id = ${actor.id}, false) as "isMine",
      exists (select from saved_view_own_defaults d where d.staff_id = ${actor.id} and d.view_id = t.id) as "isMyDefault",
      array(select r.name from saved_view_role_defaults d join roles r on r.id = d.role_id where d.view_id = t.id order by lower(r.name)) as "defaultOfRoles",
      t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"
    from saved_views t left join staff o on o.id = t.owner_id where ${condition} ${page}`.execute(db)
  return rows.map((row) => ({ ...row, mayChange: row.isMine || (row.isShared && managesAccess(actor)) }))
}

/** Who decides what roles may do also looks after what is shared with them. */
export function managesAccess({ grants }: Actor): boolean {
  return may(grants, 'write', 'roles')
}

export async function fetchView(db: Db, actor: Actor, resources: readonly AnyResource[], id: string): Promise<SavedView> {
  const known = /^[1-9][0-9]{0,14}$/.test(id)
  const [view] = known ? await fetchViews(db, actor, sql`t.id = ${Number(id)} and ${visibleSql(actor, resources)}`) : []
  if (!view) throw new Refusal(404, t('There is no such view.'))
  return view
}

/** The view as it stands, its row locked, for somebody who may change it and has seen its latest version. */
export async function lockView(
  call: { db: Db; actor: Actor; request: FastifyRequest; params: { id: string } }, resources: readonly AnyResource[],
): Promise<SavedView> {
  const { db, actor, request, params: { id } } = call
  if (/^[1-9][0-9]{0,14}$/.test(id)) await sql`select 1 from saved_views where id = ${Number(id)} for update`.execute(db)
  const view = await fetchView(db, actor, resources, id)
  if (!view.mayChange) {
    throw new Refusal(403, view.owner
      ? t('Only {name} and people who manage roles may change this view. Save a copy of your own.', { name: view.owner.name })
      : t('Only people who manage roles may change this view. Save a copy of your own.'))
  }
  const expected = request.headers['if-match']
  if (expected !== undefined && expected !== '*' && expected !== etagOf(view)) {
    throw new Refusal(412, t('Somebody has changed this view since you opened it.'), { current: view, headers: { ETag: etagOf(view) } })
  }
  return view
}

function etagOf({ version }: SavedView): string {
  return `"${version}"`
}

export function giveEtag(reply: FastifyReply, view: SavedView): void {
  reply.header('ETag', etagOf(view))
}

/** A view is a record of its own in the audit: under its list's name its number would be taken for a record's there. */
export const auditObject = 'saved-views'

/** What the audit keeps of a view. */
export function traceOfView(resources: readonly AnyResource[], view: SavedView): Record<string, unknown> {
  const resource = resources.find(({ name }) => name === view.resource)
  const { list, name, isShared, defaultOfRoles } = view
  return { list, name, query: resource ? traceOfQuery(resource, view.query) : '', isShared, defaultOfRoles }
}
