import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AuditEntry } from './audit.server.ts'
import { appendAudit, difference } from './audit.server.ts'
import type { AuditVerdict } from './chain.server.ts'
import { verifyAudit } from './chain.server.ts'
import { system } from '../access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'

let sample: SampleServer
const origin = { actor: system('tests'), requestId: 'a request', address: '127.0.0.1' }

beforeAll(async () => {
  sample = await startSampleServer({
    postgresUrl: inject('postgresUrl'),
  })
  for (let n = 1; n <= 6; n++)
    await append([{ action: 'try', object: 'things', recordId: n, title: `Thing ${n}`, after: { n } }])
  await seal()
})
afterAll(() => sample.close())

function append(entries: readonly AuditEntry[]): Promise<void> {
  return sample.db.transaction().execute((db) => appendAudit(db, entries, origin))
}

async function seal(): Promise<number | null | undefined> {
  return (await sql<{ sealed: number | null }>`select audit_seal(10000) as sealed`.execute(sample.db)).rows[0]?.sealed
}

/** What the check says after tampering with full power over the database. All of it is undone. */
async function afterTampering(statements: readonly string[]): Promise<AuditVerdict> {
  const undo = new Error('undone')
  let verdict: AuditVerdict | undefined
  await sample.db
    .transaction()
    .execute(async (db) => {
      for (const table of ['audit_log', 'audit_seals', 'audit_unsealed'])
        await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
      verdict = await verifyAudit(db, 2)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (!verdict) throw new Error('Nothing was checked.')
  return verdict
}

const rowWithoutSeal = 'It has no seal and isn’t waiting for one.'
const rowsSince = async (id: number) =>
  (await sql<{ action: string }>`select action from audit_log where id > ${id} order by id`.execute(sample.db)).rows
const lastId = async () =>
  (await sql<{ id: number }>`select max(id) as id from audit_log`.execute(sample.db)).rows[0]?.id ?? 0

describe('the audit', () => {
  it('is a whole chain, however many rows are looked at together', async () => {
    const last = await lastId()
    for (const pageSize of [1, 2, last, 2_000])
      expect(await verifyAudit(sample.db, pageSize)).toMatchObject({ rows: last, broken: null })
  })

  it.each([
    ['another title', `update audit_log set title = 'Another' where id = 3`, 3],
    ['another value in what was stored', `update audit_log set after = '{"n": 99}' where id = 3`, 3],
    ['another person', `update audit_log set actor_name = 'somebody else' where id = 3`, 3],
    ['another moment', `update audit_log set at = at + interval '1 millisecond' where id = 3`, 3],
    ['a value where there was none', `update audit_log set reason = 'because' where id = 3`, 3],
    ['another hash', `update audit_seals set hash = repeat('a', 64) where position = 3`, 3],
  ])('shows %s, and in which row', async (_, statement, id) => {
    expect(await afterTampering([statement])).toMatchObject({ broken: { id } })
  })

  it('shows a removed row, wherever it was', async () => {
    const gone = 'It was sealed and is gone.'
    for (const [condition, id] of [
      ['id = 3', 3],
      ['id <= 2', 1],
    ])
      expect((await afterTampering([`delete from audit_log where ${condition}`])).broken).toEqual({ id, why: gone })
  })

  it('shows a seal that was taken out, with its row and without', async () => {
    const why = 'Seals 3 to 3 are missing.'
    expect((await afterTampering(['delete from audit_seals where position = 3'])).broken).toEqual({ id: 3, why })
    const both = ['delete from audit_seals where position = 3', 'delete from audit_log where id = 3']
    expect((await afterTampering(both)).broken).toEqual({ id: 3, why })
  })

  it('shows a tail that was cut off, and an empty table', async () => {
    const last = await lastId()
    const cut = [`delete from audit_log where id > ${last - 2}`, `delete from audit_seals where position > ${last - 2}`]
    expect((await afterTampering(cut)).broken).toEqual({
      id: last - 1,
      why: `Seals ${last - 1} to ${last} are missing.`,
    })
    const back = `update audit_head set (last_id, hash) = (select position, hash from audit_seals where position = ${last - 2})`
    expect((await afterTampering([back])).broken).toEqual({ id: last - 2, why: 'There are seals beyond the head.' })
    expect((await afterTampering(['delete from audit_log'])).broken).toMatchObject({ id: 1 })
  })

  it('shows a changed row whose own hash was made to fit, by the row after it', async () => {
    const forged = [
      `update audit_log set title = 'Another' where id = 3`,
      `update audit_seals s set hash = (select encode(sha256(convert_to(audit_text(l, p.hash), 'UTF8')), 'hex')
        from audit_log l, audit_seals p where l.id = 3 and p.position = 2) where position = 3`,
    ]
    expect((await afterTampering(forged)).broken).toMatchObject({ id: 4 })
  })

  it('shows a head that names another end, or none', async () => {
    expect((await afterTampering([`update audit_head set hash = repeat('b', 64)`])).broken).toMatchObject({
      why: 'The head refers to another last seal.',
    })
    expect((await afterTampering(['delete from audit_head'])).broken).toMatchObject({
      why: 'The head of the chain is missing.',
    })
  })

  it.each([
    `update audit_log set title = 'x' where id = 1`,
    'delete from audit_log where id = 1',
    'truncate audit_log',
    'update audit_log set title = title',
    'truncate audit_log cascade',
  ])('cannot be changed by the application: %s', async (statement) => {
    await expect(sql.raw(statement).execute(sample.db)).rejects.toMatchObject({
      code: '23000',
      message: 'audit_log is append-only',
    })
    expect((await verifyAudit(sample.db)).broken).toBeNull()
  })

  it.each([`update audit_seals set hash = hash`, 'delete from audit_seals', 'truncate audit_seals'])(
    'keeps its seals: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(sample.db)).rejects.toMatchObject({
        message: 'audit_seals is append-only',
      })
    },
  )

  it('keeps the order of what one transaction did, and nothing of one that failed', async () => {
    const before = await lastId()
    await append(['one', 'two', 'three'].map((action) => ({ action, object: 'things' })))
    const { rows } = await sql<{ action: string; request_id: string; address: string; actor_name: string }>`
      select action, request_id, address, actor_name from audit_log where id > ${before} order by id`.execute(sample.db)
    expect(rows.map(({ action }) => action)).toEqual(['one', 'two', 'three'])
    expect(rows[0]).toMatchObject({ request_id: 'a request', address: '127.0.0.1', actor_name: 'tests' })
    await expect(
      sample.db.transaction().execute(async (db: Db) => {
        await appendAudit(db, [{ action: 'lost', object: 'things' }], origin)
        throw new Error('for another reason')
      }),
    ).rejects.toThrow('for another reason')
    // A number is gone, a row is not: seals alone have no gaps.
    await seal()
    expect((await rowsSince(before)).map(({ action }) => action)).toEqual(['one', 'two', 'three'])
    expect((await verifyAudit(sample.db)).broken).toBeNull()
  })

  it('keeps any JSON and text of records, and stays consistent', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.replaceAll('\0', ''))
    const json = fc
      .jsonValue({ maxDepth: 3 })
      .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown)
    const entry = fc.record({ title: fc.option(text), reason: text, after: fc.dictionary(text, json, { maxKeys: 4 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 5 }), async (entries) => {
        await append(entries.map((values) => ({ action: 'try', object: 'things', ...values })))
        await seal()
        expect((await verifyAudit(sample.db)).broken).toBeNull()
      }),
      { numRuns: 25 },
    )
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
    const { rows } = await sql<{
      action: string
      actor_name: string
    }>`select action, actor_name from audit_log where id > ${before} order by id`.execute(sample.db)
    expect(rows).toEqual(['create', 'update', 'delete'].map((action) => ({ action, actor_name: 'admin' })))
  })
})

