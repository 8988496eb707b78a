import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { byteOrderMark, csvText } from '../../core/csv.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { frozenQuery } from '../../core/list/frozen-query.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { language, t } from '../../core/i18n/language.ts'
import { callList, listCallOf } from '../../core/list/list-call.server.ts'
import { largestPage } from '../../core/list/list-query.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { workOn } from './batch.server.ts'
import { assertMay } from './bulk-edit-access.server.ts'
import { bulkContexts, workOnBulkEditsJob } from './bulk-edit-jobs.server.ts'
import { countsOf, entryOfBulkEdit, fetchBulkEdits, fetchResults, keepResults } from './bulk-edit-records.server.ts'
import type { DoneBulkEdit } from './bulk-edits.ts'
import {
  bulkEditEndpoint,
  cancelBulkEdit,
  downloadBulkResults,
  leavingActions,
  listBulkEdits,
  listBulkResults,
  maxAtOnce,
  maxSelected,
  maxUnderWay,
  previewEndpoint,
  readBulkEdit,
  selectionEndpoint,
  undoBulkEdit,
} from './bulk-edits.ts'
import { bulkNoteOf } from './bulk-notes.server.ts'
import { leftAloneBy } from './left-alone.server.ts'
import { changeOf, operationOf } from './operations.server.ts'
import { previewOf } from './preview.server.ts'
import type { Selected, Asked, SomeCall } from './bulk-requests.server.ts'
import { ownerOf, selectedBy, askedBy, fetchBulkEdit, fetchToRead } from './bulk-requests.server.ts'

/** Results in one piece of a file. */
const pieceRows = 1_000

interface Parts {
  readonly servers: readonly ResourceServer[]
  readonly implementations: () => readonly Implementation[]
  readonly timeZone: string
}

