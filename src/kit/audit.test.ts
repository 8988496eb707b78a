import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AuditEntry, AuditVerdict } from './audit.server.ts'
import { appendAudit, difference, verifyAudit } from './audit.server.ts'
import { system } from './access.ts'
import type { Db } from './endpoint.server.ts'
import type { SampleServer } from './testing/sample-server.server.ts'
import { startSampleServer } from './testing/sample-server.server.ts'

let sample: SampleServer
const origin = { actor: system('tests'), requestId: 'a request', address: '127.0.0.1' }

beforeAll(async () => {
  sample = await startSampleServer({ postgresUrl: inject('postgresUrl'), migrations: new URL('../db/migrations/', import.meta.url) })
  for (let n = 1; n <= 6; n++) await append([{ action: 'try', object: 'things', recordId: n, title: `Thing ${n}`, after: { n } }])
})
afterAll(() => sample.close())

function append(entries: readonly AuditEntry[]): Promise<void> {
  return sample.db.transaction().execute((db) => appendAudit(db, entries, origin))
}

/** What the check says after somebody with full power over the database has been at work. All of it is undone. */
async function afterTampering(statements: readonly string[]): Promise<AuditVerdict> {
  const undo = new Error('undone')
  let verdict: AuditVerdict | undefined
  await sample.db.transaction().execute(async (db) => {
    await sql`alter table audit_log disable trigger all`.execute(db)
    for (const statement of statements) await sql.raw(statement).execute(db)
    verdict = await verifyAudit(db, 2)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  if (!verdict) throw new Error('Nothing was checked.')
  return verdict
}

const lastId = async () => (await sql<{ id: number }>`select max(id) as id from audit_log`.execute(sample.db)).rows[0]?.id ?? 0

describe('the audit', () => {
  it('is a whole chain, however many rows are looked at together', async () => {
    const last = await lastId()
    for (const pageSize of [1, 2, last, 2_000]) expect(await verifyAudit(sample.db, pageSize)).toMatchObject({ rows: last, broken: null })
  })

  it.each([
    ['another title', `update audit_log set title = 'Another' where id = 3`, 3],
    ['another value in what was stored', `update audit_log set after = '{"n": 99}' where id = 3`, 3],
    ['another person', `update audit_log set actor_name = 'somebody else' where id = 3`, 3],
    ['another moment', `update audit_log set at = at + interval '1 millisecond' where id = 3`, 3],
    ['a value where there was none', `update audit_log set reason = 'because' where id = 3`, 3],
    ['another link', `update audit_log set previous_hash = repeat('a', 64) where id = 3`, 3],
  ])('shows %s, and in which row', async (_, statement, id) => {
    expect(await afterTampering([statement])).toMatchObject({ broken: { id } })
  })

  it('shows a row that was taken out, wherever it stood', async () => {
    expect((await afterTampering(['delete from audit_log where id = 3'])).broken).toEqual({ id: 4, why: 'Rows 3 to 3 are missing.' })
    expect((await afterTampering(['delete from audit_log where id <= 2'])).broken).toEqual({ id: 3, why: 'Rows 1 to 2 are missing.' })
  })

  it('shows a tail that was cut off, and an empty table', async () => {
    const last = await lastId()
    expect((await afterTampering([`delete from audit_log where id > ${last - 2}`])).broken).toEqual({ id: last - 1, why: `Rows ${last - 1} to ${last} are missing.` })
    expect((await afterTampering(['delete from audit_log'])).broken).toMatchObject({ id: 1 })
  })

  it('shows a changed row whose own hash was made to fit, by the row after it', async () => {
    const forged = `update audit_log a set title = 'Another', hash = encode(sha256(convert_to(audit_text(jsonb_populate_record(a, '{"title":"Another"}')), 'UTF8')), 'hex') where id = 3`
    expect((await afterTampering([forged])).broken).toEqual({ id: 4, why: 'It does not follow the row before it.' })
  })

  it('shows a head that names another end, or none', async () => {
    expect((await afterTampering([`update audit_head set hash = repeat('b', 64)`])).broken).toMatchObject({ why: 'The head names another last row.' })
    expect((await afterTampering(['delete from audit_head'])).broken).toMatchObject({ why: 'The head of the chain is missing.' })
  })

  it.each([
    `update audit_log set title = 'x' where id = 1`, 'delete from audit_log where id = 1', 'truncate audit_log',
    'update audit_log set title = title', 'truncate audit_log cascade',
  ])('cannot be changed by the application: %s', async (statement) => {
    await expect(sql.raw(statement).execute(sample.db)).rejects.toMatchObject({ code: '23000', message: 'audit_log is append-only' })
    expect((await verifyAudit(sample.db)).broken).toBeNull()
  })

  it('keeps the order of what one transaction did, and nothing of one that failed', async () => {
    const before = await lastId()
    await append(['one', 'two', 'three'].map((action) => ({ action, object: 'things' })))
    const { rows } = await sql<{ action: string; request_id: string; address: string; actor_name: string }>`
      select action, request_id, address, actor_name from audit_log where id > ${before} order by id`.execute(sample.db)
    expect(rows.map(({ action }) => action)).toEqual(['one', 'two', 'three'])
    expect(rows[0]).toMatchObject({ request_id: 'a request', address: '127.0.0.1', actor_name: 'tests' })
    await expect(sample.db.transaction().execute(async (db: Db) => {
      await appendAudit(db, [{ action: 'lost', object: 'things' }], origin)
      throw new Error('for another reason')
    })).rejects.toThrow('for another reason')
    expect(await lastId()).toBe(before + 3)
    expect((await verifyAudit(sample.db)).broken).toBeNull()
  })

  it('holds whatever JSON and text records have, and still fits together', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.replaceAll('\0', ''))
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown)
    const entry = fc.record({ title: fc.option(text), reason: text, after: fc.dictionary(text, json, { maxKeys: 4 }) })
    await fc.assert(fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 5 }), async (entries) => {
      await append(entries.map((values) => ({ action: 'try', object: 'things', ...values })))
      expect((await verifyAudit(sample.db)).broken).toBeNull()
    }), { numRuns: 25 })
  })

  it('is never short of a row for a change that the API made', async () => {
    const { admin, maker } = sample
    const before = await lastId()
    const made = await admin.post('/rest/data/makers', await maker.draft('makers'))
    const { id } = made.body as { id: number }
    await admin.patch(`/rest/data/makers/${id}`, { name: 'Renamed' })
    await admin.patch(`/rest/data/makers/${id}`, { name: 'Renamed' })
    await admin.patch(`/rest/data/makers/${id}`, { name: '' })
    await admin.delete(`/rest/data/makers/${id}`)
    await admin.delete(`/rest/data/makers/${id}`)
    const { rows } = await sql<{ action: string; actor_name: string }>`select action, actor_name from audit_log where id > ${before} order by id`.execute(sample.db)
    expect(rows).toEqual(['create', 'update', 'delete'].map((action) => ({ action, actor_name: 'admin' })))
  })
})

describe('the difference between two records', () => {
  it('is the fields whose values differ, as they were and as they are', () => {
    expect(difference({ a: 1, b: 2, c: null }, { a: 1, b: 3, c: 'x' })).toEqual({ before: { b: 2, c: null }, after: { b: 3, c: 'x' } })
  })

  it('does not depend on the order in which keys were written', () => {
    expect(difference({ a: [{ x: 1, y: 2 }] }, { a: [{ y: 2, x: 1 }] })).toEqual({ before: {}, after: {} })
    expect(difference({ a: [1, 2] }, { a: [2, 1] })).toEqual({ before: { a: [1, 2] }, after: { a: [2, 1] } })
  })

  it('takes nothing and null for the same', () => {
    expect(difference({}, { a: null })).toEqual({ before: {}, after: {} })
    expect(difference({}, { a: 0 })).toEqual({ before: { a: null }, after: { a: 0 } })
  })
})
