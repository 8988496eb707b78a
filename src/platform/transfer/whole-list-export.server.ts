import { Readable } from 'node:stream'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import { csvFile } from './csv-file.server.ts'
import { exportColumns } from './export-columns.ts'
import type { WholeListExport } from './whole-list-export.ts'

type Row = Readonly<Record<string, unknown>>

/** Exports a list that is read whole: its fields, of which the first names the row, and what else its columns show. */
export function implementWholeListExport(
  endpoint: WholeListExport,
  list: AnyResource,
  readAll: (db: Db) => Promise<readonly Row[]>,
): Implementation {
  const keys = [...new Set([...Object.keys(list.fields), ...list.list.columns])]
  const columns = exportColumns(list, keys).filter(({ key }) => key !== 'id')
  return implement(endpoint, async ({ db, query, actor, request, reply }) => {
    const all = await readAll(db)
    const byName = new Map(all.map((row) => [row[keys[0] ?? ''], row]))
    const rows = query.rows?.split('\n').flatMap((name): Row[] => [byName.get(name) ?? []].flat()) ?? all
    const entry = { action: 'export', object: list.name, after: { rows: rows.length } }
    // A download is one of the things that people do. It reads, so it has no transaction of its own.
    await db
      .transaction()
      .execute((trx) => appendAudit(trx, [entry], { actor, requestId: request.id, address: request.clientAddress }))
    reply
      .type('text/csv; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="${list.name}.csv"`)
    const pages = Readable.from([rows])
    // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
    return Readable.from(csvFile({ title: '', columns, pages }), { objectMode: false }) as unknown as string
  })
}
