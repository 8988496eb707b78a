import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { columnOf, isWritable } from '../../../core/resource/fields.ts'
import { copyOf } from '../../../core/resource/record-copy.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { freeFields } from '../../../core/testing/change-contract.server.ts'
import { noSuchId } from '../../../core/testing/create-contract.server.ts'
import type { Row, TestContext } from '../../../core/testing/test-context.server.ts'
import { findings, inShort, pathTo } from '../../../core/testing/test-context.server.ts'

interface History {
  readonly versions: readonly { readonly entry: number; readonly action: string }[]
}

/** What every record must offer besides its fields: its history, undo and restore, and what depends on it. */
export function careContract(resource: AnyResource, testContext: () => TestContext): void {
  const keeps = resource.operations.includes('read') && Object.values(resource.fields).some((field) => !field.derived)
  if (!keeps) return
  const desk = createDesk(resource, testContext)
  const can = (...wanted: AnyResource['operations']) => wanted.every((one) => resource.operations.includes(one))
  describe('care', () => {
    itSaysWhatBecameOfIt(desk)
    itFindsWhatRefersToIt(desk)
    if (can('update')) itIsRestored(desk)
    if (can('create')) itIsCopied(desk)
    if (can('create', 'delete')) itIsBroughtBack(desk)
  })
}

type Desk = ReturnType<typeof createDesk>

/** Makes records, and looks at what became of them. */
function createDesk(resource: AnyResource, testContext: () => TestContext) {
  const at = (record: Row) => pathTo(resource, Number(record['id']))
  const draft = () => testContext().maker.draft(resource)

  async function fresh(): Promise<Row> {
    const { admin, maker } = testContext()
    if (!resource.operations.includes('create'))
      return (await admin.get(pathTo(resource, await maker.make(resource)))).body as Row
    const reply = await admin.post(pathTo(resource), await draft())
    expect(reply.status, inShort(reply)).toBe(201)
    return reply.body as Row
  }
  const historyOf = async (record: Row) => (await testContext().admin.get(`${at(record)}/history`)).body as History

  return { resource, testContext, at, draft, fresh, historyOf }
}

function itSaysWhatBecameOfIt({ resource, testContext, at, fresh }: Desk): void {
  it('says what became of every record, what refers to it, and nothing of what is not there', async () => {
    const { admin, reader, stranger } = testContext()
    const record = await fresh()
    for (const call of ['history', 'used-by']) {
      const reply = await reader.get(`${at(record)}/${call}`)
      expect(reply.status, inShort(reply)).toBe(200)
      expect((await stranger.get(`${at(record)}/${call}`)).status).toBe(403)
      for (const id of [noSuchId, '0', 'abc'])
        expect((await admin.get(`${pathTo(resource)}/${id}/${call}`)).status).toBe(404)
    }
  })
}

function itFindsWhatRefersToIt({ resource, testContext }: Desk): void {
  it('finds by an index what refers to it, and counts what its list would show', async () => {
    const { admin, db, maker, resources } = testContext()
    const users = resources
      .filter(({ operations }) => operations.includes('list'))
      .flatMap((user) =>
        Object.entries(user.fields)
          .filter(([, field]) => 'to' in field && field.to === resource.name && !field.derived)
          .map(([key, field]) => ({ user, key, field })),
      )
    expect(
      await findings(users, async ({ user, key, field }) => {
        const {
          rows: [index],
        } = await sql`
        select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = ${tableOf(user)}::regclass and a.attname = ${columnOf(key)}`.execute(db)
        if (!index) return `${user.name}.${key} has no index that begins with it`
        const used = async () => {
          const id = await maker.make(resource)
          await maker.make(user, { [key]: field.kind === 'refs' ? [id] : id })
          return id
        }
        // Some fields go with some of the samples only, which take turns: teams play matches, artists do not.
        let id = await used().catch(() => null)
        for (let tries = 0; id === null && tries < 20; tries++) {
          // One more of one kind only: two that take turns in step would never meet.
          if (tries % 2) await maker.make(resource)
          id = await used().catch(() => null)
        }
        if (id === null) return `${user.name}.${key}: no sample of it goes with one of ${resource.name}`
        const { uses } = (await admin.get(`${pathTo(resource, id)}/used-by`)).body as {
          uses: { resource: string; key: string; count: number }[]
        }
        const found = uses.find((use) => use.resource === user.name && use.key === key)
        const total = (await admin.get(pathTo(user), { filter: { [key]: id } })).headers.get('x-total-count')
        return found && String(found.count) === total
          ? undefined
          : `${user.name}.${key}: ${JSON.stringify(uses)}, in its list ${total}`
      }),
    ).toEqual([])
  })
}

