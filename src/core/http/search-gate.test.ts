import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../db/database.server.ts'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import { cancelWork, createSearchGate } from './search-gate.server.ts'

const never = new AbortController().signal
const statusOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 200,
    (error: unknown) => (error as { status?: number }).status,
  )

describe('searches of one person', () => {
  const gate = createSearchGate({} as Database)

  it('are two at a time; four wait, further ones are sent away for a second, and others notice nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await promise
      running -= 1
    }
    const asked = Array.from({ length: 9 }, () => statusOf(gate.inTurn('ana', never, work)))
    await sleep(20)
    expect(running).toBe(2)
    expect(await gate.inTurn('ben', never, () => Promise.resolve('ben'))).toBe('ben')
    const refused = await gate.inTurn('ana', never, work).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    resolve()
    expect((await Promise.all(asked)).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429])
    expect(most).toBe(2)
    expect(await gate.inTurn('ana', never, () => Promise.resolve('again'))).toBe('again')
  })

  it('are one after the other for everyone on the embedded engine, which has as long for others in between', async () => {
    const own = createSearchGate({ engine: 'embedded' } as Database)
    const began: number[] = []
    const work = async () => {
      began.push(performance.now())
      await sleep(60)
    }
    const leaving = new AbortController()
    const asked = [
      own.inTurn('ana', never, work),
      own.inTurn('ben', leaving.signal, work),
      own.inTurn('cleo', never, work),
    ]
    leaving.abort()
    expect(await Promise.all(asked.map(statusOf))).toEqual([200, 400, 200])
    expect(began).toHaveLength(2)
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThan(110)
  })

  it('that wait are dropped when their caller leaves, and give their place back when they fail', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = [0, 1].map(() => statusOf(gate.inTurn('cleo', never, () => promise)))
    const leaving = new AbortController()
    let hasRun = false
    const waiting = statusOf(
      gate.inTurn('cleo', leaving.signal, async () => {
        hasRun = true
      }),
    )
    leaving.abort()
    expect([await waiting, hasRun]).toEqual([400, false])
    resolve()
    await Promise.all(first)
    for (let n = 0; n < 5; n++)
      await expect(gate.inTurn('cleo', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await gate.inTurn('cleo', never, () => Promise.resolve('there'))).toBe('there')
  })

  it('wait two seconds at most', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = [0, 1].map(() => gate.inTurn('dora', never, () => promise))
    expect(await statusOf(gate.inTurn('dora', never, () => promise))).toBe(429)
    resolve()
    await Promise.all(first)
  })
})

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a search on PostgreSQL', () => {
  let sample: SampleServer
  beforeAll(async () => {
    sample = await startSampleServer({ postgresUrl })
  })
  afterAll(() => sample.close())

  const asleep = async () => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from pg_stat_activity where query like 'select pg_sleep(20)%' and state = 'active'
        and datname = current_database()`.execute(sample.db)
    return rows[0]?.found
  }

  it('ends when its time is up, with a sentence about the search, and the connection goes on', async () => {
    const gate = createSearchGate(sample.database, 100)
    const refused = await gate
      .bounded(never, (db) => sql`select pg_sleep(20)`.execute(db))
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 422, fields: { q: expect.stringContaining('took too long') } })
    expect(await gate.bounded(never, async (db) => (await sql`select 1 as one`.execute(db)).rows)).toEqual([{ one: 1 }])
    const { rows } = await sql`show statement_timeout`.execute(sample.db)
    expect(rows).toEqual([{ statement_timeout: '5s' }])
  })

  it('ends in time also where every connection of the pool is out', async () => {
    const { pool } = sample.database
    const max = pool.options.max
    const gate = createSearchGate(sample.database, 100)
    const others = Array.from({ length: max - 1 }, async () => await pool.connect())
    const clients = await Promise.all(others)
    const refused = await gate
      .bounded(never, (db) => sql`select pg_sleep(20)`.execute(db))
      .catch((error: unknown) => error)
    for (const client of clients) client.release()
    expect(refused).toMatchObject({ status: 422, fields: { q: expect.stringContaining('took too long') } })
  })

  it('ends when its caller leaves', async () => {
    const gate = createSearchGate(sample.database, 30_000)
    const leaving = new AbortController()
    const work = statusOf(gate.bounded(leaving.signal, (db) => sql`select pg_sleep(20)`.execute(db)))
    while ((await asleep()) !== 1) await sleep(10)
    leaving.abort()
    expect(await work).toBe(400)
    expect(await asleep()).toBe(0)
  })
})

describe('cancelling past a pool that is full', () => {
  it('ends quietly where its connection is lost, and the process goes on', async () => {
    // Greets as PostgreSQL does, and hangs up at the first statement.
    let statements = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]))
        socket.once('data', () => {
          statements += 1
          socket.destroy()
        })
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const options = { host: '127.0.0.1', port, user: 'marquee', password: 'x', database: 'marquee', max: 1 }
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException').on('uncaughtException', note)
    try {
      await cancelWork({ idleCount: 0, totalCount: 1, options } as unknown as pg.Pool, { processID: 1 } as never)
      await sleep(50)
    } finally {
      process.removeAllListeners('uncaughtException')
      for (const other of others) process.on('uncaughtException', other)
      server.close()
    }
    expect(statements).toBe(1)
    expect(uncaught).toEqual([])
  })
})
