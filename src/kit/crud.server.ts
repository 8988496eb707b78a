import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from './access.ts'
import type { AuditEntry } from './audit.server.ts'
import { difference } from './audit.server.ts'
import { assertInCities } from './city-limits.server.ts'
import { isDataException, refusalOf } from './database-errors.server.ts'
import { checkDraft, parseDraft } from './draft.ts'
import type { Call, Db, Implementation } from './endpoint.server.ts'
import { implement, JsonText } from './endpoint.server.ts'
import { Refusal } from './errors.ts'
import type { AnyField, KindTable } from './fields.ts'
import { ask, columnOf } from './fields.ts'
import { t } from './language.ts'
import { assertPersonalData } from './limits.ts'
import { countCap } from './list-query.ts'
import { cursorRefused, cursorText, parseList, sortRefused } from './list-query.server.ts'
import type { Lookup } from './list-sql.server.ts'
import { listSql, recordSql } from './list-sql.server.ts'
import { auditTitleOf, maskedKeys, maskedRecord, traceOf, unmaskedInput } from './personal.ts'
import type { AnyResource, Operation } from './resource.ts'
import { basePathOf, inSentence, tableOf } from './resource.ts'
import { endpointsOf, revealEndpoint } from './resource-endpoints.ts'
import type { ResourceServer, SaveCall } from './resource.server.ts'
import { isWorkedOut } from './sortable.ts'

type Values = Record<string, unknown>
export type RecordCall = Call<{ id: string }, Readonly<Record<string, unknown>>, unknown>
type One = Pick<RecordCall, 'params' | 'db'>

/** What every call about a resource works with. */
export interface Desk { readonly server: ResourceServer; readonly resource: AnyResource; readonly lookup: Lookup }

/** `timeZone` is the IANA zone whose days its list counts where a filter names none. */
interface ListDesk extends Desk { readonly timeZone: string }

const asIs = (_field: AnyField, value: unknown) => value

/** How a value is handed to the driver. */
const parameters = {
  text: asIs, longText: asIs, integer: asIs, decimal: asIs, percent: asIs, money: asIs, boolean: asIs, date: asIs,
  time: asIs, instant: asIs, select: asIs, choices: asIs, words: asIs, ref: asIs, refs: asIs,
  rows: (_field, value) => JSON.stringify(value),
} satisfies KindTable<[value: unknown], unknown>

/** Every call of a resource with its server part. `timeZone` is the IANA zone whose days its list counts. */
export function crud(server: ResourceServer, lookup: Lookup, timeZone: string): readonly Implementation[] {
  const desk: ListDesk = { server, resource: server.resource, lookup, timeZone }
  const handlers: Record<Operation, (desk: ListDesk, call: RecordCall) => Promise<unknown>> = {
    list: listRecords, read: readRecord, create: createRecord, update: updateRecord, delete: deleteRecord,
  }
  const derived = endpointsOf(server.resource).map((endpoint): Implementation => {
    const { operation } = endpoint
    return {
      endpoint,
      transaction: operation !== 'list' && operation !== 'read',
      heedsLimits: true,
      handle: async (call) => {
        try {
          return await handlers[operation](desk, call as RecordCall)
        } catch (error) {
          throw refusalOf(error, server.resource, operation)
        }
      },
    }
  })
  return maskedKeys(server.resource).length === 0 ? derived : [...derived, reveal(desk)]
}

/** Answers with what is masked, and writes down who wanted it and why. */
function reveal(desk: Desk): Implementation {
  const { resource } = desk
  const { object, update = object } = resource.access
  return implement(revealEndpoint(resource), async (call) => {
    assertPersonalData(call.actor, object)
    const record = await fetchRecord(desk, call, idOf(desk, call))
    if (!record) throw missing(desk)
    await assertInCities(desk, call, update, [record])
    const keys = maskedKeys(resource)
    call.note({
      action: 'reveal', object: resource.name, recordId: Number(record['id']), title: auditTitleOf(resource, record),
      after: { revealed: keys }, reason: call.input.reason,
    })
    return Object.fromEntries(keys.map((key) => [key, (record[key] ?? null) as string | null]))
  }, { isSecret: true, heedsLimits: true })
}

