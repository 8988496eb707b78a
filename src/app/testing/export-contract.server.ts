import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Export, ExportFormat } from '../../platform/transfer/exports.ts'
import { parted, readCsv } from '../../platform/transfer/testing/read-files.server.ts'
import { fromCsvCell } from '../../core/csv.ts'
import type { AnyField, KindTable } from '../../core/resource/fields.ts'
import { ask, refKey } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { allFields } from '../../core/resource/resource.ts'
import type { Caller, Reply, Row, TestContext } from '../../core/testing/test-context.server.ts'
import { inShort, pathTo } from '../../core/testing/test-context.server.ts'

const asText = (_field: AnyField, cell: string) => fromCsvCell(cell)
const asNumber = (_field: AnyField, cell: string) => Number(cell)
const asIs = (_field: AnyField, cell: string) => cell
const asList = (_field: AnyField, cell: string) => parted(fromCsvCell(cell))

/** The value a client of the API would have for a non-empty cell, calculated from the cell alone. */
const values = {
  text: asText,
  longText: asText,
  select: asText,
  integer: asNumber,
  decimal: asNumber,
  ref: asNumber,
  percent: (_field, cell) => Math.round(Number(cell) * 100),
  money: (_field, cell) => Number(cell.replace('.', '')),
  boolean: (_field, cell) => cell === 'true',
  date: asIs,
  time: asIs,
  instant: asIs,
  choices: asList,
  words: asList,
  refs: (_field, cell) => parted(cell).map(Number),
  rows: (_field, cell) => JSON.parse(fromCsvCell(cell)) as unknown,
} satisfies KindTable<[cell: string], unknown>

/** A field's value where its cell is empty. */
const none = () => null
const blank = () => []
const empties = {
  text: none,
  longText: none,
  select: none,
  integer: none,
  decimal: none,
  ref: none,
  percent: none,
  money: none,
  boolean: none,
  date: none,
  time: none,
  instant: none,
  choices: blank,
  words: blank,
  refs: blank,
  rows: blank,
} satisfies KindTable<[], unknown>

/** What exports promise of every list, no matter who defined it. */
export function exportContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!resource.operations.includes('list')) return
  const path = pathTo(resource)
  const start = (caller: Caller, format: ExportFormat, query: object = {}) =>
    caller.post(`${path}/exports`, { format, ...query })

  async function made(reply: Reply): Promise<Export> {
    expect(reply.status, inShort(reply)).toBe(201)
    await testContext().runJob?.('make-exports')
    return (await testContext().admin.get(`/rest/data/exports/${(reply.body as Export).id}`)).body as Export
  }

  describe('exports', () => {
    it('hold what the list shows, record by record and value by value', async () => {
      const { admin } = testContext()
      await testContext().maker.make(resource)
      // An entry of the audit gets its place in the chain a moment after it was written.
      const unsealed = () => sql`select from audit_unsealed limit 1`.execute(testContext().db)
      await expect.poll(async () => (await unsealed()).rows.length, { timeout: 10_000 }).toBe(0)
      const rows = (await admin.get(path, { sort: ['id', 'ASC'], range: [0, 24] })).body as Row[]
      expect(rows.length).toBeGreaterThan(0)
      const filter = JSON.stringify({ id: { lte: rows.at(-1)?.['id'] } })
      const one = await made(await start(admin, 'csv', { filter, sort: '["id","ASC"]' }))
      expect(one).toMatchObject({ state: 'done', rowsDone: rows.length, rowsTotal: rows.length, error: null })
      const file = await admin.get(`/rest/data/exports/${one.id}/file`)
      const [header = [], ...lines] = readCsv(String(file.body))
      const records = lines.map((line) => Object.fromEntries(header.map((key, index) => [key, line[index] ?? ''])))
      expect(records).toHaveLength(rows.length)
      for (const [index, row] of rows.entries()) {
        const record = records[index] ?? {}
        for (const [key, field] of allFields(resource)) {
          const cell = record[key]
          if (cell === undefined) throw new Error(`The file has no ${key}.`)
          expect(
            cell === '' ? ask<[], unknown>(empties, field) : ask<[string], unknown>(values, field, cell),
            `${key} of ${String(row['id'])}`,
          ).toEqual(row[key])
          if (!('to' in field)) continue
          const shown = [row[refKey(key)]].flat().filter((object) => object !== null) as { title: unknown }[]
          const title = fromCsvCell(record[refKey(key)] ?? '')
          expect(field.kind === 'refs' ? parted(title) : [title].filter(Boolean)).toEqual(
            shown.map((object) => String(object.title)),
          )
        }
      }
    })

    it('can be had as a workbook', async () => {
      const reply = await start(testContext().admin, 'xlsx', { columns: [...resource.list.columns] })
      expect(await made(reply)).toMatchObject({ state: 'done', error: null, columns: resource.list.columns })
    })

    it('are refused without the permission to export, and for what the list does not know', async () => {
      const { admin, reader, stranger } = testContext()
      for (const caller of [reader, stranger]) expect((await start(caller, 'csv')).status).toBe(403)
      for (const query of [
        { filter: '{"nobodyKnows":1}' },
        { sort: '["nobodyKnows","ASC"]' },
        { columns: ['nobodyKnows'] },
        { columns: [] },
        { nobodyKnows: 1 },
      ]) {
        const reply = await start(admin, 'csv', query)
        expect([reply.status, JSON.stringify(reply.body)], inShort(reply)).toEqual([
          422,
          expect.stringMatching(/nobodyKnows|columns/),
        ])
      }
    })
  })
}
