import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { system } from '../../kit/access.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import { createLog } from '../../kit/log.server.ts'
import type { AuditChain, ChainStretch } from './audit-calls.ts'
import { keepHeadNotes, noteHead, readHeadNotes } from './audit-heads.server.ts'

let server: TestServer
let admin: Client
let folder: string
let file: string
const path = '/rest/data/audit/chain'

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

/** A thousand at a time: no statement may take longer than a few seconds, however busy the machine is. */
async function append(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    const entries = Array.from({ length: Math.min(left, 1_000) }, (_, n) => ({ action: 'note', object: 'tests', recordId: n }))
    await db().transaction().execute((transaction) => appendAudit(transaction, entries, { actor: system('tests') }))
  }
}

/** Checks as the page does: stretch by stretch, each passing back what the one before answered. */
async function walk(): Promise<ChainStretch[]> {
  const stretches: ChainStretch[] = []
  for (let last: ChainStretch | undefined; !last?.isDone; stretches.push(last)) {
    const reply = await admin.get(`${path}/check`, last && { after: last.after, afterHash: last.afterHash, until: last.until, untilHash: last.untilHash })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    last = reply.body as ChainStretch
  }
  return stretches
}

/** Does something to the tables that their triggers forbid, for as long as the work lasts. */
async function tampered<T>(statements: readonly string[], undo: readonly string[], work: () => Promise<T>): Promise<T> {
  const run = (all: readonly string[]) => db().transaction().execute(async (transaction) => {
    await sql`alter table audit_log disable trigger all`.execute(transaction)
    for (const statement of all) await sql.raw(statement).execute(transaction)
    await sql`alter table audit_log enable trigger all`.execute(transaction)
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
    expect(stretches.map(({ after, isDone, broken }) => [after, isDone, broken])).toEqual([[10_000, false, null], [head?.lastId, true, null]])
    expect(stretches[1]?.afterHash).toBe(head?.hash)
  })

  it('names the first row that was changed, and that the head has moved is none', async () => {
    const found = await tampered(
      [`update audit_log set object = 'changed' where id = 11000`], [`update audit_log set object = 'tests' where id = 11000`],
      async () => await walk(),
    )
    expect(found.at(-1)).toMatchObject({ isDone: true, after: 10_999, broken: { id: 11_000, why: 'Its content was changed after it was written.' } })
    expect((await walk()).at(-1)?.broken).toBeNull()
  })

  it('names rows that were cut off the end', async () => {
    const { head } = await chain()
    const last = head?.lastId ?? 0
    const found = await tampered(
      [`create table cut as select * from audit_log where id = ${last}`, `delete from audit_log where id = ${last}`],
      [`insert into audit_log select * from cut`, 'drop table cut'], walk,
    )
    expect(found.at(-1)?.broken).toEqual({ id: last, why: `Rows ${last} to ${last} are missing.` })
  })

  it.each([
    ['after=5', 'afterHash'], ['until=5', 'untilHash'], ['after=-1&afterHash=x', 'after'], [`after=1e3&afterHash=${'a'.repeat(64)}`, 'after'],
    [`after=99999999&afterHash=${'a'.repeat(64)}`, 'after'], ['afterHash=%00', 'q'],
  ])('refuses %s', async (query, field) => {
    const reply = await admin.get(`${path}/check?${query}`)
    expect(reply.status).toBe(422)
    if (field !== 'q') expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
  })

  it('finds a wrong place to go on from: rows that do not follow it', async () => {
    const reply = await admin.get(`${path}/check`, { after: 5, afterHash: 'a'.repeat(64) })
    expect(reply.body).toMatchObject({ isDone: true, broken: { id: 6, why: 'It does not follow the row before it.' } })
  })
})

describe('the head', () => {
  it('is noted in a file outside the database, for its owner alone, once as long as nothing happens', async () => {
    expect((await chain()).anchors).toEqual({ file, kept: 0, last: null, problem: null, broken: null })
    const first = await noteHead(db(), file)
    expect(await noteHead(db(), file)).toEqual(first)
    await append(1)
    const second = await noteHead(db(), file)
    expect((await readFile(file, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([first, second])
    expect((await stat(file)).mode & 0o077).toBe(0)
    const { head, anchors } = await chain()
    expect([head?.lastId, head?.hash]).toEqual([second?.lastId, second?.hash])
    expect(anchors).toEqual({ file, kept: 2, last: second, problem: null, broken: null })
  })

  it('is noted at start and then every hour, and in the log', async () => {
    const own = join(folder, 'hourly.jsonl')
    const lines: string[] = []
    const keeper = keepHeadNotes(db(), own, createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } }), 30)
    await expect.poll(async () => (await readHeadNotes(own)).notes.length).toBe(1)
    await append(1)
    await expect.poll(async () => (await readHeadNotes(own)).notes.length).toBe(2)
    keeper.stop()
    await sleep(50)
    await append(1)
    await sleep(80)
    expect((await readHeadNotes(own)).notes).toHaveLength(2)
    const { notes: [noted] } = await readHeadNotes(own)
    expect(lines.some((line) => line.includes(noted?.hash ?? 'none'))).toBe(true)
  })

  it('shows a chain that was written anew, which fits within itself, and one that was cut', async () => {
    const before = await readFile(file, 'utf8')
    await appendFile(file, `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', lastId: 3, hash: 'b'.repeat(64) })}\n`)
    expect((await chain()).anchors.broken).toEqual({ at: '2026-01-01T00:00:00.000Z', lastId: 3, why: 'Row 3 is another one than it was: the chain was written anew.' })
    await writeFile(file, `${before}${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', lastId: 999_999, hash: 'b'.repeat(64) })}\n`)
    expect((await chain()).anchors.broken).toMatchObject({ lastId: 999_999, why: 'Row 999999 was there and is gone, as after a restored backup or a cut.' })
    await writeFile(file, before)
  })

  it('says so when the file was damaged or cannot be read, and goes on', async () => {
    const before = await readFile(file, 'utf8')
    await appendFile(file, 'no note\n{"at":1}\n')
    expect((await chain()).anchors).toMatchObject({ kept: 2, problem: '2 of 4 lines of the file are no notes: somebody or something has damaged it.' })
    await writeFile(file, before)
    const missing = keepHeadNotes(db(), join(folder, 'no', 'such', 'folder'), createLog({ level: 'silent' }), 10)
    await sleep(40)
    missing.stop()
    expect((await chain()).anchors.problem).toBeNull()
  })

  it('tells people other than super users the name of the file, not where it is', async () => {
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'audit' from roles where name = 'finance'`.execute(db())
    const finance = await server.signIn('finance')
    expect(((await finance.get(path)).body as AuditChain).anchors.file).toBe('heads.jsonl')
  })
})
