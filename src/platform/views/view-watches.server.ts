import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import { callList, listCallOf } from '../../core/list/list-call.server.ts'
import { parseFilter } from '../../core/list/list-parameters.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import { personNow } from '../auth/sign-in/person-now.server.ts'
import { defineNotice, notify } from '../inbox/notices.server.ts'
import { auditObject, fetchView, listedResource } from './saved-view-records.server.ts'
import { unwatchSavedView, watchSavedView } from './saved-views.ts'

/** To the person who watches it. `more` is the threshold that was passed; null where rows are new. */
const viewChanged = defineNotice<{ name: string; many: string; count: number; isMore: boolean; more: number | null }>({
  kind: 'view-changed',
  label: msg('Saved views that you watch'),
  write: ({ name, many, count, isMore, more }) => {
    const number = `${formatNumber(count)}${isMore ? '+' : ''}`
    return {
      title:
        more === null
          ? t('{count, plural, one {# new row} other {{number} new rows}} in {name}', { count, number, name })
          : t('{name} has {number} rows, more than {more}', { name, number, more: formatNumber(more) }),
      detail: t(many),
    }
  },
})

/** Lists count no further than this. */
const cap = 1_000

interface Found {
  readonly count: number
  readonly isMore: boolean
  /** Of the newest row; 0 without one. */
  readonly newest: number
}

/** What the view shows this person of the rows after an id: one call of the list, which checks and counts as it always does. */
async function look(
  { implementations }: ServerContext,
  { db, actor, resource }: { readonly db: Db; readonly actor: Actor; readonly resource: AnyResource },
  { query, within }: { readonly query: string; readonly within: string | null },
  after: number | null,
): Promise<Found> {
  const view = new URLSearchParams(query)
  const filter = {
    ...(JSON.parse(view.get('filter') ?? '{}') as object),
    ...(JSON.parse(within ?? '{}') as object),
    ...(after !== null && { id: { gt: after } }),
  }
  const q = view.get('q')
  const page = await callList(listCallOf(implementations(), resource), actor, db, {
    filter: JSON.stringify(filter),
    sort: '["id","DESC"]',
    range: '[0,0]',
    fields: '["id"]',
    ...(q !== null && { q }),
  })
  return { count: page.total ?? cap, isMore: page.total === null, newest: Number(page.records[0]?.['id'] ?? 0) }
}

/** Refuses what no list reads as a filter; the list's own call checks the conditions in it. */
function assertFilter(within: string | null): void {
  try {
    parseFilter(within ?? undefined)
  } catch (error) {
    throw error instanceof Refusal ? invalid({ within: error.message }) : error
  }
}

/** What a view shows now that its query is another is no news to those who watch it: only what is created from now on. */
export async function restartWatches(db: Db, resource: AnyResource, viewId: number): Promise<void> {
  await sql`
    update view_watches w set base_id = t.newest, seen_id = t.newest
    from (select coalesce(max(id), 0) as newest from ${sql.table(tableOf(resource))}) t
    where w.view_id = ${viewId}`.execute(db)
}

/** Watching is one’s own affair: it is audited, and changes the view for no one else. */
export function implementViewWatches(context: ServerContext): readonly Implementation[] {
  const { resources } = context
  return [
    implement(watchSavedView, async ({ params, input, db, actor, audit }) => {
      const view = await fetchView(db, actor, resources, params.id)
      const resource = listedResource(actor, resources, view.resource)
      const { threshold = null, within = null } = input
      assertFilter(within)
      const watched = { query: view.query, within }
      const all = await look(context, { db, actor, resource }, watched, null)
      await sql`
        insert into view_watches (staff_id, view_id, within, threshold, base_id, seen_id, is_over)
        values (${actor.id}, ${view.id}, ${within}, ${threshold}, ${all.newest}, ${all.newest},
          ${threshold !== null && (all.isMore || all.count > threshold)})
        on conflict (staff_id, view_id) do update set within = excluded.within, threshold = excluded.threshold,
          base_id = excluded.base_id, seen_id = excluded.seen_id, is_over = excluded.is_over, checked_at = now()`.execute(
        db,
      )
      audit.record({
        action: 'watch',
        object: auditObject,
        recordId: view.id,
        title: view.name,
        before: view.watch && { threshold: view.watch.threshold },
        after: { threshold },
      })
      return await fetchView(db, actor, resources, params.id)
    }),
    implement(unwatchSavedView, async ({ params, db, actor, audit }) => {
      const view = await fetchView(db, actor, resources, params.id)
      await sql`delete from view_watches where staff_id = ${actor.id} and view_id = ${view.id}`.execute(db)
      if (view.watch)
        audit.record({
          action: 'unwatch',
          object: auditObject,
          recordId: view.id,
          title: view.name,
          before: { threshold: view.watch.threshold },
          after: null,
        })
      return await fetchView(db, actor, resources, params.id)
    }),
  ]
}

