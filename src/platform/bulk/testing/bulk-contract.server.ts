import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { freshRecord } from '../../../core/testing/change-contract.server.ts'
import { noSuchId } from '../../../core/testing/create-contract.server.ts'
import type { Caller, Reply, Row, TestContext } from '../../../core/testing/test-context.server.ts'
import { inShort, pathTo, problemsIn } from '../../../core/testing/test-context.server.ts'
import type { BulkPreview, DoneBulkEdit } from '../bulk-edits.ts'
import { accessOf, hasBulkEdits } from '../bulk-edits.ts'
import { bulkFields } from '../changes.ts'

/**
 * What must be true of every resource whose records can be changed: many can be changed at once, by the rules for one.
 */
export function bulkContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!hasBulkEdits(resource)) return
  const desk = createDesk(resource, testContext)
  describe('in bulk', () => {
    if (resource.operations.includes('update') && bulkFields(resource).length > 0) {
      itPreviewsChanges(desk)
      itMakesChanges(desk)
      itRefusesChanges(desk)
    }
    itIsGuarded(desk)
    itKeepsToTheSelection(desk)
  })
}

type Desk = ReturnType<typeof createDesk>

/** Makes records, and asks for bulk edits of them. */
function createDesk(resource: AnyResource, testContext: () => TestContext) {
  const path = pathTo(resource)
  const at = (record: Row) => pathTo(resource, Number(record['id']))
  const edit = (caller: Caller, body: object) => caller.post(`${path}/bulk-edits`, body)
  const preview = (caller: Caller, body: object) => caller.post(`${path}/bulk-edits/preview`, body)
  const fresh = (values: Row = {}) => freshRecord(resource, testContext(), values)
  const idsOf = (records: readonly Row[]) => records.map(({ id }) => Number(id)).sort((a, b) => a - b)

  /**
   * A field that can be changed alone, with a value that no record has: a text or, of a resource without one, a choice.
   * `before` is what the records are made with.
   */
  function change(): { key: string; value: string; before: Row } | null {
    const fields = bulkFields(resource)
    const [key] =
      fields.find(
        ([name, field]) =>
          (field.kind === 'longText' && !('format' in field)) ||
          (field.kind === 'text' && name === resource.title && !('pattern' in field)),
      ) ??
      fields.find(([, field]) => field.kind === 'text' && !('format' in field) && !('pattern' in field)) ??
      []
    if (key !== undefined) return { key, value: `Told to many ${crypto.randomUUID().slice(0, 8)}`, before: {} }
    const [chosen] = fields.flatMap(([name, field]) =>
      field.kind === 'select' && field.choices.length > 1 ? [{ key: name, choices: field.choices }] : [],
    )
    const [first = '', second = ''] = chosen?.choices ?? []
    return chosen ? { key: chosen.key, value: second, before: { [chosen.key]: first } } : null
  }

  return { resource, testContext, path, at, edit, preview, fresh, idsOf, change }
}

/** What a server refuses. */
const nothing = { key: '', value: '', before: {} }

function itPreviewsChanges({ resource, testContext, preview, fresh, idsOf, change }: Desk): void {
  it('says beforehand what would become of each, and writes nothing', async () => {
    const { admin, db } = testContext()
    const { key, value, before: made } = change() ?? nothing
    const records = [await fresh(made), await fresh(made)]
    const before =
      await sql`select t.* from ${sql.table(tableOf(resource))} t where id = any(${idsOf(records)}::bigint[]) order by id`.execute(
        db,
      )
    const reply = await preview(admin, { ids: [...idsOf(records), noSuchId], change: { [key]: { set: value } } })
    expect(reply.status, inShort(reply)).toBe(200)
    expect(reply.body).toMatchObject({
      total: 3,
      next: null,
      changed: 2,
      unchanged: 0,
    } satisfies Partial<BulkPreview>)
    expect((reply.body as BulkPreview).refused).toEqual([
      {
        reason: expect.stringMatching(/ not found\.$/) as string,
        count: 1,
        records: [{ id: noSuchId, title: expect.any(String) as string }],
      },
    ])
    expect(
      (
        await sql`select t.* from ${sql.table(tableOf(resource))} t where id = any(${idsOf(records)}::bigint[]) order by id`.execute(
          db,
        )
      ).rows,
    ).toEqual(before.rows)
    expect(await tracesOf(db, reply)).toEqual([])
  })
}

