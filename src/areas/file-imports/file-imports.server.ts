import { Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Actor } from '../../kit/access.ts'
import { authorise } from '../../kit/access.server.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { labelOf } from '../../kit/fields.ts'
import { ringForJob } from '../../kit/jobs.server.ts'
import { language, t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { fieldOf, inSentence } from '../../kit/resource.ts'
import type { FileImport, ImportMode, RowResult } from './file-imports.ts'
import {
  applyFileImport, cancelFileImport, checkFileImport, downloadImportReport, fileImportEndpoint, isAtWork, isImportable, isOver, listFileImports,
  listImportRows, mostAtOnce, mostOpen, pieceBytes, readFileImport, rowResults, sendPiece, showFileImport,
} from './file-imports.ts'
import type { ImportParts } from './import-jobs.server.ts'
import { fileImportsJob, stages } from './import-jobs.server.ts'
import { fetchFileImports, fetchRows, keepPiece } from './import-records.server.ts'
import { reportOf } from './import-report.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'
import { flawOf, keyFieldsOf } from './import-targets.ts'
import { mayCall, recordCallsOf } from './record-call.server.ts'

/** Rows on a page of the preview. */
const pageRows = 50

/** Its owner's alone: what is in it was never stored for anybody else. */
async function fetchOwn(db: Db, actor: Actor, id: string): Promise<FileImport> {
  const [found] = /^[1-9][0-9]{0,14}$/.test(id)
    ? await fetchFileImports(db, sql`t.id = ${Number(id)} and t.owner_id = ${actor.id} and t.expires_at > now()`) : []
  if (!found) throw new Refusal(404, t('There is no such file import. It may have expired.'))
  return found
}

/** Everything about file imports: a beginning for every resource that takes files, and the calls about one's own. */
export function implementFileImports(
  { resources, implementations, database, log }: ImportParts & { readonly database: Database; readonly log: Logger },
): readonly Implementation[] {
  const importable = resources.filter(isImportable)

  function resourceOf({ resource: name }: FileImport, actor: Actor): AnyResource {
    const found = importable.find((resource) => resource.name === name)
    if (!found) throw new Refusal(404, t('This list takes no files any more.'))
    authorise(actor, fileImportEndpoint(found), true)
    return found
  }

  /** Moves an import on. Refuses when somebody else was a moment faster. */
  async function advance(db: Db, { id, state }: FileImport, change: RawBuilder<unknown>): Promise<void> {
    const { rows } = await sql`
      update file_imports set ${change}, updated_at = now(), version = version + 1 where id = ${id} and state = ${state} returning id`.execute(db)
    if (rows.length === 0) throw new Refusal(409, t('This file import has gone on meanwhile. Look at it again.'))
  }

  /** Does the work that was asked for: at once where it is short, in a job where it would keep the caller waiting. */
  async function begin(isShort: boolean, db: Db, actor: Actor, id: number): Promise<FileImport> {
    if (!isShort) {
      ringForJob(fileImportsJob)
      return await fetchOwn(db, actor, String(id))
    }
    const desk = { database, log, signal: new AbortController().signal, resources, implementations }
    const claimed = await claimImport(desk, id)
    const task = claimed && new ImportTask(desk, claimed, stages)
    while (task && !await task.step());
    if (task?.refusal?.code === 'FreshSignInRequired') throw task.refusal
    const one = await fetchOwn(db, actor, String(id))
    // Something went wrong on the way; a job goes on with it.
    if (isAtWork(one)) ringForJob(fileImportsJob)
    return one
  }

  const starts = importable.map((resource): Implementation => implement(fileImportEndpoint(resource), async ({ input, db, actor, reply }) => {
    if (actor.id === null) throw new Refusal(403, t('Only a member of staff can import a file.'))
    const fileName = input.fileName.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '').split(/[\\/]/).at(-1)?.trim() ?? ''
    // Two of a person's calls at once must not both find the last place free.
    await sql`select pg_advisory_xact_lock(hashtextextended('file-imports', ${actor.id}))`.execute(db)
    const { rows: [made] } = await sql<{ id: number }>`
      insert into file_imports (owner_id, language, resource, file_name, bytes)
      select ${actor.id}::bigint, ${language()}, ${resource.name}, ${fileName === '' ? 'file.csv' : fileName}, ${input.bytes}::integer
      where (select count(*) from file_imports where owner_id = ${actor.id} and finished_at is null and expires_at > now()) < ${mostOpen}
      returning id`.execute(db)
    if (!made) {
      throw new Refusal(429, t('{most} of your file imports are neither finished nor cancelled. Finish or cancel one of them.', { most: mostOpen }), { headers: { 'Retry-After': '60' } })
    }
    reply.header('Location', `/rest/data/file-imports/${made.id}`)
    return await fetchOwn(db, actor, String(made.id))
  }, { heedsLimits: true }))

  return [
    ...starts,

    implement(listFileImports, ({ db, actor }) => fetchFileImports(db, sql`t.owner_id = ${actor.id} and t.expires_at > now()`)),

    implement(showFileImport, ({ params, db, actor }) => fetchOwn(db, actor, params.id)),

    implement(sendPiece, async ({ params, input, db, actor }) => {
      const one = await fetchOwn(db, actor, params.id)
      resourceOf(one, actor)
      if (one.state !== 'uploading') throw new Refusal(409, t('This file has been uploaded already.'))
      const position = /^\d{1,4}$/.test(params.position) ? Number(params.position) : Number.NaN
      const data = Buffer.from(input.data, 'base64')
      // What Base64 does not know is left out in silence, so the length tells whether all of it was understood.
      if (data.toString('base64') !== input.data) throw invalid({ data: t('Send the piece as Base64.') })
      const expected = Math.min(pieceBytes, one.bytes - position * pieceBytes)
      if (!(expected > 0)) throw invalid({ position: t('The file has no piece {position}.', { position: params.position }) })
      if (data.length !== expected) throw invalid({ data: t('Piece {position} has to have {expected} bytes.', { position, expected }) })
      await keepPiece(db, one.id, position, data)
      return { bytes: data.length }
    }),

    implement(readFileImport, async ({ params, db, actor, request }) => {
      const one = await fetchOwn(db, actor, params.id)
      resourceOf(one, actor)
      if (one.state !== 'uploading') throw new Refusal(409, t('This file has been read already.'))
      const pieces = Math.ceil(one.bytes / pieceBytes)
      const { rows: [kept] } = await sql<{ pieces: number }>`select count(*) as pieces from file_import_pieces where import_id = ${one.id}`.execute(db)
      if (kept?.pieces !== pieces) throw new Refusal(409, t('{kept} of {pieces} pieces of this file are here. Send the others first.', { kept: kept?.pieces ?? 0, pieces }))
      await advance(db, one, sql`state = 'reading', attempts = 0, address = ${request.clientAddress}`)
      return await begin(pieces === 1, db, actor, one.id)
    }, { transaction: false }),

    implement(checkFileImport, async ({ params, input, db, actor, request }) => {
      const one = await fetchOwn(db, actor, params.id)
      const resource = resourceOf(one, actor)
      if (one.state !== 'read' && one.state !== 'checked') throw new Refusal(409, notNow(one))
      assertChoice(resource, one, input, actor)
      await advance(db, one, sql`
        state = 'checking', attempts = 0, position = 0, rows_done = 0, error = null, mapping = ${input.mapping}::text[], key_field = ${input.keyField},
        mode = ${input.mode}, address = ${request.clientAddress}, is_fresh = ${actor.session?.isFresh ?? false}`)
      return await begin(one.rowsTotal <= mostAtOnce, db, actor, one.id)
    }, { transaction: false }),

    implement(applyFileImport, async ({ params, db, actor, request }) => {
      const one = await fetchOwn(db, actor, params.id)
      const resource = resourceOf(one, actor)
      if (one.state !== 'checked') throw new Refusal(409, one.state === 'read' ? t('Check this file first.') : notNow(one))
      if (one.toCreate + one.toChange === 0) throw new Refusal(409, t('This file changes nothing, so there is nothing to apply.'))
      await written(db, request.id, request.clientAddress, actor, {
        action: 'file-import', object: resource.name,
        after: { fileImport: one.id, rows: one.rowsTotal, toCreate: one.toCreate, toChange: one.toChange, keyField: one.keyField, fields: one.mapping.filter(Boolean) },
      }, (transaction) => advance(transaction, one, sql`
        state = 'applying', attempts = 0, position = 0, rows_done = 0, error = null, address = ${request.clientAddress}, is_fresh = ${actor.session?.isFresh ?? false}`))
      return await begin(one.toCreate + one.toChange <= mostAtOnce, db, actor, one.id)
    }, { transaction: false }),

    implement(cancelFileImport, async ({ params, db, actor, note }) => {
      const one = await fetchOwn(db, actor, params.id)
      const { rows: [left] } = await sql<{ created: number; changed: number }>`
        update file_imports set state = 'cancelled', finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
        where id = ${one.id} and finished_at is null returning created, changed`.execute(db)
      if (!left) throw new Refusal(409, t('This file import has come to its end already.'))
      // Before anything was applied, there is nothing that anybody could want to know.
      if (one.state === 'applying') note({ action: 'file-import-cancelled', object: one.resource, after: { fileImport: one.id, ...left } })
      return await fetchOwn(db, actor, params.id)
    }),

    implement(listImportRows, async ({ params, query, db, actor }) => {
      const one = await fetchOwn(db, actor, params.id)
      resourceOf(one, actor)
      const results = (query.result ?? '').split(',').filter((word): word is RowResult => rowResults.some((known) => known === word))
      if (query.result !== undefined && results.length === 0) throw invalid({ result: t('The result is one of {results}.', { results: rowResults.join(', ') }) })
      if (query.after !== undefined && !/^\d{1,9}$/.test(query.after)) throw invalid({ after: t('after is the number of a row.') })
      const rows = await fetchRows(db, one.id, sql`
        t.number > ${Number(query.after ?? 0)} and (${results.length === 0} or t.result = any(${results}::text[]))`, pageRows)
      return rows.map(({ number, result, recordId, cells, changes, problems }) => ({
        number, result, recordId, cells: cells.map((cell) => (cell.length > 200 ? `${cell.slice(0, 200).toWellFormed()}…` : cell)),
        changes: [...changes ?? []], problems: [...problems ?? []],
      }))
    }),

    implement(downloadImportReport, async ({ params, query, db, actor, request, reply }) => {
      const one = await fetchOwn(db, actor, params.id)
      const resource = resourceOf(one, actor)
      if (query.only !== undefined && query.only !== 'refused') throw invalid({ only: t('only can be refused.') })
      if (one.state !== 'checked' && !(isOver(one) && one.rowsTotal > 0)) throw new Refusal(409, notNow(one))
      await written(db, request.id, request.clientAddress, actor, { action: 'file-import-report', object: resource.name, after: { fileImport: one.id } })
      const name = `${resource.name}-import-${one.id}${query.only === undefined ? '' : '-refused'}.csv`
      reply.type('text/csv; charset=utf-8').header('Cache-Control', 'no-store').header('Content-Disposition', `attachment; filename="${name}"`)
      // Edge: the kit passes a stream on as it is; its bytes are what the endpoint promises.
      return Readable.from(reportOf(db, one, query.only === 'refused'), { objectMode: false }) as unknown as string
    }),
  ]

  /** Whether columns, key and mode fit the file, the list and what the person may do. */
  function assertChoice(resource: AnyResource, one: FileImport, choice: { mapping: readonly string[]; keyField: string | null; mode: ImportMode }, actor: Actor): void {
    const { mapping, keyField, mode } = choice
    const { create, update } = recordCallsOf(implementations(), resource)
    const what = inSentence(t(resource.label[1]))
    if (mapping.length !== one.headings.length) throw invalid({ mapping: t('The file has {columns} columns: say for each of them what it is.', { columns: one.headings.length }) })
    const flaw = flawOf(resource, mapping)
    if (flaw !== null) throw invalid({ mapping: flaw })
    if (mode !== 'update' && !create) throw invalid({ mode: t('No {what} can be created here.', { what }) })
    if (mode !== 'create' && !update) throw invalid({ mode: t('No {what} can be changed here.', { what }) })
    for (const call of [mode === 'update' ? null : create, mode === 'create' ? null : update]) {
      if (call && !mayCall(actor, call)) authorise(actor, call.endpoint, call.heedsLimits)
    }
    if (keyField === null) {
      if (mode !== 'create') throw invalid({ keyField: t('Choose the column by which records are found again.') })
      return
    }
    if (!keyFieldsOf(resource).includes(keyField)) throw invalid({ keyField: t('{what} cannot be found by {keyField}.', { what: t(resource.label[1]), keyField }) })
    const field = fieldOf(resource, keyField)
    if (!mapping.includes(keyField)) throw invalid({ keyField: t('No column is mapped to {label}, by which records are to be found.', { label: field ? labelOf(keyField, field) : keyField }) })
  }

  function notNow({ state }: FileImport): string {
    return state === 'uploading' ? t('This file has not been read yet.')
      : isAtWork({ state }) ? t('This file is being worked at. Wait until that is done, or cancel it.')
        : state === 'read' ? t('Check this file first.') : t('This file import has come to its end already.')
  }

  /** Writes into the audit, beside what is done with it, where a call has no transaction of its own. */
  async function written(db: Db, requestId: string, address: string, actor: Actor, entry: AuditEntry, also?: (transaction: Db) => Promise<void>): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await also?.(transaction)
      await appendAudit(transaction, [entry], { actor, requestId, address })
    })
  }
}
