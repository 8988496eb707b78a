import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import type { AuditChain, ChainStretch } from './audit.endpoints.ts'
import { keepHeadNotes, readHeadNotes } from './audit-heads.server.ts'
import { noteHead } from './testing/head-notes.server.ts'

let server: TestServer
let admin: Client
let folder: string
let file: string
const path = '/rest/data/audit/chain'
const silent = createLog({ level: 'silent' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-heads-'))
  file = join(folder, 'heads.jsonl')
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'chain', env: { AUDIT_HEADS_FILE: file } })
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const db = () => server.database.kysely
const chain = async () => (await admin.get(path)).body as AuditChain

/** Appends in batches of 1,000, so that no statement takes longer than a few seconds, even on a busy machine. */
async function append(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    const entries = Array.from({ length: Math.min(left, 1_000) }, (_, n) => ({
      action: 'note',
      object: 'tests',
      recordId: n,
    }))
    await db()
      .transaction()
      .execute((transaction) => appendAudit(transaction, entries, { actor: system('tests') }))
  }
  await sealed()
}

/** Until the server has sealed everything. */
const sealed = () =>
  expect.poll(async () => (await chain()).unsealed, { timeout: 20_000 }).toMatchObject({ count: 0, isLate: false })

/** Checks as the page does: stretch by stretch, each call passing back what the previous one returned. */
async function walk(): Promise<ChainStretch[]> {
  const stretches: ChainStretch[] = []
  for (let last: ChainStretch | undefined; !last?.isDone; stretches.push(last)) {
    const reply = await admin.get(
      `${path}/check`,
      last && { after: last.after, afterHash: last.afterHash, until: last.until, untilHash: last.untilHash },
    )
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    last = reply.body as ChainStretch
  }
  return stretches
}

/** Does something to the tables that their triggers forbid, for as long as the work lasts. */
async function tampered<T>(statements: readonly string[], undo: readonly string[], work: () => Promise<T>): Promise<T> {
  const run = (all: readonly string[]) =>
    db()
      .transaction()
      .execute(async (transaction) => {
        for (const table of ['audit_log', 'audit_seals'])
          await sql`alter table ${sql.table(table)} disable trigger all`.execute(transaction)
        for (const statement of all) await sql.raw(statement).execute(transaction)
        for (const table of ['audit_log', 'audit_seals'])
          await sql`alter table ${sql.table(table)} enable trigger all`.execute(transaction)
      })
  await run(statements)
  return await work().finally(() => run(undo))
}

describe('checking the chain', () => {
  it('goes on in stretches from where the last one ended, up to the head that the first one met', async () => {
    await append(12_000)
    const stretches = await walk()
    const { head } = await chain()
    expect(stretches).toHaveLength(2)
    expect(stretches.map(({ after, isDone, broken }) => [after, isDone, broken])).toEqual([
      [10_000, false, null],
      [head?.lastId, true, null],
    ])
    expect(stretches[1]?.afterHash).toBe(head?.hash)
  })

  it('names the first row that was changed, and that the head has moved is none', async () => {
    const found = await tampered(
      [`update audit_log set object = 'changed' where id = 11000`],
      [`update audit_log set object = 'tests' where id = 11000`],
      async () => await walk(),
    )
    expect(found.at(-1)).toMatchObject({
      isDone: true,
      after: 10_999,
      broken: { id: 11_000, why: 'It doesn’t match its seal: the entry, its seal or the one before was changed.' },
    })
    expect((await walk()).at(-1)?.broken).toBeNull()
  })

  it('names rows that were cut off the end', async () => {
    const { head } = await chain()
    const last = head?.lastId ?? 0
    const found = await tampered(
      [`create table cut as select * from audit_log where id = ${last}`, `delete from audit_log where id = ${last}`],
      [`insert into audit_log select * from cut`, 'drop table cut'],
      walk,
    )
    expect(found.at(-1)?.broken).toEqual({ id: last, why: 'It was sealed and is gone.' })
  })

  it.each([
    ['after=5', 'afterHash'],
    ['until=5', 'untilHash'],
    ['after=-1&afterHash=x', 'after'],
    [`after=1e3&afterHash=${'a'.repeat(64)}`, 'after'],
    [`after=99999999&afterHash=${'a'.repeat(64)}`, 'after'],
    ['afterHash=%00', 'q'],
  ])('refuses %s', async (query, field) => {
    const reply = await admin.get(`${path}/check?${query}`)
    expect(reply.status).toBe(422)
    if (field !== 'q') expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
  })

  it('finds a wrong place to go on from: rows that do not follow it', async () => {
    const reply = await admin.get(`${path}/check`, { after: 5, afterHash: 'a'.repeat(64) })
    expect(reply.body).toMatchObject({ isDone: true, broken: { id: 6 } })
  })
})

describe('a seal that is late', () => {
  it('is reported on the page and by /health/ready, which still says that calls are answered', async () => {
    const waiting = 900_000_000
    const ready = async () => await (await fetch(`${server.url}/health/ready`)).json()
    expect(await ready()).toEqual({ status: 'ready' })
    await tampered(
      [],
      [
        'alter table audit_unsealed disable trigger all',
        `delete from audit_unsealed where entry_id = ${waiting}`,
        'alter table audit_unsealed enable trigger all',
      ],
      async () => {
        await sql`insert into audit_unsealed (entry_id, digest, at) values (${waiting}, '', now() - interval '11 seconds')`.execute(
          db(),
        )
        expect((await chain()).unsealed).toMatchObject({ count: 1, ids: [waiting], isLate: true })
        await expect.poll(ready, { timeout: 15_000, interval: 500 }).toMatchObject({
          status: 'ready',
          auditUnsealed: { count: 1 },
        })
        expect((await walk()).at(-1)?.broken).toEqual({ id: waiting, why: 'It was removed before it was sealed.' })
      },
    )
    await expect.poll(ready, { timeout: 15_000 }).toEqual({ status: 'ready' })
  }, 40_000)
})

