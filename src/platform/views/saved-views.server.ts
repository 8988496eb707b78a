import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { difference } from '../../core/audit/audit.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Endpoint } from '../../core/http/endpoint.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { SavedView } from '../../core/list/saved-views.ts'
import { savedViewsPath } from '../../core/list/saved-views.ts'
import { defaultServers } from './default-views.server.ts'
import {
  assertMayShare,
  auditObject,
  fetchView,
  fetchViews,
  giveEtag,
  listedResource,
  lockView,
  managesAccess,
  traceOfView,
  visibleSql,
} from './saved-view-records.server.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  readSavedView,
  replaceSavedView,
  updateSavedView,
} from './saved-views.ts'
import { filterSql, pageOf, sortSql } from './view-lists.server.ts'
import { checkedQuery } from './view-query.server.ts'
import { restartWatches } from './view-watches.server.ts'

/** How many views one person can have of one list: more than anyone can keep track of. */
const maxViews = 50
/** Any number will do, as long as nothing else in the product takes it. */
const ownersLock = 7_318

interface Change {
  name?: string | undefined
  query?: string | undefined
  isShared?: boolean | undefined
}
type ChangeCall = Call<{ id: string }, undefined, Change & Record<string, unknown>>

/** The calls about views. They cover all lists, so they need the full list of resources. */
export function implementSavedViews(resources: readonly AnyResource[]): readonly Implementation[] {
  const sharing = resources
    .filter(({ operations }) => operations.includes('list'))
    .map(({ access }) => [access.object, 'share'] as const)

  return [
    listServer(resources),
    implement(readSavedView, async ({ params, db, actor, reply }) => {
      const view = await fetchView(db, actor, resources, params.id)
      giveEtag(reply, view)
      return view
    }),
    createServer(resources, sharing),
    implement({ ...updateSavedView, sometimes: sharing }, (call) => update(resources, call)),
    implement({ ...replaceSavedView, sometimes: sharing }, (call) => update(resources, call)),
    implement(deleteSavedView, async (call) => {
      const view = await lockView(call, resources)
      await sql`delete from saved_views where id = ${view.id}`.execute(call.db)
      call.audit.record({
        action: 'delete',
        object: auditObject,
        recordId: view.id,
        title: view.name,
        before: traceOfView(resources, view),
        after: null,
      })
      return view
    }),
    ...defaultServers(resources),
  ]
}

function listServer(resources: readonly AnyResource[]): Implementation {
  return implement(listSavedViews, async ({ query, db, actor, reply }) => {
    const condition = sql`${visibleSql(actor, resources)} and ${filterSql(query.filter)}`
    const { first, count } = pageOf(query.range)
    const views = await fetchViews(
      db,
      actor,
      condition,
      sql`order by ${sortSql(query.sort)} limit ${count} offset ${first}`,
    )
    const {
      rows: [all],
    } = await sql<{ total: number }>`select count(*) as total from saved_views t where ${condition}`.execute(db)
    const total = all?.total ?? 0
    reply.header(
      'Content-Range',
      `${auditObject} ${views.length === 0 ? '*' : `${first}-${first + views.length - 1}`}/${total}`,
    )
    reply.header('X-Total-Count', total).header('X-Total-Count-Kind', 'exact')
    return views
  })
}