function itIsRestored({ resource, testContext, at, draft, fresh, historyOf }: Desk): void {
  it('restores what a record was before it was changed', async () => {
    const { admin, db } = testContext()
    const record = await fresh()
    const other = await draft()
    const keys = freeFields(resource)
    const changed = await admin.patch(at(record), Object.fromEntries(keys.map((key) => [key, other[key]])))
    expect(changed.status, inShort(changed)).toBe(200)
    const {
      versions: [last],
    } = await historyOf(record)
    const body = { entry: last?.entry, side: 'before' }
    expect((await testContext().reader.post(`${at(record)}/restore`, body)).status).toBe(403)
    expect(
      (await admin.post(`${at(record)}/restore`, body, { 'if-match': `"${String(record['version'])}"` })).status,
    ).toBe(412)
    const restored = await admin.post(`${at(record)}/restore`, body, {
      'if-match': String(changed.headers.get('etag')),
    })
    expect(restored.body, inShort(restored)).toEqual({
      ...record,
      version: Number(record['version']) + 2,
      updatedAt: expect.any(String) as unknown,
    })
    expect(await tracesOf(db, restored)).toMatchObject([
      { action: 'restore', object: resource.name, record_id: String(record['id']) },
    ])
    expect((await historyOf(record)).versions[0]?.action).toBe('restore')
  })
}

function itIsCopied({ resource, testContext, draft, fresh }: Desk): void {
  it('takes a copy of a record once what no two share has been given again', async () => {
    const { admin } = testContext()
    const record = await fresh()
    const other = await draft()
    const own = Object.entries(resource.fields)
      .filter(([, field]) => field.unique && isWritable(field))
      .map(([key]) => [key, other[key]])
    const copy = { ...copyOf(resource, record), ...Object.fromEntries(own) }
    let reply = await admin.post(pathTo(resource), copy)
    // Several fields can be unique together: the refusal names the ones to change.
    const named = reply.status === 409 ? Object.keys((reply.body as { fields?: Row }).fields ?? {}) : []
    if (named.length > 0)
      reply = await admin.post(pathTo(resource), {
        ...copy,
        ...Object.fromEntries(named.map((key) => [key, other[key]])),
      })
    expect(reply.status, inShort(reply)).toBe(201)
    expect((reply.body as Row)['id']).not.toBe(record['id'])
  })
}

function itIsBroughtBack({ resource, testContext, at, fresh }: Desk): void {
  it('brings back what was deleted, once, as what it was', async () => {
    const { admin, reader, db } = testContext()
    const record = await fresh()
    await admin.delete(at(record))
    expect((await reader.post(`${at(record)}/undo`, { action: 'delete' })).status).toBe(403)
    const back = await admin.post(`${at(record)}/undo`, { action: 'delete' })
    expect(back.body, inShort(back)).toEqual({
      ...record,
      version: Number(record['version']) + 1,
      updatedAt: expect.any(String) as unknown,
    })
    expect(await tracesOf(db, back)).toMatchObject([
      { action: 'undelete', object: resource.name, record_id: String(record['id']) },
    ])
    expect((await admin.post(`${at(record)}/undo`, { action: 'delete' })).status).toBe(409)
  })
}
