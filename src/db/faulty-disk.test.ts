import { execFile, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { emptyDatabase } from './testing/empty-database.server.ts'
import { makeDataDir } from './testing/embedded-database.server.ts'

// strace makes system calls fail where a test asks for it. Few machines have it, and not every container
// allows it.
const canInject = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
if (!canInject) process.stderr.write('\n*** No strace here: the test with a faulty disk is SKIPPED.\n')

const PROGRAM = `
  import { openDatabase } from ${JSON.stringify(new URL('./database.server.ts', import.meta.url).href)}
  import { pino } from 'pino'
  const [dataDir, startFrom] = process.argv.slice(1)
  const db = await openDatabase({ dataDir, log: pino({ level: 'silent' }), startFrom })
  await db.pool.query('create table notes (id int primary key, body text)')
  let acknowledged = 0, failures = new Set(), afterwards = 0
  for (let id = 1; afterwards < 50 && id < 20000; id++) {
    try {
      await db.pool.query("insert into notes values ($1, repeat('x', 3000))", [id])
      acknowledged += 1
      if (failures.size > 0) afterwards += 1
    } catch (error) {
      failures.add(error.name)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const { rows: [{ n }] } = await db.pool.query('select count(*)::int as n from notes')
  await db.close()
  console.log(JSON.stringify({ acknowledged, afterwards, present: n, failures: [...failures] }))`

const told = z.object({
  acknowledged: z.number(),
  afterwards: z.number(),
  present: z.number(),
  failures: z.array(z.string()),
})

it.skipIf(!canInject)(
  'a disk that fails in the middle of writing restarts the engine; nothing acknowledged is lost',
  { timeout: 120_000 },
  async () => {
    const dataDir = await makeDataDir('faulty')
    const { stdout } = await promisify(execFile)('strace', [
      '-f',
      '-o',
      '/dev/null',
      '-e',
      'trace=pwrite64',
      '-e',
      'inject=pwrite64:error=EIO:when=1500..1520',
      process.execPath,
      '--input-type=module-typescript',
      '-e',
      PROGRAM,
      dataDir,
      await emptyDatabase(),
    ])
    const result = told.parse(JSON.parse(stdout))
    expect(result.failures).toEqual(['DatabaseUnavailable'])
    expect(result.afterwards).toBe(50)
    // What failed can be there or not, as after any lost connection; what was acknowledged is.
    expect(result.present).toBeGreaterThanOrEqual(result.acknowledged)
    await rm(dataDir, { recursive: true, force: true })
  },
)