/** Does the work within the call when there are few records, and leaves it to the job when there are many. */
async function begin(
  context: ResourceContext,
  call: SomeCall,
  { ids, filter, q }: Selected,
  { action, change, operation, undoOf }: Asked,
): Promise<DoneBulkEdit> {
  const { db, actor, request, reply, audit } = call
  const ownerId = ownerOf(actor)
  assertMay(actor, context.resource, action)
  const isJob = ids.length > maxAtOnce
  // A job can only undo changes as part of undoing the bulk edit that made them.
  if (isJob && action === 'undo' && undoOf === undefined)
    throw invalid({ ids: t('Undo at most {maxAtOnce} records at a time.', { maxAtOnce }) })
  // Two of a person's calls at once must not both find the last place free.
  if (isJob) await sql`select pg_advisory_xact_lock(hashtextextended('bulk edits', ${ownerId}))`.execute(db)
  const worked = isJob ? null : await workOn(context, { db, actor, address: request.clientAddress }, operation, ids)
  const counts = countsOf(worked?.results ?? [])
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into bulk_edits (owner_id, language, resource, action, change, undo_of, filter, q, ids, position, changed, unchanged, refused, state, request_id, address,
      fresh_session_id, started_at, finished_at)
    select ${ownerId}::bigint, ${language()}, ${context.resource.name}, ${action}, ${change && JSON.stringify(change)}::jsonb, ${undoOf ?? null}::bigint, ${filter}::text, ${q}::text,
      ${ids}::bigint[], ${worked?.results.length ?? 0}::integer, ${counts.changed}::integer, ${counts.unchanged}::integer, ${counts.refused}::integer,
      ${isJob ? 'queued' : 'done'}, ${request.id}, ${request.clientAddress}, ${actor.session?.isFresh ? actor.session.id : null}::bigint,
      ${isJob ? null : sql`now()`}, ${isJob ? null : sql`now()`}
    where ${!isJob} or (select count(*) from bulk_edits where owner_id = ${ownerId} and state in ('queued', 'running')) < ${maxUnderWay}
    returning id`.execute(db)
  if (!made)
    throw new Refusal(
      429,
      t('{maxUnderWay} of your bulk edits are waiting or under way. Wait for one of them, or cancel it.', {
        maxUnderWay,
      }),
      { headers: { 'Retry-After': '10' } },
    )
  if (worked) await keepResults(db, made.id, 1, worked.results)
  const record = await fetchBulkEdit(db, actor, String(made.id))
  for (const entry of worked?.entries ?? []) audit.record(entry)
  if (isJob) {
    audit.record(entryOfBulkEdit('bulk-edit', context.resource, record, { records: ids.length }))
    // By then the transaction is over, however it ended.
    reply.raw.once('close', () => wakeJob(workOnBulkEditsJob))
  }
  reply.header('Location', `/rest/data/bulk-edits/${made.id}`)
  return { ...record, results: [...(worked?.results ?? [])] }
}

/** Everything about bulk edits: the calls of every resource that has them, and those about the caller's own edits. */
export function implementBulkEdits(parts: Parts): readonly Implementation[] {
  const contexts = bulkContexts(parts.servers)

  return [
    ...[...contexts.values()].flatMap((context) => [selectionServer(context, parts), ...editServers(context, parts)]),

    implement(listBulkEdits, ({ db, actor }) =>
      fetchBulkEdits(db, actor.id, sql`t.owner_id = ${actor.id} and t.expires_at > now()`),
    ),

    implement(readBulkEdit, ({ params, db, actor }) => fetchBulkEdit(db, actor, params.id)),

    implement(listBulkResults, async ({ params, query, db, actor }) => {
      const found = await fetchToRead(contexts, db, actor, params.id)
      return await fetchResults(db, found.id, { after: Number(query.after ?? 0), outcome: query.outcome })
    }),

    implement(downloadBulkResults, async ({ params, db, actor, reply }) => {
      const found = await fetchToRead(contexts, db, actor, params.id)
      reply
        .type('text/csv; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="${found.fileName}"`)
      // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
      return Readable.from(resultPieces(db, found.id), { objectMode: false }) as unknown as string
    }),

    cancelServer(contexts),
    undoServer(contexts),
  ]
}

type Contexts = ReturnType<typeof bulkContexts>

/** Keeps the ids of everything that matches at this moment. */
function selectionServer({ resource }: ResourceContext, { implementations, timeZone }: Parts): Implementation {
  return implement(
    selectionEndpoint(resource),
    async ({ input, db, actor }) => {
      const ownerId = ownerOf(actor)
      const { filter, q } = frozenQuery(resource, input, timeZone)
      const list = listCallOf(implementations(), resource)
      const asked = {
        ...(filter !== null && { filter }),
        ...(q !== null && { q }),
        sort: '["id","ASC"]',
        fields: '["id"]',
        limit: String(largestPage),
      }
      const ids: number[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Awaited<ReturnType<typeof callList>> = await callList(list, actor, db, { ...asked, cursor })
        ids.push(...page.records.map((record) => Number(record['id'])))
        if (ids.length > maxSelected)
          throw new Refusal(
            422,
            t('A selection can have at most {most} records. Narrow the list.', {
              most: formatNumber(maxSelected),
            }),
          )
        cursor = page.next
      }
      if (ids.length === 0)
        throw new Refusal(409, t('These {many} no longer exist.', { many: inSentence(t(resource.label[1])) }))
      const {
        rows: [made],
      } = await sql<{ id: number; expiresAt: string }>`
      insert into bulk_selections (owner_id, resource, filter, q, ids) values (${ownerId}, ${resource.name}, ${filter}, ${q}, ${ids}::bigint[])
      returning id, expires_at as "expiresAt"`.execute(db)
      if (!made) throw new Error('An insert answers with its row.')
      return { ...made, total: ids.length }
    },
    { transaction: 'own', enforcesLimits: true },
  )
}

