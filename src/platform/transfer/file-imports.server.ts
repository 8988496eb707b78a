import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Actor } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { FileImport, RowResult } from './file-imports.ts'
import {
  applyFileImport,
  cancelFileImport,
  checkFileImport,
  downloadImportReport,
  fileImportEndpoint,
  isAtWork,
  isOver,
  listFileImports,
  listImportRows,
  maxAtOnce,
  pieceBytes,
  readFileImport,
  rowResults,
  sendPiece,
  showFileImport,
} from './file-imports.ts'
import { isImportable } from './import-paths.ts'
import type { ImportParts } from './import-jobs.server.ts'
import { fileImportsJob, stages } from './import-jobs.server.ts'
import { countPieces, fetchFileImports, fetchRows, keepPiece } from './import-records.server.ts'
import { reportOf } from './import-report.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'
import { advance, fetchOwn, startFileImport } from './start-file-imports.server.ts'
import { assertChoice } from './import-choice.server.ts'

/** Rows on a page of the preview. */
const pageRows = 50

/**
 * Everything about file imports: a start for every resource that accepts files, and the calls about the caller's own
 * imports.
 */
export function implementFileImports(parts: ImportContextParts): readonly Implementation[] {
  const importable = parts.resources.filter(isImportable)
  const context = createImportContext(importable, parts)
  return [
    ...importable.map(startFileImport),
    implement(listFileImports, ({ db, actor }) =>
      fetchFileImports(db, sql`t.owner_id = ${actor.id} and t.expires_at > now()`),
    ),
    implement(showFileImport, ({ params, db, actor }) => fetchOwn(db, actor, params.id)),
    ...uploadServers(context),
    ...workServers(context),
    ...resultServers(context),
  ]
}

type ImportContextParts = ImportParts & { readonly database: Database; readonly log: Logger }

type ImportContext = ReturnType<typeof createImportContext>

function createImportContext(importable: readonly AnyResource[], parts: ImportContextParts) {
  function resourceOf({ resource: name }: FileImport, actor: Actor): AnyResource {
    const found = importable.find((resource) => resource.name === name)
    if (!found) throw new Refusal(404, t('This list no longer accepts files.'))
    authorise(actor, fileImportEndpoint(found), true)
    return found
  }

  /** Does the work that was asked for: at once where it is short, in a job where it would keep the caller waiting. */
  async function begin(isShort: boolean, db: Db, actor: Actor, id: number): Promise<FileImport> {
    if (!isShort) {
      wakeJob(fileImportsJob)
      return await fetchOwn(db, actor, String(id))
    }
    const context = { ...parts, signal: new AbortController().signal }
    const claimed = await claimImport(context, id)
    const task = claimed && new ImportTask(context, claimed, stages)
    while (task && !(await task.step()));
    if (task?.refusal?.code === 'FreshSignInRequired') throw task.refusal
    const one = await fetchOwn(db, actor, String(id))
    // Something failed on the way; a job continues the work.
    if (isAtWork(one)) wakeJob(fileImportsJob)
    return one
  }

  return { resourceOf, begin, implementations: parts.implementations }
}

/** What brings a file here. */
function uploadServers(context: ImportContext): Implementation[] {
  return [
    implement(sendPiece, async ({ params, input, db, actor }) => {
      const one = await fetchOwn(db, actor, params.id)
      context.resourceOf(one, actor)
      if (one.state !== 'uploading') throw new Refusal(409, t('This file has been uploaded already.'))
      const position = /^\d{1,4}$/.test(params.position) ? Number(params.position) : Number.NaN
      const data = Buffer.from(input.data, 'base64')
      // What Base64 does not know is left out in silence, so the length tells whether all of it was understood.
      if (data.toString('base64') !== input.data) throw invalid({ data: t('Send the piece as Base64.') })
      const expected = Math.min(pieceBytes, one.bytes - position * pieceBytes)
      if (!(expected > 0))
        throw invalid({ position: t('The file has no piece {position}.', { position: params.position }) })
      if (data.length !== expected)
        throw invalid({ data: t('Piece {position} must have {expected} bytes.', { position, expected }) })
      await keepPiece(db, one.id, position, data)
      return { bytes: data.length }
    }),

    implement(
      readFileImport,
      async ({ params, db, actor, request }) => {
        const one = await fetchOwn(db, actor, params.id)
        context.resourceOf(one, actor)
        if (one.state !== 'uploading') throw new Refusal(409, t('This file has been read already.'))
        const pieces = Math.ceil(one.bytes / pieceBytes)
        const kept = await countPieces(db, one.id)
        if (kept !== pieces)
          throw new Refusal(
            409,
            t('{kept} of {pieces} pieces of this file are here. Send the others first.', { kept, pieces }),
          )
        await advance(db, one, sql`state = 'reading', attempts = 0, address = ${request.clientAddress}`)
        return await context.begin(pieces === 1, db, actor, one.id)
      },
      { transaction: 'own' },
    ),
  ]
}