describe('a row that is not sealed yet', () => {
  let id: number
  beforeAll(async () => {
    await seal()
    await append([{ action: 'wait', object: 'things', title: 'Waiting' }])
    id = await lastId()
  })

  it('is named, and breaks nothing', async () => {
    expect(await verifyAudit(sample.db)).toMatchObject({
      broken: null,
      unsealed: { count: 1, ids: [id], isLate: false },
    })
  })

  it.each([
    [
      'its removal',
      (row: number) => [`delete from audit_log where id = ${row}`],
      'It was removed before it was sealed.',
    ],
    [
      'a change of it',
      (row: number) => [`update audit_log set title = 'Another' where id = ${row}`],
      'It was changed before it was sealed.',
    ],
    [
      'the removal of its mark',
      (row: number) => [`delete from audit_unsealed where entry_id = ${row}`],
      rowWithoutSeal,
    ],
  ])('shows %s, before sealing and after', async (_, tamper, why) => {
    expect((await afterTampering(tamper(id))).broken).toEqual({ id, why })
    expect((await afterTampering([...tamper(id), 'select audit_seal(100)'])).broken).toEqual({ id, why })
  })

  it('is late after ten seconds', async () => {
    const old = `update audit_unsealed set at = at - interval '11 seconds' where entry_id = ${id}`
    expect((await afterTampering([old])).unsealed).toMatchObject({ count: 1, isLate: true })
  })

  it('keeps its mark until it is sealed', async () => {
    for (const statement of [
      'delete from audit_unsealed',
      'truncate audit_unsealed',
      'update audit_unsealed set at = at',
    ])
      await expect(sql.raw(statement).execute(sample.db)).rejects.toMatchObject({ code: '23000' })
  })

  it('is sealed once, after what was sealed before it', async () => {
    const { rows } = await sql<{ position: number }>`select max(position) as position from audit_seals`.execute(
      sample.db,
    )
    expect(await seal()).toBe(1)
    expect(await seal()).toBe(0)
    const { rows: sealed } =
      await sql`select position, hash is not null as "isSealed" from audit where id = ${id}`.execute(sample.db)
    expect(sealed).toEqual([{ position: (rows[0]?.position ?? 0) + 1, isSealed: true }])
    expect((await verifyAudit(sample.db)).unsealed).toMatchObject({ count: 0, ids: [], since: null })
  })
})

describe('the difference between two records', () => {
  it('is the fields whose values differ, as they were and as they are', () => {
    expect(difference({ a: 1, b: 2, c: null }, { a: 1, b: 3, c: 'x' })).toEqual({
      before: { b: 2, c: null },
      after: { b: 3, c: 'x' },
    })
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
