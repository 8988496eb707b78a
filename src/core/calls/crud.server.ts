import { sql } from 'kysely'
import type { Actor } from '../access/access.ts'
import type { AuditEntry, AuditTrail } from '../audit/audit.server.ts'
import { difference } from '../audit/audit.server.ts'
import { assertInCities } from './city-limits.server.ts'
import { isDataException, refusalOf } from '../resource/database-errors.server.ts'
import { checkDraft, parseDraft } from '../resource/draft.ts'
import type { Implementation } from '../http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement, JsonText } from '../http/endpoint.server.ts'
import { assertPersonalData, seesPersonalData } from '../access/limits.ts'
import { countCap, countCapOf } from '../list/list-query.ts'
import { cursorRefused, cursorText, sortRefused } from '../list/list-query.server.ts'
import { listQuestions } from '../list/list-questions.server.ts'
import type { Lookup } from '../list/list-sql.server.ts'
import { addressesIn } from '../list/search-sql.server.ts'
import { auditTitleOf, maskedKeys, maskedRecord, traceOf, unmaskedInput } from '../resource/personal.ts'
import type { AnyResource, Operation } from '../resource/resource.ts'
import { basePathOf, tableOf } from '../resource/resource.ts'
import { endpointsOf, revealEndpoint } from './resource-endpoints.ts'
import type { ResourceServer } from '../resource/resource.server.ts'
import { spokenRecord } from '../resource/resource.server.ts'
import { isWorkedOut } from '../resource/sortable.ts'
import type { Update } from './record-writes.server.ts'
import { columnsOf, writeUpdate } from './record-writes.server.ts'
import type { Values, RecordCall, ResourceContext } from './record-rows.server.ts'
import {
  assertVersionSent,
  idOf,
  missing,
  etagOf,
  fetchRecord,
  fetchMerged,
  lockRecord,
  stored,
} from './record-rows.server.ts'

interface ListContext extends ResourceContext {
  readonly question: ReturnType<typeof listQuestions>
}

/**
 * Every call of a resource with its server part. `timeZone` is the IANA zone whose days its list counts where a filter names
 * none.
 */
export function crud(server: ResourceServer, lookup: Lookup, timeZone: string): readonly Implementation[] {
  const question = listQuestions(server, lookup, timeZone)
  const context: ListContext = { server, resource: server.resource, lookup, question }
  const handlers: Record<Operation, (context: ListContext, call: RecordCall) => Promise<unknown>> = {
    list: listRecords,
    read: readRecord,
    create: createRecord,
    update: updateRecord,
    delete: deleteRecord,
  }
  const derived = endpointsOf(server.resource).map((endpoint): Implementation => {
    const { operation } = endpoint
    return {
      endpoint,
      transaction: operation !== 'list' && operation !== 'read',
      enforcesLimits: true,
      handle: async (call) => {
        try {
          return await handlers[operation](context, call as RecordCall)
        } catch (error) {
          throw refusalOf(error, server.resource, operation)
        }
      },
    }
  })
  return maskedKeys(server.resource).length === 0 ? derived : [...derived, reveal(context)]
}

/** Returns the masked values, and records who wanted them and why. */
function reveal(context: ResourceContext): Implementation {
  const { resource } = context
  const { object, update = object } = resource.access
  return implement(
    revealEndpoint(resource),
    async (call) => {
      assertPersonalData(call.actor, object)
      const record = await fetchRecord(context, call, idOf(context, call))
      if (!record) throw missing(context)
      await assertInCities(context, call, update, [record])
      const keys = maskedKeys(resource)
      call.audit.record({
        action: 'reveal',
        object: resource.name,
        recordId: Number(record['id']),
        title: auditTitleOf(resource, record),
        after: { revealed: keys },
        reason: call.input.reason,
      })
      return Object.fromEntries(keys.map((key) => [key, (record[key] ?? null) as string | null]))
    },
    { isSecret: true, enforcesLimits: true },
  )
}

async function listRecords(
  { server, resource, question }: ListContext,
  { query, db, reply, actor, traceSearch }: RecordCall,
): Promise<JsonText> {
  const seesPersonal = seesPersonalData(actor.grants, resource.access.object)
  const { list, query: statement } = question(query, { seesPersonal })
  const {
    rows: [page],
  } = await db.executeQuery(statement).catch((error: unknown) => {
    throw list.keyset?.after && isDataException(error) ? cursorRefused() : error
  })
  if (!page) throw new Error('A list answers with one row.')
  if (list.q && seesPersonal)
    for (const address of addressesIn(server, list.q)) traceSearch?.({ ...address, found: page.total ?? page.found })
  const last = list.offset + page.found - 1
  if (isWorkedOut(list.sort.field) && Number(page.total) > countCap) throw sortRefused(list.sort)
  if (page.total !== null && !list.keyset) {
    const cap = countCapOf(list)
    const capped = page.total > cap
    const total = capped ? cap : page.total
    reply.header('Content-Range', `${resource.name} ${page.found === 0 ? '*' : `${list.offset}-${last}`}/${total}`)
    reply.header('X-Total-Count', total)
    reply.header('X-Total-Count-Kind', capped ? 'capped' : 'exact')
  }
  if (page.found === list.limit && page.position) reply.header('X-Next-Cursor', cursorText(list.sort, page.position))
  if (!server.spoken) return new JsonText(page.records)
  const records = JSON.parse(page.records) as Values[]
  return new JsonText(JSON.stringify(records.map((record) => spokenRecord(server, record))))
}

