import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { language, t } from '../../core/i18n/language.ts'
import { callList, listCallOf } from '../../core/list/list-call.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fileFormats } from './export-files.server.ts'
import type { ExportParts } from './export-jobs.server.ts'
import { makeExportsJob } from './export-jobs.server.ts'
import { fetchExports, traceOfExport } from './export-records.server.ts'
import type { Export } from './exports.ts'
import {
  cancelExport,
  downloadExport,
  exportEndpoint,
  isUnderWay,
  listExports,
  mediaTypes,
  maxUnderWay,
  readExport,
} from './exports.ts'
import { frozenQuery } from '../../core/list/frozen-query.server.ts'

type Parts = ExportParts & { readonly timeZone: string }

/** Only the owner and the super user find it; for everyone else it doesn't exist. */
async function fetchExport(db: Db, actor: Actor, id: string): Promise<Export> {
  const [found] = /^[1-9][0-9]{0,14}$/.test(id)
    ? await fetchExports(db, sql`t.id = ${Number(id)} and t.expires_at > now()`)
    : []
  if (!found || (found.owner.id !== actor.id && !actor.grants.isSuperUser))
    throw new Refusal(404, t('Export not found. It might have expired.'))
  return found
}

/** Everything about exports: a start for every resource with a list, and the calls about the caller's own exports. */
export function implementExports(parts: Parts): readonly Implementation[] {
  const listed = parts.resources.filter(({ operations }) => operations.includes('list'))
  return [
    ...listed.map((resource) => startServer(resource, parts)),

    implement(listExports, ({ db, actor }) => fetchExports(db, sql`t.owner_id = ${actor.id} and t.expires_at > now()`)),

    implement(readExport, ({ params, db, actor }) => fetchExport(db, actor, params.id)),

    implement(cancelExport, async ({ params, db, actor, audit }) => {
      const found = await fetchExport(db, actor, params.id)
      const { numAffectedRows } = await sql`
        update exports set state = 'cancelled', finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
        where id = ${found.id} and state in ('queued', 'running')`.execute(db)
      if (!numAffectedRows) throw new Refusal(409, t('This export has already ended.'))
      const record = await fetchExport(db, actor, params.id)
      audit.record({
        action: 'export-cancelled',
        object: record.resource,
        after: { export: record.id, format: record.format, rows: record.rowsDone },
      })
      return record
    }),

    implement(downloadExport, async ({ params, db, actor, request, reply }) => {
      const found = await fetchExport(db, actor, params.id)
      authorise(actor, exportEndpoint(resourceOf(listed, found)))
      if (found.state !== 'done')
        throw new Refusal(
          409,
          isUnderWay(found) ? t('This export is not done yet.') : t('This export failed, so there’s no file.'),
        )
      const entry = {
        action: 'export-downloaded',
        object: found.resource,
        after: { export: found.id, format: found.format, rows: found.rowsDone },
      }
      // What leaves the system is written down before its first byte does.
      await db
        .transaction()
        .execute((transaction) =>
          appendAudit(transaction, [entry], { actor, requestId: request.id, address: request.clientAddress }),
        )
      reply
        .type(`${mediaTypes[found.format]}${found.format === 'csv' ? '; charset=utf-8' : ''}`)
        .header('Content-Length', found.bytes)
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="${found.fileName}"`)
      // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
      return Readable.from(pieces(db, found), { objectMode: false }) as unknown as string
    }),
  ]
}

function startServer(resource: AnyResource, { implementations, timeZone }: Parts): Implementation {
  return implement(exportEndpoint(resource), async ({ input, db, actor, reply, audit }) => {
    if (actor.id === null) throw new Refusal(403, t('Only staff can export.'))
    const query = frozenQuery(resource, input, timeZone)
    const { total } = await callList(listCallOf(implementations(), resource), actor, db, {
      ...(query.filter !== null && { filter: query.filter }),
      ...(query.q !== null && { q: query.q }),
      range: '[0,0]',
      fields: '["id"]',
    })
    const { maxRows } = fileFormats[input.format]
    if (total !== null && total > maxRows)
      throw new Refusal(
        422,
        t('A worksheet can have at most {maxRows} rows, and this list has {total}.', {
          maxRows: formatNumber(maxRows),
          total: formatNumber(total),
        }),
        { fields: { format: t('Choose CSV.') } },
      )
    // Two of a person's calls at once must not both find the last place free.
    await sql`select pg_advisory_xact_lock(hashtextextended('exports', ${actor.id}))`.execute(db)
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into exports (owner_id, language, resource, format, filter, q, sort, columns, rows_total)
      select ${actor.id}::bigint, ${language()}, ${resource.name}, ${input.format}, ${query.filter}::text, ${query.q}::text, ${query.sort}, ${[...query.columns]}::text[], ${total}::integer
      where (select count(*) from exports where owner_id = ${actor.id} and state in ('queued', 'running')) < ${maxUnderWay}
      returning id`.execute(db)
    if (!made) {
      throw new Refusal(
        429,
        t('{maxUnderWay} of your exports are waiting or in progress. Wait for one of them, or cancel it.', {
          maxUnderWay,
        }),
        { headers: { 'Retry-After': '10' } },
      )
    }
    const record = await fetchExport(db, actor, String(made.id))
    audit.record({
      action: 'export',
      object: resource.name,
      after: { ...traceOfExport(resource, record), ...(total !== null && { rows: total }) },
    })
    // By then the transaction is over, however it ended.
    reply.raw.once('close', () => wakeJob(makeExportsJob))
    reply.header('Location', `/rest/data/exports/${made.id}`)
    return record
  })
}

function resourceOf(resources: readonly AnyResource[], { resource: name }: Export): AnyResource {
  const found = resources.find((resource) => resource.name === name)
  if (!found) throw new Refusal(404, t('The list of this export does not exist any more.'))
  return found
}

/** A piece in memory at a time, and the connection free while it travels. */
async function* pieces(db: Db, { id, format, bytes }: Export): AsyncGenerator<Uint8Array> {
  for (let [position, left] = [0, bytes]; left > 0; position++) {
    const {
      rows: [piece],
    } = await sql<{
      data: Buffer
    }>`select data from export_chunks where export_id = ${id} and position = ${position}`.execute(db)
    // The export expired during the download. Breaking off tells the client that the file is incomplete; a normal end
    // wouldn't.
    if (!piece) throw new Error(`Export ${id} has no piece ${position}.`)
    const content = await fileFormats[format].unpack(piece.data)
    left -= content.length
    yield content
  }
}