interface Watch {
  readonly staffId: number
  readonly viewId: number
  readonly resource: string
  readonly list: string
  readonly name: string
  readonly query: string
  readonly within: string | null
  readonly threshold: number | null
  readonly baseId: number
  readonly seenId: number
  readonly isOver: boolean
  /** News of the view that the person has not read. */
  readonly isUnread: boolean
}

/** Watches looked at in one run; the others are next, since those not looked at for longest come first. */
const atOnce = 200

async function nextWatches(db: Db): Promise<readonly Watch[]> {
  const { rows } = await sql<Watch>`
    select w.staff_id as "staffId", w.view_id as "viewId", v.resource, v.list, v.name, v.query, w.within, w.threshold,
      w.base_id as "baseId", w.seen_id as "seenId", w.is_over as "isOver",
      exists (select from inbox_items i where i.staff_id = w.staff_id and i.kind = ${viewChanged.kind}
        and i.key = w.view_id::text and i.read_at is null) as "isUnread"
    from view_watches w join saved_views v on v.id = w.view_id and (v.is_shared or v.owner_id = w.staff_id)
    where w.checked_at < now() - interval '10 minutes' order by w.checked_at limit ${atOnce}`.execute(db)
  return rows
}

/** What is new since the person last read of it, so that unread news counts on. */
async function check(
  context: ServerContext,
  database: Database,
  watch: Watch,
  resource: AnyResource,
): Promise<boolean> {
  const actor = await personNow(database, watch.staffId)
  const base = watch.isUnread ? watch.baseId : watch.seenId
  const after = watch.threshold === null ? base : null
  return await database.kysely.transaction().execute(async (db) => {
    const found = await look(context, { db, actor, resource }, watch, after)
    const isOver = watch.threshold !== null && (found.isMore || found.count > watch.threshold)
    const isNews = watch.threshold === null ? found.count > 0 && found.newest > watch.seenId : isOver && !watch.isOver
    await sql`
      update view_watches set base_id = ${base}, seen_id = greatest(seen_id, ${found.newest}), is_over = ${isOver}
      where staff_id = ${watch.staffId} and view_id = ${watch.viewId}`.execute(db)
    const { viewId, name, list, query, staffId, threshold } = watch
    if (isNews)
      await notify(db, viewChanged, {
        to: [staffId],
        data: { name, many: resource.label[1], count: found.count, isMore: found.isMore, more: threshold },
        record: { resource: resource.name },
        path: `/${list}?${[query, `view=${viewId}`].filter(Boolean).join('&')}`,
        key: String(viewId),
      })
    return isNews
  })
}

export function watchViewsJob(context: ServerContext): Job {
  return {
    name: 'watch-saved-views',
    label: msg('Watched views'),
    does: msg('Looks for new rows in the saved views that people watch.'),
    staleWithout: msg('People who watch a view get no news of its new rows.'),
    overlap: 'skip',
    counts: { views: msg('Views'), news: msg('News') },
    cron: '*/10 * * * *',
    async run({ database, count, signal }) {
      for (const watch of await nextWatches(database.kysely)) {
        if (signal.aborted) return
        const resource = context.resources.find(({ name }) => name === watch.resource)
        // First, so that a view that can no longer be read waits its turn like the others.
        await sql`
          update view_watches set checked_at = now() where staff_id = ${watch.staffId} and view_id = ${watch.viewId}`.execute(
          database.kysely,
        )
        if (!resource) continue
        try {
          if (await check(context, database, watch, resource)) count('news', 1)
          count('views', 1)
        } catch (error) {
          // The person can no longer see the list, or the list no longer knows what the view filters by.
          if (!(error instanceof Refusal)) throw error
        }
      }
    },
  }
}