async function readRecord(context: ResourceContext, call: RecordCall): Promise<Values> {
  const record = (await fetchRecord(context, call, idOf(context, call))) ?? (await fetchMerged(context, call))
  if (!record) throw missing(context)
  call.reply.header('ETag', etagOf(record))
  return maskedRecord(context.resource, record)
}

/** Creates a record out of the call's body, for endpoints that do more than that. */
export async function createRecord(context: ResourceContext, call: RecordCall): Promise<Values> {
  const { resource, server } = context
  const draft = parseDraft(resource, call.input, null)
  checkDraft(resource, draft)
  const save = { draft, current: null, ...doerOf(call) }
  await server.beforeSave?.(save)
  await assertInCities(context, call, resource.access.object, [draft])
  const columns = columnsOf(resource, draft)
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into ${sql.table(tableOf(resource))} (${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(call.db)
  if (!row) throw new Error('An insert answers with its row.')
  await server.afterSave?.({ ...save, id: row.id })
  const record = await fetchRecord(context, call, row.id)
  if (!record) throw new Error('A new record can be read.')
  call.audit.record(entryOf(resource, 'create', record, { before: null, after: stored(resource, record) }))
  call.reply.header('ETag', etagOf(record)).header('Location', `${basePathOf(resource)}/${row.id}`)
  return maskedRecord(resource, record)
}

/** Who changes a record, and in which transaction. `address` is absent when the server works by itself. */
export interface ActorContext {
  readonly db: Db
  readonly actor: Actor
  readonly address?: string
  readonly audit: AuditTrail
}

const doerOf = ({ db, actor, request, audit }: RecordCall): ActorContext => ({
  db,
  actor,
  address: request.clientAddress,
  audit,
})

/** What an update of a locked record would store, every rule asked and nothing written. Null: it changes nothing. */
export async function planUpdate(
  context: ResourceContext,
  actorContext: ActorContext,
  current: Values,
  input: unknown,
): Promise<Update | null> {
  const { resource, server } = context
  assertVersionSent(resource, current, input)
  const sent = parseDraft(resource, unmaskedInput(resource, input, current), current)
  const draft = { ...stored(resource, current), ...sent }
  checkDraft(resource, draft)
  const save = { draft, current, ...actorContext }
  await server.beforeSave?.(save)
  await assertInCities(context, actorContext, resource.access.update ?? resource.access.object, [
    current,
    { ...current, ...draft },
  ])
  const keys = Object.keys(difference(current, draft).after)
  return keys.length === 0 ? null : { save, keys }
}

/** A caller who named the stored version in If-Match need not name it in the body as well. */
function withVersion({ input, request }: RecordCall, { version }: Values): unknown {
  const { 'if-match': expected = '*' } = request.headers
  return expected === '*' || typeof input !== 'object' || input === null || Array.isArray(input)
    ? input
    : { version, ...input }
}

/** Updates the record that `params.id` names, for endpoints that name it in another way. */
export async function updateRecord(context: ResourceContext, call: RecordCall): Promise<Values> {
  const { resource } = context
  const current = await lockRecord(context, call)
  const update = await planUpdate(context, doerOf(call), current, withVersion(call, current))
  if (!update) {
    call.reply.header('ETag', etagOf(current))
    return maskedRecord(resource, current)
  }
  const id = idOf(context, call)
  await writeUpdate(context, id, update)
  const record = await fetchRecord(context, call, id)
  if (!record) throw missing(context)
  // As it was stored: the database can have rounded, and hooks can have added to it.
  call.audit.record(
    entryOf(resource, 'update', record, difference(stored(resource, current), stored(resource, record))),
  )
  call.reply.header('ETag', etagOf(record))
  return maskedRecord(resource, record)
}

/** Deletes a locked record, if every rule lets it, and returns what the audit keeps of it. */
export async function removeRecord(
  context: ResourceContext,
  actorContext: ActorContext,
  current: Values,
): Promise<AuditEntry> {
  const { resource, server } = context
  await assertInCities(context, actorContext, resource.access.object, [current])
  await server.beforeDelete?.({ current, ...actorContext })
  await sql`delete from ${sql.table(tableOf(resource))} where id = ${current['id']}`.execute(actorContext.db)
  // With its head, so that it can come back as what it was.
  const { version, createdAt } = current
  return entryOf(resource, 'delete', current, {
    before: { ...stored(resource, current), version, createdAt },
    after: null,
  })
}

async function deleteRecord(context: ResourceContext, call: RecordCall): Promise<Values> {
  const current = await lockRecord(context, call)
  call.audit.record(await removeRecord(context, doerOf(call), current))
  return maskedRecord(context.resource, current)
}

/** The audit's entry for an action on a record, which is passed in its current state. */
export function entryOf(
  resource: AnyResource,
  action: string,
  record: Readonly<Values>,
  changes: { before: Values | null; after: Values | null },
): AuditEntry {
  return {
    action,
    object: resource.name,
    recordId: Number(record['id']),
    title: auditTitleOf(resource, record),
    version: Number(record['version']),
    before: changes.before && traceOf(resource, changes.before),
    after: changes.after && traceOf(resource, changes.after),
  }
}