function createServer(resources: readonly AnyResource[], sharing: NonNullable<Endpoint['sometimes']>): Implementation {
  return implement({ ...createSavedView, sometimes: sharing }, async ({ input, db, actor, reply, audit }) => {
    const { list, name, isShared = false } = input
    const resource = listedResource(actor, resources, input.resource)
    if (isShared) assertMayShare(actor, resource)
    const query = checkedQuery(resource, input.query)
    await assertRoom(db, actor, resource, list)
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into saved_views (resource, list, owner_id, name, query, is_shared)
      values (${resource.name}, ${list}, ${actor.id}, ${name}, ${query}, ${isShared})
      on conflict (owner_id, resource, list, lower(name)) do nothing returning id`.execute(db)
    if (!made) throw taken(name)
    const view = await fetchView(db, actor, resources, String(made.id))
    audit.record({
      action: 'create',
      object: auditObject,
      recordId: view.id,
      title: view.name,
      before: null,
      after: traceOfView(resources, view),
    })
    giveEtag(reply, view)
    reply.header('Location', `${savedViewsPath}/${view.id}`)
    return view
  })
}

/** Refuses one more view of a list to a person who has too many. */
async function assertRoom(db: Db, { id }: Actor, { name }: AnyResource, list: string): Promise<void> {
  // One after the other, so that two at once cannot both be the fiftieth.
  await sql`select pg_advisory_xact_lock(${ownersLock}, ${id}::int)`.execute(db)
  const {
    rows: [own],
  } = await sql<{ count: number }>`
    select count(*) as count from saved_views where owner_id = ${id} and resource = ${name} and list = ${list}`.execute(
    db,
  )
  if ((own?.count ?? 0) >= maxViews)
    throw new Refusal(
      409,
      t('You already have {maxViews} views of this list, which is the maximum. Delete one first.', { maxViews }),
    )
}

async function update(resources: readonly AnyResource[], call: ChangeCall): Promise<SavedView> {
  const { db, actor, input, reply, audit } = call
  const view = await lockView(call, resources)
  const wanted = { name: view.name, query: view.query, isShared: view.isShared, ...writable(view, input) }
  if (wanted.query !== view.query) {
    const resource = listedResource(actor, resources, view.resource)
    wanted.query = checkedQuery(resource, wanted.query)
    if (wanted.query !== view.query) await restartWatches(db, resource, view.id)
  }
  if (wanted.isShared && !managesAccess(actor)) assertMayShare(actor, listedResource(actor, resources, view.resource))
  if (!wanted.isShared && view.owner === null)
    throw new Refusal(409, t('The person who made this view has left, so it can only be shared or deleted.'))
  if (Object.keys(difference({ ...view }, wanted).after).length > 0) await save(db, view, wanted)
  // A user who manages roles can change a view so that they no longer see it themselves.
  const [saved] = await fetchViews(db, actor, sql`t.id = ${view.id}`)
  if (!saved) throw new Error('A view that is locked is there.')
  const changes = difference(traceOfView(resources, view), traceOfView(resources, saved))
  if (saved.version !== view.version)
    audit.record({ action: 'update', object: auditObject, recordId: view.id, title: saved.name, ...changes })
  giveEtag(reply, saved)
  return saved
}

async function save(
  db: Db,
  view: SavedView,
  { name, query, isShared }: Pick<SavedView, 'name' | 'query' | 'isShared'>,
): Promise<void> {
  await sql`
    update saved_views set name = ${name}, query = ${query}, is_shared = ${isShared},
      version = version + 1, updated_at = now() where id = ${view.id}`
    .execute(db)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken(name) : error
    })
  // A list must not open with a view that the user can't see.
  if (!isShared) {
    await sql`delete from saved_view_role_defaults where view_id = ${view.id}`.execute(db)
    await sql`delete from saved_view_own_defaults where view_id = ${view.id} and staff_id <> ${view.owner?.id ?? 0}`.execute(
      db,
    )
  }
}

/** The changes to apply. Everything else that is sent must match the current values, or it is refused by name. */
function writable(
  view: SavedView,
  { name, query, isShared, ...rest }: Change & Record<string, unknown>,
): { name?: string; query?: string; isShared?: boolean } {
  const strangers = Object.entries(rest).filter(
    ([key, value]) => !Object.hasOwn(view, key) || !isSameJson(view[key as keyof SavedView], value),
  )
  if (strangers.length > 0)
    throw invalid(Object.fromEntries(strangers.map(([key]) => [key, t('{key} cannot be changed.', { key })])))
  return {
    ...(name !== undefined && { name }),
    ...(query !== undefined && { query }),
    ...(isShared !== undefined && { isShared }),
  }
}

function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
}

function taken(name: string): Refusal {
  return new Refusal(409, t('You have a view called {name} already.', { name }), {
    fields: { name: t('This name is taken, whatever the letter case.') },
  })
}