function itMakesChanges({ resource, testContext, at, edit, fresh, idsOf, change }: Desk): void {
  it('changes several, each with its own row in the audit, says of the rest why not, and takes it back', async () => {
    const { admin, db } = testContext()
    const { key, value, before } = change() ?? nothing
    const records = [await fresh(before), await fresh(before)]
    const ids = idsOf(records)
    const reply = await edit(admin, { ids: [...ids, noSuchId], change: { [key]: { set: value } } })
    expect(reply.status, inShort(reply)).toBe(201)
    const done = reply.body as DoneBulkEdit
    expect(done).toMatchObject({ state: 'done', total: 3, changed: 2, unchanged: 0, refused: 1, canUndo: true })
    expect(done.results.map(({ recordId, outcome }) => [recordId, outcome])).toEqual([
      ...ids.map((id) => [id, 'changed']),
      [noSuchId, 'refused'],
    ])
    for (const record of records) {
      expect((await admin.get(at(record))).body).toEqual({
        ...record,
        [key]: value,
        version: Number(record['version']) + 1,
        updatedAt: expect.any(String) as unknown,
      })
    }
    expect(await tracesOf(db, reply)).toMatchObject(
      ids.map((id) => ({
        action: 'update',
        object: resource.name,
        record_id: String(id),
        after: { [key]: value },
      })),
    )
    const again = await edit(admin, { ids, change: { [key]: { set: value } } })
    expect(again.body).toMatchObject({ changed: 0, unchanged: 2, refused: 0, canUndo: false })
    expect(await tracesOf(db, again)).toEqual([])
    const undone = await admin.post(`/rest/data/bulk-edits/${done.id}/undo`)
    expect(undone.status, inShort(undone)).toBe(201)
    expect(undone.body, inShort(undone)).toMatchObject({ action: 'undo', changed: 2, refused: 0, undoOf: done.id })
    for (const record of records) {
      expect((await admin.get(at(record))).body).toEqual({
        ...record,
        version: Number(record['version']) + 2,
        updatedAt: expect.any(String) as unknown,
      })
    }
    expect((await admin.post(`/rest/data/bulk-edits/${done.id}/undo`)).status).toBe(409)
  })
}

function itRefusesChanges({ resource, testContext, at, preview, fresh }: Desk): void {
  it('refuses fields that no two records share or only the server writes, and wrong values, by name', async () => {
    const { admin } = testContext()
    const record = await fresh()
    const open = new Set(bulkFields(resource).map(([key]) => key))
    const closed = Object.keys(resource.fields).filter((key) => !open.has(key))
    const reply = await preview(admin, {
      ids: [record['id']],
      change: Object.fromEntries([...closed, 'nobodyKnows'].map((key) => [key, { set: 'x' }])),
    })
    expect([reply.status, Object.keys(problemsIn(reply)).sort()], inShort(reply)).toEqual([
      422,
      [...closed, 'nobodyKnows'].sort(),
    ])
    expect((await admin.get(at(record))).body).toEqual(record)
  })
}

function itIsGuarded({ resource, testContext, path, at, edit, preview, fresh, change }: Desk): void {
  it('is refused to people who cannot change one', async () => {
    const { reader, stranger, anonymous } = testContext()
    const record = await fresh()
    const body = {
      ids: [record['id']],
      ...(resource.operations.includes('delete')
        ? { action: 'delete' }
        : { change: { [change()?.key ?? '']: { set: 'x' } } }),
    }
    const calls: ((caller: Caller) => Promise<Reply>)[] = [
      (caller) => edit(caller, body),
      (caller) => preview(caller, body),
      (caller) => caller.post(`${path}/selections`, {}),
    ]
    for (const caller of [reader, stranger, anonymous])
      for (const call of calls) expect((await call(caller)).status).toBe(403)
    expect((await testContext().admin.get(at(record))).body).toEqual(record)
    expect(accessOf(resource)[1]).toBe('write')
  })
}

function itKeepsToTheSelection({ resource, testContext, path, at, edit, preview, fresh, idsOf, change }: Desk): void {
  it('is of the records that matched when they were selected', async () => {
    const { admin } = testContext()
    const records = [await fresh(), await fresh()]
    const filter = JSON.stringify({ id: { gte: idsOf(records)[0] } })
    const selection = await admin.post(`${path}/selections`, { filter })
    expect([selection.status, (selection.body as { total: number }).total], inShort(selection)).toEqual([201, 2])
    const late = await fresh()
    const work = resource.operations.includes('delete')
      ? { action: 'delete' }
      : { change: { [change()?.key ?? '']: { set: change()?.value } } }
    const seen = await preview(admin, { selection: (selection.body as { id: number }).id, ...work })
    expect(seen.body, inShort(seen)).toMatchObject({ total: 2 })
    const reply = await edit(admin, { selection: (selection.body as { id: number }).id, ...work })
    expect(
      (reply.body as DoneBulkEdit).results.map(({ recordId }) => recordId),
      inShort(reply),
    ).toEqual(idsOf(records))
    expect((await admin.get(at(late))).body).toEqual(late)
  })
}
