import { sql } from 'kysely'
import type { Call } from '../http/endpoint.server.ts'
import { invalid, Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'
import type { Lookup } from '../list/list-sql.server.ts'
import { findRecord } from '../list/list-sql.server.ts'
import { maskedRecord } from '../resource/personal.ts'
import type { AnyResource } from '../resource/resource.ts'
import { basePathOf, inSentence, tableOf } from '../resource/resource.ts'
import type { ResourceServer } from '../resource/resource.server.ts'
import { spokenRecord } from '../resource/resource.server.ts'

export type Values = Record<string, unknown>

export type RecordCall = Call<{ id: string }, Readonly<Record<string, unknown>>, unknown>

type One = Pick<RecordCall, 'params' | 'db'>

/** What every call about a resource works with. */
export interface ResourceContext {
  readonly server: ResourceServer
  readonly resource: AnyResource
  readonly lookup: Lookup
}

/** The id that the address names. */
export function idOf(context: ResourceContext, call: One): number {
  const { id } = call.params
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw missing(context)
  return Number(id)
}

export function missing({ resource }: ResourceContext): Refusal {
  return new Refusal(404, t('{one} not found.', { one: t(resource.label[0]) }))
}

/** A record's version as a strong ETag. */
export function etagOf(record: Readonly<Record<string, unknown>>): string {
  return `"${String(record['version'])}"`
}

/** A record as it is, nothing masked. */
export async function fetchRecord(
  { server, lookup }: ResourceContext,
  { db }: One,
  id: number,
): Promise<Values | undefined> {
  const record = await findRecord(db, server, id, lookup)
  return record && spokenRecord(server, record)
}

export async function fetchMerged(context: ResourceContext, call: RecordCall): Promise<Values | undefined> {
  const replacement = (await context.server.mergedInto?.(call.db, idOf(context, call))) ?? null
  if (replacement === null) return undefined
  call.reply.header('Content-Location', `${basePathOf(context.resource)}/${replacement}`)
  return await fetchRecord(context, call, replacement)
}

/** Locks the row, so that two savers of one record queue up, and returns its current values. */
export async function lockRecord(context: ResourceContext, call: One & Pick<RecordCall, 'request'>): Promise<Values> {
  const id = idOf(context, call)
  const { rows } = await sql`select 1 from ${sql.table(tableOf(context.resource))} where id = ${id} for update`.execute(
    call.db,
  )
  const record = rows.length === 0 ? undefined : await fetchRecord(context, call, id)
  if (!record) throw missing(context)
  const expected = call.request.headers['if-match']
  if (expected !== undefined && expected !== '*' && expected !== etagOf(record)) throw stale(context.resource, record)
  return record
}

/** Refuses (412) a change of another version than is stored, and shows the record as it is now. */
function stale(resource: AnyResource, record: Readonly<Values>): Refusal {
  return new Refusal(412, t('This {one} changed since you opened it.', { one: inSentence(t(resource.label[0])) }), {
    current: maskedRecord(resource, record),
    headers: { ETag: etagOf(record) },
  })
}

/** A record that is sent back whole says in which version it was read: another one than is stored is a failed If-Match. */
export function assertVersionSent(resource: AnyResource, record: Readonly<Values>, input: unknown): void {
  if (typeof input !== 'object' || input === null || !('version' in input)) return
  if (!Number.isSafeInteger(input.version)) throw invalid({ version: t('Send version as the whole number you read.') })
  if (input.version !== record['version']) throw stale(resource, record)
}

/** The fields that the table keeps, derived ones and the records of references left out. */
export function stored(resource: AnyResource, record: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => !field.derived)
      .map(([key]) => [key, record[key] ?? null]),
  )
}
