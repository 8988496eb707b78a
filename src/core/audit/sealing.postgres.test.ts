import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../db/database.server.ts'
import { type MigratedDatabase, openMigrated } from '../../db/testing/migrated-database.server.ts'
import { system } from '../access/access.ts'
import { createLog } from '../http/log.server.ts'
import { rounds } from '../testing/rounds.ts'
import { appendAudit } from './audit.server.ts'
import { verifyAudit } from './chain.server.ts'
import { createSealer } from './sealer.server.ts'

const postgresUrl = inject('postgresUrl')
const log = createLog({ level: 'silent' })
const program = fileURLToPath(new URL('../testing/write-audit-until-killed.server.ts', import.meta.url))

describe.skipIf(postgresUrl === null)('sealing while others write', () => {
  let own: MigratedDatabase
  let database: Database

  beforeAll(async () => {
    own = await openMigrated({ postgresUrl, name: 'sealing', dataDir: '', log, poolSize: 20 })
    database = own.database
    await database.pool.query('create table counters (id int primary key, value int not null)')
    await database.pool.query('insert into counters select n, 0 from generate_series(1, 16) as g (n)')
  })
  afterAll(async () => {
    await own?.drop()
  })

  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.kysely)).rows[0]?.n ?? 0

  /** One change with its row in the audit; every seventh is taken back. Answers whether it was committed. */
  async function write(writer: number, n: number): Promise<boolean> {
    const undo = new Error('taken back')
    return await database.kysely
      .transaction()
      .execute(async (db) => {
        await sql`update counters set value = value + 1 where id = ${writer}`.execute(db)
        const entries = Array.from({ length: 1 + (n % 3) }, (_, part) => ({
          action: 'count',
          object: `writer-${writer}`,
          recordId: n,
          after: { part },
        }))
        await appendAudit(db, entries, { actor: system('tests') })
        if (n % 7 === 0) throw undo
        return true
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
        return false
      })
  }

  it('16 writers and 2 sealers leave one chain without a gap, in the order of each writer', async () => {
    const sealers = [createSealer(database.kysely, log), createSealer(database.kysely, log)]
    for (const sealer of sealers) sealer.start()
    const changes = 2 * rounds.races
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 1; n <= changes; n++) await write(writer + 1, n)
      }),
    )
    await expect.poll(() => count('audit_unsealed'), { timeout: 10_000 }).toBe(0)
    for (const sealer of sealers) await sealer.stop()
    const rows = await count('audit_log')
    const written = Array.from({ length: changes }, (_, n) => n + 1).filter((n) => n % 7 !== 0)
    expect(rows).toBe(16 * written.reduce((sum, n) => sum + 1 + (n % 3), 0))
    expect(await verifyAudit(database.kysely, 100)).toMatchObject({ rows, broken: null, unsealed: { count: 0 } })
    const { rows: order } = await sql<{ object: string; ns: string }>`
      select l.object, string_agg(l.record_id || '.' || (l.after ->> 'part'), ' ' order by s.position) as ns
      from audit_seals s join audit_log l on l.id = s.entry_id group by 1`.execute(database.kysely)
    const expected = written.flatMap((n) => Array.from({ length: 1 + (n % 3) }, (_, part) => `${n}.${part}`)).join(' ')
    expect(order).toHaveLength(16)
    for (const { ns } of order) expect(ns).toBe(expected)
  }, 120_000)

  it('writers do not wait for each other: one that has written and not committed delays no one', async () => {
    const sealer = createSealer(database.kysely, log)
    sealer.start()
    let finish = () => {}
    const open = new Promise<void>((resolve) => {
      finish = resolve
    })
    const slow = database.kysely.transaction().execute(async (db) => {
      await appendAudit(db, [{ action: 'slow', object: 'tests' }], { actor: system('tests') })
      await open
    })
    const startedAt = performance.now()
    expect(await write(1, 1)).toBe(true)
    await expect.poll(() => count('audit_unsealed'), { timeout: 5_000 }).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    finish()
    await slow
    await expect.poll(async () => (await verifyAudit(database.kysely)).unsealed.count, { timeout: 5_000 }).toBe(0)
    await sealer.stop()
    expect((await verifyAudit(database.kysely)).broken).toBeNull()
  }, 30_000)

  it(
    `killed writers lose no row that was acknowledged, and the next start seals it (${rounds.kills} rounds)`,
    async () => {
      for (let round = 1; round <= rounds.kills; round++) {
        const child = spawn(process.execPath, [program, own.url ?? '', String(round)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const told: string[] = []
        const lines = createInterface({ input: child.stdout })
        lines.on('line', (line) => told.push(line))
        const isOver = once(lines, 'close')
        await once(lines, 'line')
        await sleep(100 + Math.random() * 400)
        while (told.length < 30 && child.exitCode === null) await sleep(5)
        child.kill('SIGKILL')
        await isOver
        const sealer = createSealer(database.kysely, log)
        sealer.start()
        await expect.poll(() => count('audit_unsealed'), { timeout: 10_000 }).toBe(0)
        await sealer.stop()
        const { rows } = await sql<{ n: number }>`
        select record_id::int as n from audit_log where object = ${`killed-${round}`}`.execute(database.kysely)
        const found = new Set(rows.map(({ n }) => n))
        const acknowledged = told.slice(1).map(Number)
        expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
        expect(await verifyAudit(database.kysely)).toMatchObject({ broken: null, unsealed: { count: 0 } })
      }
    },
    rounds.kills * 60_000,
  )

  it('a row that was removed before its seal is never sealed over, and is reported as late', async () => {
    await appendAudit(database.kysely, [{ action: 'gone', object: 'tests' }], { actor: system('tests') })
    const { rows } = await sql<{ id: number }>`select max(id) as id from audit_log`.execute(database.kysely)
    const id = rows[0]?.id ?? 0
    await database.kysely.transaction().execute(async (db) => {
      for (const table of ['audit_log', 'audit_unsealed'])
        await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
      await sql`delete from audit_log where id = ${id}`.execute(db)
      await sql`update audit_unsealed set at = at - interval '11 seconds'`.execute(db)
      for (const table of ['audit_log', 'audit_unsealed'])
        await sql`alter table ${sql.table(table)} enable trigger all`.execute(db)
    })
    const sealer = createSealer(database.kysely, log)
    sealer.start()
    await expect.poll(() => sealer.late(), { timeout: 20_000 }).toMatchObject({ count: 1, ids: [id], isLate: true })
    expect(await write(2, 1)).toBe(true)
    await expect.poll(() => count('audit_unsealed'), { timeout: 5_000 }).toBe(1)
    await sealer.stop()
    expect((await verifyAudit(database.kysely)).broken).toEqual({ id, why: 'It was removed before it was sealed.' })
  }, 60_000)
})
