import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Export } from '../../platform/transfer/exports.ts'
import type { FileImport, ImportRow } from '../../platform/transfer/file-imports.ts'
import { isImportable } from '../../platform/transfer/import-paths.ts'
import { importFile } from '../../platform/transfer/testing/import-file.server.ts'
import { byteOrderMark, csvText } from '../../core/csv.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { auditLength } from '../../core/testing/audit-trail.server.ts'
import { freshRecord, oneField } from '../../core/testing/change-contract.server.ts'
import type { Row, TestContext } from '../../core/testing/test-context.server.ts'
import { inShort, pathTo } from '../../core/testing/test-context.server.ts'

const imports = '/rest/data/file-imports'
/** How many of the records that the other tests have left are taken out and brought in again. */
const maxRows = 40

/** A resource's table before and after an import, and the calls that make one. */
function importsOf(resource: AnyResource, testContext: () => TestContext) {
  const path = pathTo(resource)
  const versions = async () =>
    (
      await sql<{
        sum: number
      }>`select sum(version)::bigint + count(*) as sum from ${sql.table(tableOf(resource))}`.execute(testContext().db)
    ).rows[0]?.sum

  /** The newest records as an export writes them, in all columns. */
  async function exported(): Promise<string> {
    const { admin } = testContext()
    const rows = (await admin.get(path, { sort: ['id', 'DESC'], range: [0, maxRows - 1], fields: ['id'] }))
      .body as Row[]
    const started = await admin.post(`${path}/exports`, {
      format: 'csv',
      filter: JSON.stringify({ id: rows.map(({ id }) => id) }),
    })
    expect(started.status, inShort(started)).toBe(201)
    await testContext().runJob?.('make-exports')
    return String((await admin.get(`/rest/data/exports/${(started.body as Export).id}/file`)).body)
  }

  async function check(content: string): Promise<FileImport> {
    const { admin } = testContext()
    const one = await importFile(admin, resource, Buffer.from(content))
    const { mapping, mode, keyField } = one
    const reply = await admin.post(`${imports}/${one.id}/check`, { mapping, keyField, mode })
    expect(reply.status, inShort(reply)).toBe(200)
    return reply.body as FileImport
  }
  const flaws = async ({ id }: FileImport) =>
    (
      (await testContext().admin.get(`${imports}/${id}/rows`, { result: 'refused,change,create' })).body as ImportRow[]
    ).map(({ number, result, problems, changes }) => ({ number, result, problems, changes }))
  return { versions, exported, check, flaws }
}

/** What file imports promise of every resource that can be created or changed, no matter who defined it. */
export function importContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!isImportable(resource)) return
  const path = pathTo(resource)
  const { versions, exported, check, flaws } = importsOf(resource, testContext)

  describe('file imports', () => {
    it('of an unmodified export change nothing: no record, no version, no audit', async () => {
      await freshRecord(resource, testContext())
      const file = await exported()
      const [before, length] = [await versions(), await auditLength(testContext().db)]
      const one = await check(byteOrderMark + file.replace(byteOrderMark, ''))
      expect(await flaws(one)).toEqual([])
      expect(one).toMatchObject({ state: 'checked', toCreate: 0, toChange: 0, refused: 0, unchanged: one.rowsTotal })
      expect(one.rowsTotal).toBeGreaterThan(0)
      expect((await testContext().admin.post(`${imports}/${one.id}/apply`)).status).toBe(409)
      expect([await versions(), await auditLength(testContext().db)]).toEqual([before, length])
      expect((await testContext().admin.post(`${imports}/${one.id}/cancel`)).status).toBe(200)
    })

    if (resource.operations.includes('update'))
      it('with one cell changed change that field of that record, and nothing before it is applied', async () => {
        const { admin, db, maker } = testContext()
        const record = await freshRecord(resource, testContext())
        const other = await maker.draft(resource)
        const key = oneField(resource, record, other)
        const at = pathTo(resource, Number(record['id']))
        const one = await check(
          csvText([
            ['id', key],
            [Number(record['id']), String(other[key] ?? '')],
          ]),
        )
        expect([await flaws(one), (await admin.get(at)).body]).toEqual([
          [{ number: 2, result: 'change', problems: [], changes: [{ key, before: record[key], after: other[key] }] }],
          record,
        ])
        const applied = await admin.post(`${imports}/${one.id}/apply`)
        expect(applied.body, inShort(applied)).toMatchObject({
          state: 'done',
          changed: 1,
          created: 0,
          unchanged: 0,
          refused: 0,
        })
        expect((await admin.get(at)).body).toEqual({
          ...record,
          [key]: other[key],
          version: Number(record['version']) + 1,
          updatedAt: expect.any(String) as unknown,
        })
        const { rows } = await sql<Row>`
        select action, record_id, before, after, reason from audit_log where object = ${resource.name} and record_id = ${String(record['id'])} order by id desc limit 1`.execute(
          db,
        )
        expect(rows).toEqual([
          {
            action: 'update',
            record_id: String(record['id']),
            before: { [key]: record[key] },
            after: { [key]: other[key] },
            reason: `File import ${one.id}, row 2`,
          },
        ])
      })

    it('are refused to people who can only read', async () => {
      const { reader, stranger } = testContext()
      for (const caller of [reader, stranger])
        expect((await caller.post(`${path}/file-imports`, { fileName: 'a.csv', bytes: 1 })).status).toBe(403)
    })
  })
}