async function listRecords({ server, resource, lookup, timeZone }: ListDesk, { query, db, reply }: RecordCall): Promise<JsonText> {
  const list = parseList(resource, query, timeZone)
  const { rows: [page] } = await listSql(server, list, lookup).execute(db).catch((error: unknown) => {
    throw list.keyset?.after && isDataException(error) ? cursorRefused() : error
  })
  if (!page) throw new Error('A list answers with one row.')
  const last = list.offset + page.found - 1
  if (isWorkedOut(list.sort.field) && Number(page.total) > countCap) throw sortRefused(list.sort)
  if (page.total !== null && !list.keyset) {
    const capped = page.total > countCap
    const total = capped ? countCap : page.total
    reply.header('Content-Range', `${resource.name} ${page.found === 0 ? '*' : `${list.offset}-${last}`}/${total}`)
    reply.header('X-Total-Count', total)
    reply.header('X-Total-Count-Kind', capped ? 'capped' : 'exact')
  }
  if (page.found === list.limit && page.position) reply.header('X-Next-Cursor', cursorText(list.sort, page.position))
  return new JsonText(page.records)
}

/** The id that the address names. */
export function idOf(desk: Desk, call: One): number {
  const { id } = call.params
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw missing(desk)
  return Number(id)
}

export function missing({ resource }: Desk): Refusal {
  return new Refusal(404, t('There is no such {one}.', { one: inSentence(t(resource.label[0])) }))
}

/** A record's version as a strong ETag. */
export function etagOf(record: Readonly<Record<string, unknown>>): string {
  return `"${String(record['version'])}"`
}

/** A record as it is, nothing masked. */
export async function fetchRecord({ server, lookup }: Desk, { db }: One, id: number): Promise<Values | undefined> {
  const { rows: [row] } = await recordSql(server, id, lookup).execute(db)
  return row?.record
}

async function readRecord(desk: Desk, call: RecordCall): Promise<Values> {
  const record = await fetchRecord(desk, call, idOf(desk, call)) ?? await fetchHeir(desk, call)
  if (!record) throw missing(desk)
  call.reply.header('ETag', etagOf(record))
  return maskedRecord(desk.resource, record)
}

async function fetchHeir(desk: Desk, call: RecordCall): Promise<Values | undefined> {
  const heir = await desk.server.heirOf?.(call.db, idOf(desk, call)) ?? null
  if (heir === null) return undefined
  call.reply.header('Content-Location', `${basePathOf(desk.resource)}/${heir}`)
  return await fetchRecord(desk, call, heir)
}

/** Locks the row, so that two savers of one record queue up, and answers with it as it is now. */
export async function lockRecord(desk: Desk, call: One & Pick<RecordCall, 'request'>): Promise<Values> {
  const id = idOf(desk, call)
  const { rows } = await sql`select 1 from ${sql.table(tableOf(desk.resource))} where id = ${id} for update`.execute(call.db)
  const record = rows.length === 0 ? undefined : await fetchRecord(desk, call, id)
  if (!record) throw missing(desk)
  const expected = call.request.headers['if-match']
  if (expected !== undefined && expected !== '*' && expected !== etagOf(record)) {
    throw new Refusal(412, t('Somebody has changed this {one} since you opened it.', { one: inSentence(t(desk.resource.label[0])) }), {
      current: maskedRecord(desk.resource, record), headers: { ETag: etagOf(record) },
    })
  }
  return record
}

/** What is written into which column. */
export function columnsOf(resource: AnyResource, draft: Readonly<Values>): [column: string, value: RawBuilder<unknown>][] {
  return Object.entries(draft).map(([key, value]) => {
    const field = resource.fields[key]
    if (!field) throw new Error(`${resource.name} has no ${key}`)
    return [columnOf(key), sql`${value === null ? null : ask<[unknown], unknown>(parameters, field, value)}`]
  })
}

