// A PATCH of a coupon with everything that belongs to it, beside the UPDATE and the audit's INSERT alone, turn and turn
// about in one run. `node bench/writes.server.ts` prints requests a second and milliseconds of CPU for each.
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import autocannon from 'autocannon'
import type { Database } from '../src/db/database.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { lineOf, start } from './processes.server.ts'
import { signIn } from './sign-in.server.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const poolSize = 10

interface Round {
  readonly perSecond: number
  /** Milliseconds of CPU a request. */
  readonly node: number
  readonly postgres: number
}

const postgres = await startPostgres()
if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
const own = await createTestDatabase(postgres.url, 'bench_writes')
const database = await openDatabase({ url: own.url, dataDir: '', log: createLog({ level: 'silent' }) })
try {
  const { kysely: db, pool } = database
  await migrate(database, migrationsFolder, createLog({ level: 'silent' }))
  await db.transaction().execute(seedDemoStaff)
  const today = new Date().toISOString().slice(0, 10)
  await loadDemoData(database, { purchases: 2_000, today, log: createLog({ level: 'silent' }), say: () => {} })
  await database.withoutDeadline(() => pool.query('vacuum analyze'))
  await measure(database, own.url)
} finally {
  await database.close()
  await own.drop()
  await postgres.stop()
}

async function measure(database: Database, url: string): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>(
    "select id from coupons where status = 'active' order by id",
  )
  const ids = rows.map(({ id }) => id)
  const ours = start(['src/app/server/main.server.ts'], {
    DATABASE_URL: url,
    DATABASE_POOL: String(poolSize),
    PORT: '0',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '0',
  })
  const raw = start(['bench/raw-writes.server.ts', url, String(poolSize)], {})
  try {
    const marqueeUrl = await lineOf(ours, 'stderr', /is ready: (\S+)/)
    const rawUrl = `http://127.0.0.1:${await lineOf(raw, 'stdout', /^(\d+)/)}`
    const token = await signIn(marqueeUrl)
    process.stdout.write(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${ids.length} coupons\n`)
    for (const connections of [1, 16]) {
      const figures: [marquee: Round[], raw: Round[]] = [[], []]
      for (let round = 0; round <= rounds; round++) {
        const pair = [
          await load(database, ours, marqueeUrl, token, ids, connections),
          await load(database, raw, rawUrl, token, ids, connections),
        ] as const
        // The first one warms up.
        if (round > 0) pair.forEach((figure, n) => figures[n]?.push(figure))
      }
      const [marquee, baseline] = figures.map(medians)
      if (!marquee || !baseline) continue
      const inWords = ({ perSecond, node, postgres: pg }: Round) =>
        `${perSecond.toFixed(0)}/s, CPU ${node.toFixed(1)} + ${pg.toFixed(1)} ms`
      process.stdout.write(
        `${connections} connections: PATCH ${inWords(marquee)}; raw ${inWords(baseline)}; ratio ${(marquee.perSecond / baseline.perSecond).toFixed(2)}\n`,
      )
    }
  } finally {
    ours.kill()
    raw.kill()
  }
}

async function load(
  database: Database,
  child: ChildProcess,
  url: string,
  token: string,
  ids: readonly number[],
  connections: number,
): Promise<Round> {
  const pick = () => ids[Math.floor(Math.random() * ids.length)]
  const [node, pg] = [await cpuOf([child.pid ?? 0]), await cpuOf(await backends(database))]
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'x-token': token, 'content-type': 'application/json' },
    requests: [
      {
        method: 'PATCH',
        setupRequest: (request) => ({
          ...request,
          path: `/rest/data/coupons/${pick()}`,
          body: JSON.stringify({ name: `Bench ${Math.random()}` }),
        }),
      },
    ],
  })
  const count = result['2xx']
  if (result.non2xx > count / 100 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} times with something else than 200, ${result.errors} errors.`)
  return {
    perSecond: count / result.duration,
    node: ((await cpuOf([child.pid ?? 0])) - node) / count,
    postgres: ((await cpuOf(await backends(database))) - pg) / count,
  }
}

/** Milliseconds of CPU that processes of this machine have used. */
async function cpuOf(pids: readonly number[]): Promise<number> {
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    }),
  )
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}

async function backends(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return rows.map(({ pid }) => pid)
}

function medians(figures: readonly Round[]): Round {
  const of = (key: keyof Round) =>
    figures.map((figure) => figure[key]).toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
  return { perSecond: of('perSecond'), node: of('node'), postgres: of('postgres') }
}
