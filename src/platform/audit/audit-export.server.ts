import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Grants } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { csvText } from '../../core/csv.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Cursor, ParsedList, Test } from '../../core/list/list-query.server.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import type { ListRow, Lookup } from '../../core/list/list-sql.server.ts'
import { listSql } from '../../core/list/list-sql.server.ts'
import { traceOfQuery } from '../../core/resource/personal.ts'
import type { AnyResource, RecordOf } from '../../core/resource/resource.ts'
import { headFields } from '../../core/resource/resource.ts'
import { exportAudit } from './audit.endpoints.ts'
import { audit } from './audit.ts'
import { auditServer } from './audit.server.ts'
import { actionWords, countedWords, fieldsOf, objectWords } from './entry-labels.ts'
import { masked, namedAfterPeople } from './personal.ts'
import { changeSentence, changeWords } from './value-labels.ts'

type AuditEntry = RecordOf<typeof audit>

/** Rows in one statement: some 20 ms of the database and of this process. */
const pageSize = 500

const columns = [
  'Id',
  'When (UTC)',
  'Outcome',
  'Actor',
  'Email',
  'Role',
  'Real actor',
  'Real actor’s email',
  'Own role',
  'Action',
  'Object',
  'Record id',
  'Record',
  'Changes',
  'Reason',
  'From address',
  'Request',
  'Hash',
]

function cells(entry: AuditEntry, resource: AnyResource | undefined): (string | number | null)[] {
  const changes =
    countedWords(entry, 'UTC') ??
    changeWords(entry.changes, fieldsOf(entry.object, resource), { zone: 'UTC', titles: {} })
      .map(changeSentence)
      .join('; ')
  return [
    entry.id,
    entry.at,
    entry.outcome,
    entry.actorName,
    entry.actorEmail,
    entry.actorRole,
    entry.realActorName,
    entry.realActorEmail,
    entry.elevatedFrom,
    actionWords(entry.action),
    objectWords(entry.object, resource),
    entry.recordId,
    entry.title,
    changes,
    entry.reason,
    entry.address,
    entry.requestId,
    entry.hash,
  ]
}

/** Searching must not find people by their names. */
function withoutNames(list: ParsedList, names: readonly string[]): Test[] {
  const looksAtTitles = list.q !== null || list.tests.some(({ key }) => key === 'title')
  return looksAtTitles && names.length > 0
    ? [{ key: 'object', field: audit.fields.object, operator: 'not', value: names }]
    : []
}

async function* lines(
  db: Db,
  list: ParsedList,
  resources: readonly AnyResource[],
  grants: Grants,
  lookup: Lookup,
): AsyncGenerator<string> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  yield csvText([columns])
  let after: Cursor | null = null
  for (;;) {
    const { rows }: { rows: ListRow[] } = await listSql(
      auditServer,
      { ...list, limit: pageSize, keyset: { after } },
      lookup,
    ).execute(db)
    const page: ListRow | undefined = rows[0]
    if (!page) return
    // Edge: PostgreSQL built this JSON by the definition.
    const entries = JSON.parse(page.records) as AuditEntry[]
    if (entries.length > 0) {
      yield csvText(
        entries.map((entry) => {
          const resource = byName.get(entry.object)
          return cells(masked(entry, resource, grants), resource)
        }),
      )
    }
    if (page.found < pageSize || !page.position) return
    after = { value: page.position[0], id: page.position[1] }
  }
}

/**
 * The export is one of the things that people do, so it is in the audit itself, before its first line is sent. What is
 * written from then on is not in the file.
 */
export function exportServer(resources: readonly AnyResource[], lookup: Lookup, timeZone: string): Implementation {
  return implement(exportAudit, async ({ query, db, actor, request, reply }) => {
    const list = parseList(audit, query, timeZone)
    const {
      rows: [last],
    } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(db)
    const tests: Test[] = [
      ...list.tests,
      ...withoutNames(list, namedAfterPeople(resources)),
      { key: 'id', field: headFields.id, operator: 'lte', value: last?.id ?? 0 },
    ]
    await db.transaction().execute((transaction) =>
      appendAudit(
        transaction,
        [
          {
            action: 'export',
            object: 'audit',
            after: traceOfQuery(audit, query),
          },
        ],
        { actor, requestId: request.id, address: request.clientAddress },
      ),
    )
    const {
      rows: [now],
    } = await sql<{ day: string }>`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD-HH24MI') as day`.execute(db)
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="audit-${now?.day ?? ''}.csv"`)
    // Edge: the core passes a stream on as it is; its text is what the endpoint promises.
    return Readable.from(lines(db, { ...list, tests }, resources, actor.grants, lookup)) as unknown as string
  })
}