/** Creates a record out of the call's body, for endpoints that do more than that. */
export async function createRecord(desk: Desk, call: RecordCall): Promise<Values> {
  const { resource, server } = desk
  const draft = parseDraft(resource, call.input, null)
  checkDraft(resource, draft)
  const save = { draft, current: null, ...doerOf(call) }
  await server.beforeSave?.(save)
  await assertInCities(desk, call, resource.access.object, [draft])
  const columns = columnsOf(resource, draft)
  const { rows: [row] } = await sql<{ id: number }>`
    insert into ${sql.table(tableOf(resource))} (${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(call.db)
  if (!row) throw new Error('An insert answers with its row.')
  await server.afterSave?.({ ...save, id: row.id })
  const record = await fetchRecord(desk, call, row.id)
  if (!record) throw new Error('A new record can be read.')
  call.note(entryOf(resource, 'create', record, { before: null, after: stored(resource, record) }))
  call.reply.header('ETag', etagOf(record)).header('Location', `${basePathOf(resource)}/${row.id}`)
  return maskedRecord(resource, record)
}

/** Who changes a record, and in which transaction. `address` is absent when the server works by itself. */
export interface Doer { readonly db: Db; readonly actor: Actor; readonly address?: string; readonly note: (entry: AuditEntry) => void }

const doerOf = ({ db, actor, request, note }: RecordCall): Doer => ({ db, actor, address: request.clientAddress, note })

/** An update that every rule has let pass. */
export interface Update { readonly save: SaveCall; readonly keys: readonly string[] }

/** What an update of a locked record would store, every rule asked and nothing written. Null: it changes nothing. */
export async function planUpdate(desk: Desk, doer: Doer, current: Values, input: unknown): Promise<Update | null> {
  const { resource, server } = desk
  const sent = parseDraft(resource, unmaskedInput(resource, input, current), current)
  const draft = { ...stored(resource, current), ...sent }
  checkDraft(resource, draft)
  const save = { draft, current, ...doer }
  await server.beforeSave?.(save)
  await assertInCities(desk, doer, resource.access.update ?? resource.access.object, [current, { ...current, ...draft }])
  const keys = Object.keys(difference(current, draft).after)
  return keys.length === 0 ? null : { save, keys }
}

/** Writes some fields of a draft into its row, and lets the resource do what comes after. */
export async function writeUpdate({ resource, server }: Desk, id: number, { save, keys }: Update): Promise<void> {
  const columns = columnsOf(resource, Object.fromEntries(keys.map((key) => [key, save.draft[key]])))
  await sql`
    update ${sql.table(tableOf(resource))} set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
      version = version + 1, updated_at = now() where id = ${id}`.execute(save.db)
  await server.afterSave?.({ ...save, id })
}

/** Updates the record that `params.id` names, for endpoints that name it in another way. */
export async function updateRecord(desk: Desk, call: RecordCall): Promise<Values> {
  const { resource } = desk
  const current = await lockRecord(desk, call)
  const update = await planUpdate(desk, doerOf(call), current, call.input)
  if (!update) {
    call.reply.header('ETag', etagOf(current))
    return maskedRecord(resource, current)
  }
  const id = idOf(desk, call)
  await writeUpdate(desk, id, update)
  const record = await fetchRecord(desk, call, id)
  if (!record) throw missing(desk)
  // As it was stored: the database may have rounded, and hooks may have added to it.
  call.note(entryOf(resource, 'update', record, difference(stored(resource, current), stored(resource, record))))
  call.reply.header('ETag', etagOf(record))
  return maskedRecord(resource, record)
}

/** Deletes a locked record, if every rule lets it, and answers with what the audit keeps of it. */
export async function removeRecord(desk: Desk, doer: Doer, current: Values): Promise<AuditEntry> {
  const { resource, server } = desk
  await assertInCities(desk, doer, resource.access.object, [current])
  await server.beforeDelete?.({ current, ...doer })
  await sql`delete from ${sql.table(tableOf(resource))} where id = ${current['id']}`.execute(doer.db)
  // With its head, so that it can come back as what it was.
  const { version, createdAt } = current
  return entryOf(resource, 'delete', current, { before: { ...stored(resource, current), version, createdAt }, after: null })
}

async function deleteRecord(desk: Desk, call: RecordCall): Promise<Values> {
  const current = await lockRecord(desk, call)
  call.note(await removeRecord(desk, doerOf(call), current))
  return maskedRecord(desk.resource, current)
}

/** The fields that the table keeps, derived ones and the records of references left out. */
export function stored(resource: AnyResource, record: Readonly<Values>): Values {
  return Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => !field.derived).map(([key]) => [key, record[key] ?? null]))
}

/** What the audit keeps of something that was done to a record, which is given as it is now. */
export function entryOf(
  resource: AnyResource, action: string, record: Readonly<Values>, changes: { before: Values | null; after: Values | null },
): AuditEntry {
  return {
    action, object: resource.name, recordId: Number(record['id']), title: auditTitleOf(resource, record), version: Number(record['version']),
    before: changes.before && traceOf(resource, changes.before), after: changes.after && traceOf(resource, changes.after),
  }
}
