import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataInUse, DataRefused } from './data-dir.server.ts'
import { openDatabase } from './database.server.ts'
import { emptyDatabase } from './testing/empty-database.server.ts'
import { makeDataDir, openEmbeddedForTest, silent } from './testing/embedded-database.server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir('start')
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

const asides = () => readdirSync(dataDir).filter((name) => name.startsWith('pglite.'))

describe('opening a data directory', { timeout: 120_000 }, () => {
  it('sets a half-made database aside, keeps it, says so, and makes a new one', async () => {
    mkdirSync(join(dataDir, 'pglite', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'pglite', 'PG_VERSION'), '18\n')
    const logged: string[] = []
    const log = pino({}, { write: (line) => logged.push(line) })
    const db = await openDatabase({ dataDir, log, startFrom: await emptyDatabase() })
    expect((await db.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await db.close()
    expect(asides()).toEqual([expect.stringMatching(/^pglite\.corrupt-\d{8}t\d{9}z$/)])
    expect(readFileSync(join(dataDir, asides()[0] ?? '', 'PG_VERSION'), 'utf8')).toBe('18\n')
    expect(logged.join('')).toContain('has been set aside and a new one is made')
  })

  it('refuses to replace a database that is gone, and says what can be done', async () => {
    await (await openDatabase({ dataDir, log: silent, startFrom: await emptyDatabase() })).close()
    renameSync(join(dataDir, 'pglite'), join(dataDir, 'elsewhere'))
    const refusal = await openDatabase({ dataDir, log: silent }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataRefused)
    expect(refusal).toHaveProperty('message', expect.stringContaining('restore a backup: npm run restore -- <file>'))
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false)
    renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'pglite'))
    await (await openDatabase({ dataDir, log: silent })).close()
  })

  it('refuses a damaged database that has opened before, and does not touch it', async () => {
    await (await openDatabase({ dataDir, log: silent, startFrom: await emptyDatabase() })).close()
    const control = join(dataDir, 'pglite', 'global', 'pg_control')
    const good = readFileSync(control)
    writeFileSync(control, Buffer.alloc(good.length, 7))
    const refusal = await openDatabase({ dataDir, log: silent }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataRefused)
    expect(refusal).toHaveProperty(
      'message',
      expect.stringMatching(
        /does not open: .+ Nothing has been changed\. To go back to a backup: npm run restore -- <file> --replace/,
      ),
    )
    expect(asides()).toEqual([])
    // The lock has been given back: nothing prevents a repair.
    writeFileSync(control, good)
    await (await openDatabase({ dataDir, log: silent })).close()
  })

  it('is refused while it is open, and leaves nothing behind when it is closed', async () => {
    const { db } = await openEmbeddedForTest({ dataDir })
    await expect(openDatabase({ dataDir, log: silent })).rejects.toThrow(DataInUse)
    expect((await db.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await db.close()
    expect(readdirSync(dataDir).sort()).toEqual(['opened.json', 'pglite'])
  })

  it('heals itself when the very first start was killed', async () => {
    const program = `
      import { openDatabase } from ${JSON.stringify(new URL('./database.server.ts', import.meta.url).href)}
      import { pino } from 'pino'
      await openDatabase({ dataDir: process.argv[1], log: pino({ level: 'silent' }) })
      console.log('open')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    // initdb has begun to put its files in place.
    while (!existsSync(join(dataDir, 'pglite', 'base')) && child.exitCode === null) await sleep(2)
    child.kill('SIGKILL')
    await ended
    const db = await openDatabase({ dataDir, log: silent })
    await db.pool.query('create table notes (body text)')
    expect((await db.pool.query('select count(*)::int as n from pg_class')).rows[0]).toHaveProperty(
      'n',
      expect.any(Number),
    )
    await db.close()
    expect(asides()).toHaveLength(1)
  })
})
