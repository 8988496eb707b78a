import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { type Database, openDatabase } from './database.server.ts'
import { migrate } from './migrate.server.ts'
import { MigrationsRefused, SchemaIsNewer } from './migration-errors.server.ts'
import { emptyDatabase } from './testing/empty-database.server.ts'
import { type EmbeddedDatabase, makeDataDir, openEmbeddedForTest, silent } from './testing/embedded-database.server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')

let folder: string
beforeEach(async () => {
  folder = await makeDataDir('migrations')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function write(name: string, sql: string): void {
  writeFileSync(join(folder, `${name}.sql`), sql)
}

describe.each(['embedded', 'postgres'] as const)('migrations on the %s database', { timeout: 60_000 }, (engine) => {
  let db: Database
  let embedded: EmbeddedDatabase | undefined
  let server: TestDatabase | undefined
  beforeAll(async () => {
    if (engine === 'embedded') embedded = await openEmbeddedForTest()
    else if (postgresUrl) server = await createTestDatabase(postgresUrl, 'migrate')
    db = embedded?.db ?? (await openDatabase({ url: server?.url, dataDir: 'unused', log: silent }))
  }, 60_000)
  beforeEach(async () => {
    await db?.pool.query('drop schema public cascade; create schema public')
  })
  afterAll(async () => {
    await embedded?.drop()
    if (server) await db.close()
    await server?.drop()
  })
  const test = it.skipIf(engine === 'postgres' && postgresUrl === null)
  const run = () => migrate(db, pathToFileURL(folder), silent)

  async function tables(): Promise<string[]> {
    const { rows } = await db.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    return rows.map(({ name }) => name).filter((name) => name !== 'schema_migrations')
  }

  test('are applied in the order of their names, once', async () => {
    write('0002_second', "insert into first (body) values ('from the second');")
    write('0001_first', 'create table first (body text);\n-- a remark; with a semicolon\ncreate table other (id int);')
    expect(await run()).toEqual({ applied: ['0001_first', '0002_second'] })
    expect(await run()).toEqual({ applied: [] })
    write('0003_third', 'create function f() returns int language plpgsql as $$ begin return 1; end $$;')
    expect(await run()).toEqual({ applied: ['0003_third'] })
    expect((await db.pool.query('select body, f() from first')).rows).toEqual([{ body: 'from the second', f: 1 }])
  })

  test('that fail change nothing, say where, and are tried again', async () => {
    write('0001_first', 'create table first (body text)')
    write('0002_bad', "create table second (id int);\ninsert into first values ('x');\ninsert into nowhere values (1);")
    await expect(run()).rejects.toThrow(
      'The migration 0002_bad failed and changed nothing: relation "nowhere" does not exist (line 3)',
    )
    expect(await tables()).toEqual(['first'])
    expect((await db.pool.query('select count(*)::int as n from first')).rows).toEqual([{ n: 0 }])
    write('0002_bad', 'create table second (id int)')
    expect(await run()).toEqual({ applied: ['0002_bad'] })
  })

  test('leave a database alone that newer code has changed', async () => {
    write('0001_first', 'create table first (id int)')
    write('0002_newer', 'create table newer (id int)')
    await run()
    await rm(join(folder, '0002_newer.sql'))
    write('0003_never', 'create table never (id int)')
    const refusal = await run().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(SchemaIsNewer)
    expect(refusal).toHaveProperty(
      'message',
      expect.stringContaining('it has 0002_newer, which this version does not know'),
    )
    expect(await tables()).toEqual(['first', 'newer'])
  })

  test('cannot be changed once they have run, except for line ends', async () => {
    write('0001_first', 'create table first (id int);\n')
    await run()
    write('0001_first', 'create table first (id int);\r\n')
    expect(await run()).toEqual({ applied: [] })
    write('0001_first', 'create table first (id bigint);\n')
    await expect(run()).rejects.toThrow(MigrationsRefused)
    await expect(run()).rejects.toThrow('0001_first differs from what was applied')
  })

  test('cannot be inserted before one that has run', async () => {
    write('0002_second', 'create table second (id int)')
    await run()
    write('0001_first', 'create table first (id int)')
    await expect(run()).rejects.toThrow('0001_first comes before 0002_second, which this database already has')
  })

  test('cannot end their transaction themselves', async () => {
    write('0001_commits', 'create table first (id int); commit; create table second (id int);')
    await expect(run()).rejects.toThrow('0001_commits ends its transaction by itself')
  })

  test('do not leave their settings to the connections of requests', async () => {
    write(
      '0001_settings',
      "set search_path = pg_catalog; set timezone = 'Asia/Tokyo'; create table public.first (id int);",
    )
    await run()
    expect(
      (await db.pool.query("select current_setting('TimeZone') as zone, to_regclass('first') is not null as found"))
        .rows,
    ).toEqual([{ zone: 'UTC', found: true }])
  })

  test('can take longer than a request', async () => {
    write(
      '0001_long',
      `do $$
      declare enough timestamptz := clock_timestamp() + interval '6 s';
      begin while clock_timestamp() < enough loop end loop; end $$; create table first (id int);`,
    )
    expect(await run()).toEqual({ applied: ['0001_long'] })
  })
})

const foundShape = z.object({ steps: z.number(), known: z.number(), counts: z.array(z.number()) })

it(
  'migrations killed in the middle are there wholly or not at all, and the next start goes on',
  { timeout: 240_000 },
  async () => {
    for (let step = 1; step <= 8; step++) {
      write(
        `000${step}_step`,
        `create table step_${step} (id int);
      insert into step_${step} select generate_series(1, 20000); create index on step_${step} (id);`,
      )
    }
    const dataDir = await makeDataDir('killed')
    // Says what it finds, then what it does.
    const engine = (name: string) => JSON.stringify(new URL(`./${name}`, import.meta.url).href)
    const program = `
    import { openDatabase } from ${engine('database.server.ts')}
    import { migrate } from ${engine('migrate.server.ts')}
    import { pino } from 'pino'
    const [dataDir, folder, startFrom] = process.argv.slice(1)
    const db = await openDatabase({ dataDir, log: pino({ level: 'silent' }), startFrom })
    const { rows: steps } = await db.pool.query("select tablename as name from pg_tables where tablename like 'step_%' order by 1")
    const known = steps.length === 0 ? [] : (await db.pool.query('select name from schema_migrations')).rows
    const counts = []
    for (const { name } of steps) counts.push((await db.pool.query('select count(*)::int as n from ' + name)).rows[0].n)
    console.log(JSON.stringify({ steps: steps.length, known: known.length, counts: [...new Set(counts)] }))
    await migrate(db, new URL(folder), pino({ level: 'info' }))
    await db.close()
    console.log('done')`
    const run = async (killAt: number | null) => {
      const child = spawn(
        process.execPath,
        ['--input-type=module-typescript', '-e', program, dataDir, pathToFileURL(folder).href, await emptyDatabase()],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const ended = once(child, 'exit')
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (line.includes(`"migration":"000${killAt}_step"`)) {
          await sleep(Math.random() * 30)
          child.kill('SIGKILL')
        }
      }
      await ended
      return { found: foundShape.parse(JSON.parse(lines[0] ?? '')), isDone: lines.includes('done') }
    }

    await run(2)
    for (const killedAt of [2, 5, 8]) {
      const { found, isDone } = await run(killedAt === 8 ? null : killedAt + 3)
      // All files before the one it was killed in are there; that one is there wholly or not at all, as is any
      // later one.
      expect(found.steps).toBeGreaterThanOrEqual(killedAt - 1)
      expect(found.known).toBe(found.steps)
      expect(found.counts).toEqual([20_000])
      expect(isDone).toBe(killedAt === 8)
    }
    await rm(dataDir, { recursive: true, force: true })
  },
)