function editServers(context: ResourceContext, { servers }: Parts): Implementation[] {
  const { resource } = context
  return [
    implement(
      previewEndpoint(resource),
      async ({ input, db, actor, request }) => {
        const { action, change, operation } = askedBy(context, input)
        assertMay(actor, resource, action)
        const { ids } = await selectedBy(context, db, actor, input)
        const from = input.from ?? 0
        const found = await previewOf(context, { db, actor, address: request.clientAddress }, operation, ids, from)
        const isLeaving = from === 0 && leavingActions.includes(action)
        const named = from === 0 ? (change ?? changeOf(resource, action)) : null
        const note = named && (await bulkNoteOf(resource.name)?.(db, ids, named))
        return {
          ...found,
          note: note ?? null,
          leftAlone: isLeaving ? await leftAloneBy({ db, actor }, resource, servers, ids) : null,
        }
      },
      { transaction: false, enforcesLimits: true },
    ),

    implement(
      bulkEditEndpoint(resource),
      async ({ input, ...call }) => {
        const asked = askedBy(context, input)
        return await begin(context, call, await selectedBy(context, call.db, call.actor, input), asked)
      },
      { enforcesLimits: true },
    ),
  ]
}

function cancelServer(contexts: Contexts): Implementation {
  return implement(cancelBulkEdit, async ({ params, db, actor, audit }) => {
    const found = await fetchBulkEdit(db, actor, params.id)
    if (found.owner.id !== actor.id && !actor.grants.isSuperUser)
      throw new Refusal(403, t('{name} started this, so only they can stop it.', { name: found.owner.name }))
    const { numAffectedRows } = await sql`
      update bulk_edits set state = 'cancelled', finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
      where id = ${found.id} and state in ('queued', 'running')`.execute(db)
    if (!numAffectedRows) throw new Refusal(409, t('This bulk edit has already ended.'))
    const record = await fetchBulkEdit(db, actor, params.id)
    const { changed, unchanged, refused } = record
    const context = contexts.get(record.resource)
    if (context)
      audit.record(entryOfBulkEdit('bulk-edit-cancelled', context.resource, record, { changed, unchanged, refused }))
    return record
  })
}

function undoServer(contexts: Contexts): Implementation {
  return implement(undoBulkEdit, async ({ params, ...call }) => {
    const { db, actor } = call
    const found = await fetchBulkEdit(db, actor, params.id)
    const context = contexts.get(found.resource)
    if (!context) throw new Refusal(404, t('These records no longer exist.'))
    // Two presses at once must not both begin.
    const {
      rows: [locked],
    } = await sql<{
      requestId: string
    }>`select request_id as "requestId" from bulk_edits where id = ${found.id} for update`.execute(db)
    const { canUndo } = await fetchBulkEdit(db, actor, params.id)
    if (!locked || !canUndo)
      throw new Refusal(
        409,
        t('Can’t be undone: someone else did it, it was too long ago, it’s still running, or it has been undone.'),
      )
    const { rows } = await sql<{ id: number }>`
      select record_id as id from bulk_edit_results where bulk_edit_id = ${found.id} and outcome = 'changed' order by record_id`.execute(
      db,
    )
    const operation = operationOf(context.resource, { action: 'undo', change: null, undoOfRequest: locked.requestId })
    return await begin(
      context,
      call,
      { ids: rows.map(({ id }) => id), filter: null, q: null },
      { action: 'undo', change: null, operation, undoOf: found.id },
    )
  })
}

/** A page of results in memory at a time, and the connection free while it travels. */
async function* resultPieces(db: Db, id: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvText([['id', 'title', 'outcome', 'reason']]))
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof fetchResults>> = await fetchResults(db, id, { after, limit: pieceRows })
    if (page.results.length > 0)
      yield Buffer.from(
        csvText(page.results.map(({ recordId, title, outcome, reason }) => [recordId, title, outcome, reason])),
      )
    after = page.next
  }
}