describe('the head', () => {
  it('is noted in a file outside the database, for its owner alone, once as long as nothing happens', async () => {
    expect((await chain()).anchors).toEqual({ file, kept: 0, last: null, problem: null, broken: null })
    const first = await noteHead(db(), file)
    expect(await noteHead(db(), file)).toEqual(first)
    await append(1)
    const second = await noteHead(db(), file)
    expect(
      (await readFile(file, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([first, second])
    expect((await stat(file)).mode & 0o077).toBe(0)
    const { head, anchors } = await chain()
    expect([head?.lastId, head?.hash]).toEqual([second?.lastId, second?.hash])
    expect(anchors).toEqual({ file, kept: 2, last: second, problem: null, broken: null })
  })

  it('is noted at start, now and then, and in the log', async () => {
    const own = join(folder, 'often.jsonl')
    const lines: string[] = []
    const keeper = keepHeadNotes(
      db(),
      own,
      createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } }),
      { everyMs: 30, everyRows: 1_000, lookMs: 10 },
    )
    await expect.poll(async () => (await readHeadNotes(own)).notes.length).toBe(1)
    await append(1)
    await expect.poll(async () => (await readHeadNotes(own)).notes.length).toBe(2)
    await keeper.stop()
    await append(1)
    await sleep(80)
    expect((await readHeadNotes(own)).notes).toHaveLength(2)
    const {
      notes: [noted],
    } = await readHeadNotes(own)
    expect(lines.some((line) => line.includes(noted?.hash ?? 'none'))).toBe(true)
  })

  it('is noted after a hundred rows, and once more at the stop', async () => {
    const own = join(folder, 'rows.jsonl')
    const keeper = keepHeadNotes(db(), own, silent, { everyMs: 60_000, everyRows: 100, lookMs: 10 })
    const noted = async () => (await readHeadNotes(own)).notes.length
    await expect.poll(noted).toBe(1)
    await append(60)
    await sleep(60)
    expect(await noted()).toBe(1)
    await append(60)
    await expect.poll(noted).toBe(2)
    await append(3)
    expect(await noted()).toBe(2)
    await keeper.stop()
    expect(await noted()).toBe(3)
  })

  it('gives away a tail that was cut with its head set back, if a note is younger than the cut', async () => {
    await append(20)
    const before = await readFile(file, 'utf8')
    const noted = (await noteHead(db(), file))?.lastId ?? 0
    const cut = noted - 20
    const found = await tampered(
      [
        `create table cut_seals as select * from audit_seals where position > ${cut}`,
        `create table cut_rows as select * from audit_log where id in (select entry_id from cut_seals)`,
        `create table cut_head as select * from audit_head`,
        `delete from audit_log where id in (select entry_id from cut_seals)`,
        `delete from audit_seals where position > ${cut}`,
        `update audit_head set (last_id, hash) = (select position, hash from audit_seals where position = ${cut})`,
      ],
      [
        `insert into audit_log select * from cut_rows`,
        `insert into audit_seals select * from cut_seals`,
        `update audit_head set (last_id, hash) = (select last_id, hash from cut_head)`,
        'drop table cut_rows, cut_seals, cut_head',
      ],
      async () => ({ stretches: await walk(), anchors: (await chain()).anchors }),
    )
    expect(found.stretches.at(-1)?.broken).toBeNull()
    expect(found.anchors.broken).toMatchObject({
      lastId: noted,
      why: `Seal ${noted} is gone, as after restoring a backup or cutting the log.`,
    })
    await writeFile(file, before)
  })

  it('shows a chain that was rewritten, which fits within itself, and one that was cut', async () => {
    const before = await readFile(file, 'utf8')
    await appendFile(file, `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', lastId: 3, hash: 'b'.repeat(64) })}\n`)
    expect((await chain()).anchors.broken).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      lastId: 3,
      why: 'Seal 3 differs from the noted one: the chain was rewritten.',
    })
    await writeFile(
      file,
      `${before}${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', lastId: 999_999, hash: 'b'.repeat(64) })}\n`,
    )
    expect((await chain()).anchors.broken).toMatchObject({
      lastId: 999_999,
      why: 'Seal 999999 is gone, as after restoring a backup or cutting the log.',
    })
    await writeFile(file, before)
  })

  it('says so when the file was damaged or cannot be read, and goes on', async () => {
    const before = await readFile(file, 'utf8')
    await appendFile(file, 'no note\n{"at":1}\n')
    expect((await chain()).anchors).toMatchObject({
      kept: 2,
      problem: '2 of 4 lines in the file aren’t notes. The file is damaged.',
    })
    await writeFile(file, before)
    const nowhere = join(folder, 'no', 'such', 'folder')
    const missing = keepHeadNotes(db(), nowhere, silent, { everyMs: 10, everyRows: 1, lookMs: 10 })
    await sleep(40)
    await missing.stop()
    expect((await chain()).anchors.problem).toBeNull()
  })

  it('gives people other than super users the name of the file, not its path', async () => {
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'audit' from roles where name = 'finance'`.execute(
      db(),
    )
    const finance = await server.signIn('finance')
    expect(((await finance.get(path)).body as AuditChain).anchors.file).toBe('heads.jsonl')
  })
})
