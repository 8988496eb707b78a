// node bench/search.server.ts: what others wait while one person searches for what is dear, on both engines. Others ask
// for a list ten times a second, 500 times, first alone and then beside the searches. Bound: a 95th percentile of at most
// twice the idle one, or 250 ms where that is more.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'
import { lineOf, start } from './processes.server.ts'
import { signIn } from './sign-in.server.ts'

const purchases = Number(process.env['BENCH_PURCHASES'] ?? 20_000)
const calls = Number(process.env['BENCH_CALLS'] ?? 500)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const hammers = 4
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Signs alone, signs between words, frequent words, beginnings: what an index helps least with. */
const dear = [
  '%_'.repeat(100),
  '--'.repeat(100),
  '.'.repeat(200),
  'ab'.repeat(100),
  'a-'.repeat(100),
  `the ${'%_'.repeat(90)}`,
  'tour',
  'ma',
  'a',
]

async function measure(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const marquee = start(['src/app/server/main.server.ts'], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '0',
    ...env,
  })
  try {
    const url = await lineOf(marquee, 'stderr', /is ready: (\S+)/)
    const [other, hammer] = [await signIn(url, 'admin'), await signIn(url, 'read-only')]
    for (let round = 1; round <= rounds; round++) {
      const idle = await others(url, other)
      const stop = new AbortController()
      const answers = new Map<number, number>()
      const working = Array.from({ length: hammers }, (_, place) =>
        keepSearching(url, hammer, place, stop.signal, answers),
      )
      const busy = await others(url, other)
      stop.abort()
      await Promise.all(working)
      const bound = Math.max(2 * idle, 250)
      const answered = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
      say(
        `${name}, round ${round}: p95 idle ${idle.toFixed(0)} ms, beside the searches ${busy.toFixed(0)} ms, bound ${bound.toFixed(0)} ms ${busy <= bound ? 'held' : 'MISSED'} (searches: ${answered})`,
      )
    }
  } finally {
    marquee.kill()
  }
}

/** The 95th percentile of calls that begin ten times a second, whether or not the last has been answered. */
async function others(url: string, token: string): Promise<number> {
  const times: Promise<number>[] = []
  for (let call = 0; call < calls; call++) {
    times.push(timed(`${url}/rest/data/coupons?range=[0,49]`, token))
    await sleep(100)
  }
  const sorted = (await Promise.all(times)).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Infinity
}

async function timed(address: string, token: string): Promise<number> {
  const started = performance.now()
  const reply = await fetch(address, { headers: { 'x-token': token } })
  await reply.arrayBuffer()
  return reply.ok ? performance.now() - started : Infinity
}

async function keepSearching(
  url: string,
  token: string,
  place: number,
  signal: AbortSignal,
  answers: Map<number, number>,
): Promise<void> {
  for (let n = place; !signal.aborted; n++) {
    const params = new URLSearchParams({ q: dear[n % dear.length] ?? '' })
    const path = n % 3 === 2 ? '/rest/data/search' : '/rest/data/purchases'
    const reply = await fetch(`${url}${path}?${params.toString()}`, { headers: { 'x-token': token } })
    await reply.arrayBuffer()
    answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1)
    // Otherwise calls refused at once would measure how fast refusals are.
    if (reply.status === 429) await sleep(50)
  }
}

async function fill(url: string | undefined, dataDir: string): Promise<void> {
  const log = createLog({ level: 'silent' })
  const database = await openDatabase({ url, dataDir, log })
  await migrate(database, migrationsFolder, log)
  await database.kysely.transaction().execute(seedDemoStaff)
  await loadDemoData(database, { purchases, today: new Date().toISOString().slice(0, 10), log, say: () => {} })
  await database.close()
}

const postgres = await startPostgres()
if (postgres) {
  const own = await createTestDatabase(postgres.url, 'bench_search')
  try {
    await fill(own.url, '')
    await measure('PostgreSQL', { DATABASE_URL: own.url })
  } finally {
    await own.drop()
    await postgres.stop()
  }
}
const dataDir = await mkdtemp(join(tmpdir(), 'marquee-bench-search-'))
try {
  await fill(undefined, dataDir)
  await measure('embedded', { DATA_DIR: dataDir, DATABASE_URL: '' })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
