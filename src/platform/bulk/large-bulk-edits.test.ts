import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bulkContexts } from './bulk-edit-jobs.server.ts'
import { servers } from '../../app/registry.server.ts'
import { type BulkEditContext, BulkEditTask, claimBulkEdit } from './bulk-edit-task.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import { readCsv } from '../transfer/testing/read-files.server.ts'
import { fromCsvCell } from '../../core/csv.ts'
import type { BulkPreview } from './bulk-edits.ts'
import {
  admin,
  agent,
  done,
  idsOf,
  path,
  read,
  rename,
  rows,
  select,
  serveBulkEdits,
  server,
  start,
} from './testing/edited-coupons.server.ts'

serveBulkEdits()

const contexts = bulkContexts(servers)

const look = (body: object, caller = admin) => caller.post('/rest/data/coupons/bulk-edits/preview', body)

const run = () => server.runJob('work-on-bulk-edits')
const context = (signal = new AbortController().signal): BulkEditContext => ({
  database: server.database,
  log: silent,
  signal,
  deskOf: (name) => contexts.get(name),
})
async function taken(at = context()): Promise<BulkEditTask> {
  const claimed = await claimBulkEdit(at)
  if (!claimed) throw new Error('Nothing waits.')
  return new BulkEditTask(at, claimed)
}

describe('a change of more than 100 records', () => {
  it('is done by a job, under the request that asked for it, and ends up in the audit and in a file', async () => {
    const { id: selection } = await select({ filter: '{"status":["active","archived"]}' })
    const reply = await start({ selection, change: { status: { set: 'paused' }, name: { set: '=1+1' } } })
    const edit = await done(Promise.resolve(reply))
    expect(edit).toMatchObject({
      state: 'queued',
      total: 117,
      changed: 0,
      results: [],
      filter: '{"status":{"is":["active","archived"]}}',
    })
    await run()
    const end = await read(edit.id)
    expect(end).toMatchObject({ state: 'done', changed: 117, unchanged: 0, refused: 0, canUndo: true })
    const traces = await tracesOf(server.database.kysely, reply)
    expect(traces.filter(({ action }) => action === 'update')).toHaveLength(117)
    expect(traces.map(({ action }) => action).filter((action) => action !== 'update')).toEqual([
      'bulk-edit',
      'bulk-edit-finished',
    ])
    const file = await admin.get(`${path}/${edit.id}/file`)
    const [header, ...lines] = readCsv(String(file.body).replace('\ufeff', ''))
    expect(header).toEqual(['id', 'title', 'outcome', 'reason'])
    expect(lines).toHaveLength(117)
    expect(
      lines.every(([, title, outcome]) => /^B\d{5}$/.test(fromCsvCell(title ?? '')) && outcome === 'changed'),
    ).toBe(true)
    const undo = await done(admin.post(`${path}/${edit.id}/undo`))
    expect(undo.state).toBe('queued')
    await run()
    expect(await read(undo.id)).toMatchObject({ state: 'done', changed: 117, refused: 0 })
    expect(await idsOf(sql`name <> '=1+1' and status in ('active', 'archived')`)).toHaveLength(117)
  })

  it('goes on after the server was stopped, or killed, and does no record twice', async () => {
    const { id: selection } = await select()
    const edit = await done(start({ selection, ...rename }))
    const stopping = new AbortController()
    const first = await taken(context(stopping.signal))
    await first.step()
    stopping.abort()
    expect(await first.step()).toBe(true)
    const part = await read(edit.id)
    expect(part.state).toBe('queued')
    expect(part.changed).toBeGreaterThan(0)
    // This one dies without a word.
    const second = await taken()
    await second.step()
    await sql`update bulk_edits set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    const third = await taken()
    expect(await second.step()).toBe(true)
    while (!(await third.step()));
    expect(await read(edit.id)).toMatchObject({ state: 'done', changed: rows })
    expect(await idsOf(sql`version = 2 and notes = 'Renewed'`)).toHaveLength(rows)
    const {
      rows: [count],
    } = await sql<{
      n: number
    }>`select count(distinct record_id) as n from bulk_edit_results where bulk_edit_id = ${edit.id}`.execute(
      server.database.kysely,
    )
    expect(Number(count?.n)).toBe(rows)
  })

  it('that is cancelled leaves the rest alone, and what it did can be taken back', async () => {
    const { id: selection } = await select()
    const edit = await done(start({ selection, ...rename }))
    const task = await taken()
    await task.step()
    const stopped = await admin.post(`${path}/${edit.id}/cancel`)
    expect(stopped.body).toMatchObject({ state: 'cancelled' })
    expect(await task.step()).toBe(true)
    const { changed } = await read(edit.id)
    expect(changed).toBeGreaterThan(0)
    expect(await idsOf(sql`notes = 'Renewed'`)).toHaveLength(changed)
    expect((await admin.post(`${path}/${edit.id}/cancel`)).status).toBe(409)
    expect(await done(admin.post(`${path}/${edit.id}/undo`))).toMatchObject({ changed })
    expect(await idsOf(sql`notes = 'Renewed'`)).toEqual([])
  })

  it('ends when its owner loses the permission', async () => {
    const { id: selection } = await select({}, agent)
    const edit = await done(start({ selection, ...rename }, agent))
    const task = await taken()
    await task.step()
    await sql`delete from role_permissions where action = 'write' and object = 'coupons' and role_id = (select id from roles where name = 'sales-agent')`.execute(
      server.database.kysely,
    )
    expect(await task.step()).toBe(true)
    await sql`insert into role_permissions (role_id, action, object) select id, 'write', 'coupons' from roles where name = 'sales-agent'`.execute(
      server.database.kysely,
    )
    const end = await read(edit.id)
    expect(end).toMatchObject({ state: 'failed', error: expect.stringContaining('“Coupons · Edit”') as string })
    expect(await idsOf(sql`notes = 'Renewed'`)).toHaveLength(end.changed)
    expect(end.changed).toBeLessThan(rows)
  })

  it('waits its turn: three at a time of one person', async () => {
    const { id: selection } = await select()
    for (let count = 0; count < 3; count++) await done(start({ selection, ...rename }))
    expect((await start({ selection, ...rename })).status).toBe(429)
    // A short one has no turn to wait for.
    expect((await start({ ids: (await idsOf()).slice(0, 2), ...rename })).status).toBe(201)
  })

  it('is looked at beforehand in parts, each record once, and nothing is written', async () => {
    const { id: selection, total } = await select()
    const parts: BulkPreview[] = []
    for (let from: number | null = 0; from !== null;) {
      const { status, body } = await look({ selection, change: { status: { set: 'active' } }, from })
      expect(status, JSON.stringify(body)).toBe(200)
      parts.push(body as BulkPreview)
      from = (body as BulkPreview).next
    }
    const sum = (count: (part: BulkPreview) => number) => parts.reduce((all, part) => all + count(part), 0)
    expect([
      sum(({ changed }) => changed),
      sum(({ unchanged }) => unchanged),
      sum(({ refused }) => refused.reduce((all, group) => all + group.count, 0)),
    ]).toEqual([13, 104, 13])
    expect(
      parts
        .flatMap(({ refused }) => refused.map(({ reason }) => reason))
        .every((reason) => reason === 'It is archived. Set it to paused first, then resume it.'),
    ).toBe(true)
    expect(total).toBe(rows)
    expect(await idsOf(sql`version = 1`)).toHaveLength(rows)
  })
})
