import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { notGranted } from '../../core/access/limits.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { SavedView } from '../../core/list/saved-views.ts'
import { traceOfQuery } from './view-query.server.ts'

/**
 * The caller's own views and the shared ones, both only of lists that the caller can see. Other views don't exist for
 * them.
 */
export function visibleSql(actor: Actor, resources: readonly AnyResource[]): RawBuilder<unknown> {
  const names = resources.filter((resource) => maySee(actor, resource)).map(({ name }) => name)
  return sql`(t.resource = any(${names}::text[]) and (t.is_shared or t.owner_id = ${actor.id}))`
}

function maySee({ grants }: Actor, { operations, access }: AnyResource): boolean {
  return operations.includes('list') && may(grants, 'ui', access.object)
}

/** The resource that a view lists. One that the caller can't see counts as missing. */
export function listedResource(actor: Actor, resources: readonly AnyResource[], name: string): AnyResource {
  const found = resources.find((resource) => resource.name === name && maySee(actor, resource))
  if (!found) throw invalid({ resource: t('No list of {name} that you can see.', { name }) })
  return found
}

/** Views as they travel to the caller. */
export async function fetchViews(
  db: Db,
  actor: Actor,
  condition: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql`order by t.id`,
): Promise<SavedView[]> {
  const { rows } = await sql<Omit<SavedView, 'mayChange'>>`
    select t.id, t.resource, t.list, t.name, t.query, t.is_shared as "isShared",
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as owner,
      coalesce(t.owner_id = ${actor.id}, false) as "isMine",
      exists (select from saved_view_own_defaults d where d.staff_id = ${actor.id} and d.view_id = t.id) as "isMyDefault",
      array(select r.name from saved_view_role_defaults d join roles r on r.id = d.role_id where d.view_id = t.id order by lower(r.name)) as "defaultOfRoles",
      (select json_build_object('threshold', w.threshold) from view_watches w where w.view_id = t.id and w.staff_id = ${actor.id}) as watch,
      t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"
    from saved_views t left join staff o on o.id = t.owner_id where ${condition} ${page}`.execute(db)
  return rows.map((row) => ({ ...row, mayChange: row.isMine || (row.isShared && managesAccess(actor)) }))
}

/** Refuses (403) to show a list's other people a view, or other contents of it, to those who can't share what is in it. */
export function assertMayShare({ grants }: Actor, resource: AnyResource): void {
  if (!may(grants, 'share', resource.access.object)) throw notGranted('share', resource.access.object)
}

/** People who manage the permissions of roles also manage the views that are shared with those roles. */
export function managesAccess({ grants }: Actor): boolean {
  return may(grants, 'write', 'roles')
}

export async function fetchView(
  db: Db,
  actor: Actor,
  resources: readonly AnyResource[],
  id: string,
): Promise<SavedView> {
  const known = /^[1-9][0-9]{0,14}$/.test(id)
  const [view] = known ? await fetchViews(db, actor, sql`t.id = ${Number(id)} and ${visibleSql(actor, resources)}`) : []
  if (!view) throw new Refusal(404, t('View not found.'))
  return view
}

/** The current view, with its row locked, for a caller who can change it and has seen its latest version. */
export async function lockView(
  call: { db: Db; actor: Actor; request: FastifyRequest; params: { id: string } },
  resources: readonly AnyResource[],
): Promise<SavedView> {
  const {
    db,
    actor,
    request,
    params: { id },
  } = call
  if (/^[1-9][0-9]{0,14}$/.test(id))
    await sql`select 1 from saved_views where id = ${Number(id)} for update`.execute(db)
  const view = await fetchView(db, actor, resources, id)
  if (!view.mayChange) {
    throw new Refusal(
      403,
      view.owner
        ? t('Only {name} and role managers can change this view. Save a copy of your own.', {
            name: view.owner.name,
          })
        : t('Only role managers can change this view. Save a copy of your own.'),
    )
  }
  const expected = request.headers['if-match']
  if (expected !== undefined && expected !== '*' && expected !== etagOf(view)) {
    throw new Refusal(412, t('This view changed since you opened it.'), {
      current: view,
      headers: { ETag: etagOf(view) },
    })
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

/** What the audit records of a view. */
export function traceOfView(resources: readonly AnyResource[], view: SavedView): Record<string, unknown> {
  const resource = resources.find(({ name }) => name === view.resource)
  const { list, name, isShared, defaultOfRoles } = view
  return { list, name, query: resource ? traceOfQuery(resource, view.query) : '', isShared, defaultOfRoles }
}