/** What checks a file, applies it, and ends that. */
function workServers(context: ImportContext): Implementation[] {
  return [
    implement(
      checkFileImport,
      async ({ params, input, db, actor, request }) => {
        const one = await fetchOwn(db, actor, params.id)
        const resource = context.resourceOf(one, actor)
        if (one.state !== 'read' && one.state !== 'checked') throw new Refusal(409, notNow(one))
        assertChoice(context.implementations(), resource, one, input, actor)
        await advance(
          db,
          one,
          sql`
        state = 'checking', attempts = 0, position = 0, rows_done = 0, error = null, mapping = ${input.mapping}::text[], key_field = ${input.keyField},
        mode = ${input.mode}, address = ${request.clientAddress}, is_fresh = ${actor.session?.isFresh ?? false}`,
        )
        return await context.begin(one.rowsTotal <= maxAtOnce, db, actor, one.id)
      },
      { transaction: 'own' },
    ),

    implement(
      applyFileImport,
      async ({ params, db, actor, request }) => {
        const one = await fetchOwn(db, actor, params.id)
        const resource = context.resourceOf(one, actor)
        if (one.state !== 'checked') throw new Refusal(409, notNow(one))
        if (one.toCreate + one.toChange === 0) throw new Refusal(409, t('No changes in this file.'))
        const entry = {
          action: 'file-import',
          object: resource.name,
          after: {
            fileImport: one.id,
            rows: one.rowsTotal,
            toCreate: one.toCreate,
            toChange: one.toChange,
            keyField: one.keyField,
            fields: one.mapping.filter(Boolean),
          },
        }
        await written({ db, actor, request }, entry, (transaction) =>
          advance(
            transaction,
            one,
            sql`
        state = 'applying', attempts = 0, position = 0, rows_done = 0, error = null, address = ${request.clientAddress}, is_fresh = ${actor.session?.isFresh ?? false}`,
          ),
        )
        return await context.begin(one.toCreate + one.toChange <= maxAtOnce, db, actor, one.id)
      },
      { transaction: 'own' },
    ),

    implement(cancelFileImport, async ({ params, db, actor, audit }) => {
      const one = await fetchOwn(db, actor, params.id)
      const {
        rows: [left],
      } = await sql<{ created: number; changed: number }>`
        update file_imports set state = 'cancelled', finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
        where id = ${one.id} and finished_at is null returning created, changed`.execute(db)
      if (!left) throw new Refusal(409, t('This file import has already ended.'))
      // Until something has been applied, there is nothing worth auditing.
      if (one.state === 'applying')
        audit.record({ action: 'file-import-cancelled', object: one.resource, after: { fileImport: one.id, ...left } })
      return await fetchOwn(db, actor, params.id)
    }),
  ]
}

/** What shows what came of a file, or would come of it. */
function resultServers(context: ImportContext): Implementation[] {
  return [
    implement(listImportRows, async ({ params, query, db, actor }) => {
      const one = await fetchOwn(db, actor, params.id)
      context.resourceOf(one, actor)
      const results = (query.result ?? '')
        .split(',')
        .filter((word): word is RowResult => rowResults.some((known) => known === word))
      if (query.result !== undefined && results.length === 0)
        throw invalid({ result: t('The result must be one of {results}.', { results: rowResults.join(', ') }) })
      if (query.after !== undefined && !/^\d{1,9}$/.test(query.after))
        throw invalid({ after: t('after must be a row number.') })
      const rows = await fetchRows(
        db,
        one.id,
        sql`
        t.number > ${Number(query.after ?? 0)} and (${results.length === 0} or t.result = any(${results}::text[]))`,
        pageRows,
      )
      return rows.map(({ number, result, recordId, cells, changes, problems }) => ({
        number,
        result,
        recordId,
        cells: cells.map((cell) => (cell.length > 200 ? `${cell.slice(0, 200).toWellFormed()}…` : cell)),
        changes: [...(changes ?? [])],
        problems: [...(problems ?? [])],
      }))
    }),

    implement(downloadImportReport, async ({ params, query, db, actor, request, reply }) => {
      const one = await fetchOwn(db, actor, params.id)
      const resource = context.resourceOf(one, actor)
      if (query.only !== undefined && query.only !== 'refused') throw invalid({ only: t('only can be refused.') })
      if (one.state !== 'checked' && !(isOver(one) && one.rowsTotal > 0)) throw new Refusal(409, notNow(one))
      await written(
        { db, actor, request },
        {
          action: 'file-import-report',
          object: resource.name,
          after: { fileImport: one.id },
        },
      )
      const name = `${resource.name}-import-${one.id}${query.only === undefined ? '' : '-refused'}.csv`
      reply
        .type('text/csv; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="${name}"`)
      // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
      return Readable.from(reportOf(db, one, query.only === 'refused'), { objectMode: false }) as unknown as string
    }),
  ]
}

function notNow({ state }: FileImport): string {
  return state === 'uploading'
    ? t('This file has not been read yet.')
    : isAtWork({ state })
      ? t('This file is being processed. Wait until it’s done, or cancel it.')
      : state === 'read'
        ? t('Check this file first.')
        : t('This file import has already ended.')
}

/** Writes to the audit together with the change, for calls without a transaction of their own. */
async function written(
  { db, actor, request }: Pick<Call, 'db' | 'actor' | 'request'>,
  entry: AuditEntry,
  also?: (transaction: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await also?.(transaction)
    await appendAudit(transaction, [entry], { actor, requestId: request.id, address: request.clientAddress })
  })
}
