import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import { byteOrderMark, csvText } from '../../kit/csv.ts'
import type { Desk } from '../../kit/crud.server.ts'
import type { Call, Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { formatNumber } from '../../kit/formats.ts'
import { frozenQuery } from '../../kit/frozen-query.server.ts'
import { ringForJob } from '../../kit/jobs.server.ts'
import { language, t } from '../../kit/language.ts'
import { callList, listCallOf } from '../../kit/list-call.server.ts'
import { largestPage } from '../../kit/list-query.ts'
import { dots } from '../../kit/personal.ts'
import { inSentence } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { assertPlanOrder } from '../publication/publication-steps.server.ts'
import { workOn } from './batch.server.ts'
import { assertMay } from './bulk-edit-access.server.ts'
import { bulkDesks, workOnBulkEditsJob } from './bulk-edit-jobs.server.ts'
import { countsOf, entryOfBulkEdit, fetchBulkEdits, fetchResults, keepResults } from './bulk-edit-records.server.ts'
import type { BulkEdit, BulkInput, DoneBulkEdit } from './bulk-edits.ts'
import {
  bulkEditEndpoint, cancelBulkEdit, downloadBulkResults, leavingActions, listBulkEdits, listBulkResults, mostAtOnce, mostSelected, mostUnderWay, previewEndpoint, readBulkEdit,
  selectionEndpoint, undoBulkEdit,
} from './bulk-edits.ts'
import type { BulkChange } from './changes.ts'
import { leftAloneBy } from './left-alone.server.ts'
import type { BulkOperation } from './operations.server.ts'
import { changeOf, operationOf, undoLast } from './operations.server.ts'
import { previewOf } from './preview.server.ts'

/** Results in one piece of a file. */
const pieceRows = 1_000

/** What an area says before a change of many of its records is made; null where there is nothing to say. */
export type BulkNote = (db: Db, ids: readonly number[], change: BulkChange) => Promise<string | null>

interface Parts {
  readonly servers: readonly ResourceServer[]
  readonly implementations: () => readonly Implementation[]
  readonly timeZone: string
  /** By the names of resources. */
  readonly notes: Readonly<Record<string, BulkNote>>
}

/** The records that a call is about, and how they were selected. */
interface Selected { readonly ids: readonly number[]; readonly filter: string | null; readonly q: string | null }

/** What a call asks to be done. */
interface Asked { readonly action: string; readonly change: BulkChange | null; readonly operation: BulkOperation; readonly undoOf?: number }

type SomeCall = Pick<Call, 'db' | 'actor' | 'request' | 'reply' | 'note'>

function ownerOf(actor: Actor): number {
  if (actor.id === null) throw new Refusal(403, t('Only a member of staff can do this.'))
  return actor.id
}

/** @throws Refusal 404 for a selection of somebody else or of other records, 422 where nothing is named or twice */
async function selectedBy({ resource }: Desk, db: Db, actor: Actor, { ids, selection }: Pick<BulkInput, 'ids' | 'selection'>): Promise<Selected> {
  if ((ids === undefined) === (selection === undefined)) throw invalid({ ids: t('Name the records by their ids, or a selection of them.') })
  if (ids) return { ids: [...new Set(ids)].sort((a, b) => a - b), filter: null, q: null }
  const { rows: [found] } = await sql<{ ids: number[]; filter: string | null; q: string | null }>`
    select ids, filter, q from bulk_selections
    where id = ${selection} and owner_id = ${actor.id} and resource = ${resource.name} and expires_at > now()`.execute(db)
  if (!found) throw new Refusal(404, t('There is no such selection any more. Select the records again.'))
  return found
}

function askedBy({ resource }: Desk, { change, action, undo, plan }: Pick<BulkInput, 'change' | 'action' | 'undo' | 'plan'>): Asked {
  if ([change, action, undo, plan].filter((part) => part !== undefined).length !== 1) throw invalid({ change: t('Say what is to be done: a change, an action, or an undo.') })
  if (undo !== undefined) return { action: 'undo', change: null, operation: undoLast(undo) }
  if (plan) {
    assertPlanOrder(plan.at ?? null, plan.until ?? null)
    const moments: BulkChange = { ...(plan.at && { publishAt: { set: plan.at } }), ...(plan.until && { unpublishAt: { set: plan.until } }) }
    return { action: 'plan', change: moments, operation: operationOf(resource, { action: 'plan', change: moments }) }
  }
  if (action !== undefined) return { action, change: null, operation: operationOf(resource, { action, change: null }) }
  const changes = (change ?? {}) as BulkChange
  if (Object.keys(changes).length === 0) throw invalid({ change: t('Say what becomes of at least one field.') })
  return { action: 'update', change: changes, operation: operationOf(resource, { action: 'update', change: changes }) }
}

/** Its owner, and those who may read the audit; to everybody else there is none. */
async function fetchBulkEdit(db: Db, actor: Actor, id: string): Promise<BulkEdit> {
  const [found] = /^[1-9][0-9]{0,14}$/.test(id) ? await fetchBulkEdits(db, actor.id, sql`t.id = ${Number(id)} and t.expires_at > now()`) : []
  if (!found || (found.owner.id !== actor.id && !may(actor.grants, 'ui', 'audit'))) throw new Refusal(404, t('There is no such bulk edit. It may have expired.'))
  // What was searched for may be somebody's name, as in the audit itself.
  return found.owner.id === actor.id || found.q === null ? found : { ...found, q: dots }
}

/** Does what was asked within the call where the records are few, and leaves it to the job where they are many. */
async function begin(desk: Desk, call: SomeCall, { ids, filter, q }: Selected, { action, change, operation, undoOf }: Asked): Promise<DoneBulkEdit> {
  const { db, actor, request, reply, note } = call
  const ownerId = ownerOf(actor)
  assertMay(actor, desk.resource, action)
  const isJob = ids.length > mostAtOnce
  // What is taken back by a job is told by the request that did it.
  if (isJob && action === 'undo' && undoOf === undefined) throw invalid({ ids: t('Undo at most {mostAtOnce} records at a time.', { mostAtOnce }) })
  // Two of a person's calls at once must not both find the last place free.
  if (isJob) await sql`select pg_advisory_xact_lock(hashtextextended('bulk edits', ${ownerId}))`.execute(db)
  const worked = isJob ? null : await workOn(desk, { db, actor, address: request.clientAddress }, operation, ids)
  const counts = countsOf(worked?.results ?? [])
  const { rows: [made] } = await sql<{ id: number }>`
    insert into bulk_edits (owner_id, language, resource, action, change, undo_of, filter, q, ids, position, changed, unchanged, refused, state, request_id, address,
      fresh_session_id, started_at, finished_at)
    select ${ownerId}::bigint, ${language()}, ${desk.resource.name}, ${action}, ${change && JSON.stringify(change)}::jsonb, ${undoOf ?? null}::bigint, ${filter}::text, ${q}::text,
      ${ids}::bigint[], ${worked?.results.length ?? 0}::integer, ${counts.changed}::integer, ${counts.unchanged}::integer, ${counts.refused}::integer,
      ${isJob ? 'queued' : 'done'}, ${request.id}, ${request.clientAddress}, ${actor.session?.isFresh ? actor.session.id : null}::bigint,
      ${isJob ? null : sql`now()`}, ${isJob ? null : sql`now()`}
    where ${!isJob} or (select count(*) from bulk_edits where owner_id = ${ownerId} and state in ('queued', 'running')) < ${mostUnderWay}
    returning id`.execute(db)
  if (!made) throw new Refusal(429, t('{mostUnderWay} of your bulk edits are waiting or under way. Wait for one of them, or cancel it.', { mostUnderWay }), { headers: { 'Retry-After': '10' } })
  if (worked) await keepResults(db, made.id, 1, worked.results)
  const record = await fetchBulkEdit(db, actor, String(made.id))
  for (const entry of worked?.entries ?? []) note(entry)
  if (isJob) {
    note(entryOfBulkEdit('bulk-edit', desk.resource, record, { records: ids.length }))
    // By then the transaction is over, however it ended.
    reply.raw.once('close', () => ringForJob(workOnBulkEditsJob))
  }
  reply.header('Location', `/rest/data/bulk-edits/${made.id}`)
  return { ...record, results: [...worked?.results ?? []] }
}

/** Everything about bulk edits: the calls of every resource that has them, and those about one's own. */
export function implementBulkEdits({ servers, implementations, timeZone, notes }: Parts): readonly Implementation[] {
  const desks = bulkDesks(servers)

  const ofEach = [...desks.values()].flatMap((desk): Implementation[] => {
    const { resource } = desk
    return [
      implement(selectionEndpoint(resource), async ({ input, db, actor }) => {
        const ownerId = ownerOf(actor)
        const { filter, q } = frozenQuery(resource, input, timeZone)
        const list = listCallOf(implementations(), resource)
        const asked = { ...(filter !== null && { filter }), ...(q !== null && { q }), sort: '["id","ASC"]', fields: '["id"]', limit: String(largestPage) }
        const ids: number[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: Awaited<ReturnType<typeof callList>> = await callList(list, actor, db, { ...asked, cursor })
          ids.push(...page.records.map((record) => Number(record['id'])))
          if (ids.length > mostSelected) throw new Refusal(422, t('A selection holds {most} records, and there are more. Narrow the list.', { most: formatNumber(mostSelected) }))
          cursor = page.next
        }
        if (ids.length === 0) throw new Refusal(409, t('There are no such {many} any more.', { many: inSentence(t(resource.label[1])) }))
        const { rows: [made] } = await sql<{ id: number; expiresAt: string }>`
          insert into bulk_selections (owner_id, resource, filter, q, ids) values (${ownerId}, ${resource.name}, ${filter}, ${q}, ${ids}::bigint[])
          returning id, expires_at as "expiresAt"`.execute(db)
        if (!made) throw new Error('An insert answers with its row.')
        return { ...made, total: ids.length }
      }, { transaction: false, heedsLimits: true }),

      implement(previewEndpoint(resource), async ({ input, db, actor, request }) => {
        const { action, change, operation } = askedBy(desk, input)
        assertMay(actor, resource, action)
        const { ids } = await selectedBy(desk, db, actor, input)
        const from = input.from ?? 0
        const found = await previewOf(desk, { db, actor, address: request.clientAddress }, operation, ids, from)
        const isLeaving = from === 0 && leavingActions.includes(action)
        const named = from === 0 ? change ?? changeOf(resource, action) : null
        const note = named && await notes[resource.name]?.(db, ids, named)
        return { ...found, note: note ?? null, leftAlone: isLeaving ? await leftAloneBy({ db, actor }, resource, servers, ids) : null }
      }, { transaction: false, heedsLimits: true }),

      implement(bulkEditEndpoint(resource), async ({ input, ...call }) => {
        const asked = askedBy(desk, input)
        return await begin(desk, call, await selectedBy(desk, call.db, call.actor, input), asked)
      }, { heedsLimits: true }),
    ]
  })

  return [
    ...ofEach,

    implement(listBulkEdits, ({ db, actor }) => fetchBulkEdits(db, actor.id, sql`t.owner_id = ${actor.id} and t.expires_at > now()`)),

    implement(readBulkEdit, ({ params, db, actor }) => fetchBulkEdit(db, actor, params.id)),

    implement(listBulkResults, async ({ params, query, db, actor }) => {
      const found = await fetchBulkEdit(db, actor, params.id)
      return await fetchResults(db, found.id, { after: Number(query.after ?? 0), outcome: query.outcome })
    }),

    implement(downloadBulkResults, async ({ params, db, actor, reply }) => {
      const found = await fetchBulkEdit(db, actor, params.id)
      reply.type('text/csv; charset=utf-8').header('Cache-Control', 'no-store').header('Content-Disposition', `attachment; filename="${found.fileName}"`)
      // Edge: the kit passes a stream on as it is; its bytes are what the endpoint promises.
      return Readable.from(resultPieces(db, found.id), { objectMode: false }) as unknown as string
    }),

    implement(cancelBulkEdit, async ({ params, db, actor, note }) => {
      const found = await fetchBulkEdit(db, actor, params.id)
      if (found.owner.id !== actor.id && !actor.grants.isSuperUser) throw new Refusal(403, t('{name} asked for this, so only they can stop it.', { name: found.owner.name }))
      const { numAffectedRows } = await sql`
        update bulk_edits set state = 'cancelled', finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
        where id = ${found.id} and state in ('queued', 'running')`.execute(db)
      if (!numAffectedRows) throw new Refusal(409, t('This bulk edit has come to its end already.'))
      const record = await fetchBulkEdit(db, actor, params.id)
      const { changed, unchanged, refused } = record
      const desk = desks.get(record.resource)
      if (desk) note(entryOfBulkEdit('bulk-edit-cancelled', desk.resource, record, { changed, unchanged, refused }))
      return record
    }),

    implement(undoBulkEdit, async ({ params, ...call }) => {
      const { db, actor } = call
      const found = await fetchBulkEdit(db, actor, params.id)
      const desk = desks.get(found.resource)
      if (!desk) throw new Refusal(404, t('There are no such records any more.'))
      // Two presses at once must not both begin.
      const { rows: [locked] } = await sql<{ requestId: string }>`select request_id as "requestId" from bulk_edits where id = ${found.id} for update`.execute(db)
      const { canUndo } = await fetchBulkEdit(db, actor, params.id)
      if (!locked || !canUndo) throw new Refusal(409, t('This cannot be undone: it was not you, it was long ago, it is not over, or it has been undone.'))
      const { rows } = await sql<{ id: number }>`
        select record_id as id from bulk_edit_results where bulk_edit_id = ${found.id} and outcome = 'changed' order by record_id`.execute(db)
      const operation = operationOf(desk.resource, { action: 'undo', change: null, undoOfRequest: locked.requestId })
      return await begin(desk, call, { ids: rows.map(({ id }) => id), filter: null, q: null }, { action: 'undo', change: null, operation, undoOf: found.id })
    }),
  ]
}

/** A page of results in memory at a time, and the connection free while it travels. */
async function* resultPieces(db: Db, id: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvText([['id', 'title', 'outcome', 'reason']]))
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof fetchResults>> = await fetchResults(db, id, { after, limit: pieceRows })
    if (page.results.length > 0) yield Buffer.from(csvText(page.results.map(({ recordId, title, outcome, reason }) => [recordId, title, outcome, reason])))
    after = page.next
  }
}
