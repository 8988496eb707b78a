// The discovery API at 100,000 events, performances and products beside node:http and pg with the same prepared
// statements and the look-up of the key, in one run. `node bench/discovery.server.ts` prints its part of the report;
// with --write it goes into docs/benchmarks.md.
import { cpus, loadavg } from 'node:os'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { issueKey } from '../src/features/api-users/api-keys.server.ts'
import { apiScopes } from '../src/features/api-users/api-users.ts'
import type { DiscoveryName } from '../src/features/api-users/discovery-names.ts'
import { listStatement } from '../src/features/discovery/discovery-statements.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { system } from '../src/core/access/access.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { fillCatalogue } from './discovery-rows.server.ts'
import { lineOf, start } from './processes.server.ts'
import { writeSections } from './report.server.ts'

const size = Number(process.env['BENCH_CATALOGUE'] ?? 100_000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const connections = 16
const poolSize = 10
/** A key can make 6,000 calls a minute, more than this measurement makes. */
const keyCount = 20

const english = { code: 'en', isDefault: true, chain: [], machine: [], standard: 'en' }
const spanish = { code: 'es', isDefault: false, chain: ['es'], machine: [], standard: 'en' }
const today = new Date().toISOString().slice(0, 10)
const lists: readonly (readonly [
  name: DiscoveryName,
  locale: typeof english | typeof spanish,
  given: Readonly<Record<string, string>>,
])[] = [
  ['events', english, {}],
  ['events', spanish, {}],
  ['products', english, {}],
  ['performances', english, { from: today }],
]
const pathOf = ([name, { code }, given]: (typeof lists)[number]) =>
  `/v1/${name}?${new URLSearchParams({ ...given, locale: code }).toString()}`

interface Load {
  readonly p50: number
  readonly perSecond: number
}

/** Lines of the report. `postgresUrl`: a server that allows creating a database. */
export async function measureDiscovery(postgresUrl: string): Promise<string[]> {
  const own = await createTestDatabase(postgresUrl, 'bench_discovery')
  try {
    const log = createLog({ level: 'silent' })
    const database = await openDatabase({ url: own.url, dataDir: '', log })
    await migrate(database, migrationsFolder, log)
    await database.kysely.transaction().execute(seedDemoStaff)
    await loadDemoData(database, { purchases: 2_000, today, log, say: () => {} })
    await database.withoutDeadline(() => fillCatalogue(database.pool, size))
    await database.close()
    return await measureOn(own.url)
  } finally {
    await own.drop()
  }
}

/** The same on a database that is filled already. */
export async function measureOn(databaseUrl: string): Promise<string[]> {
  const keys = await makeKeys(databaseUrl)
  const statements = Object.fromEntries(
    lists.map((list) => [pathOf(list), listStatement(list[0], list[2], list[1], apiScopes)]),
  )
  const marquee = start(['src/app/server/main.server.ts'], {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(poolSize),
    PORT: '0',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '0',
  })
  const raw = start(['bench/raw-discovery.server.ts', databaseUrl, String(poolSize), JSON.stringify(statements)], {})
  const rows: string[] = []
  const before = loadavg()[0] ?? 0
  try {
    const ours = await lineOf(marquee, 'stderr', /is ready: (\S+)/)
    const theirs = `http://127.0.0.1:${await lineOf(raw, 'stdout', /^(\d+)/)}`
    for (const list of lists) rows.push(await compare(pathOf(list), ours, theirs, keys))
  } finally {
    marquee.kill()
    raw.kill()
  }
  return [
    '## Discovery API on PostgreSQL',
    '',
    `${size.toLocaleString('en')} events, performances and products each, pages of 50, ${connections} connections, ${rounds} rounds of ${seconds} s turn and turn about, medians; a pool of ${poolSize} each. ` +
      'The baseline is node:http and pg with the very same prepared statement and the same look-up of the key; it counts no quota and no usage and marks no answer. ' +
      `Bound: its p50 at least 0.7 of ours. The load of the machine (${cpus().length} cores) was ${before.toFixed(1)} before it began.`,
    '',
    '| call | p50 Marquee, ms | p50 baseline, ms | ratio | Marquee, requests/s | baseline, requests/s | ratio |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ]
}

async function makeKeys(url: string): Promise<string[]> {
  const database = await openDatabase({ url, dataDir: '', log: createLog({ level: 'silent' }) })
  try {
    const keys: string[] = []
    for (let n = 0; n < keyCount; n++) {
      const {
        rows: [user],
      } = await sql<{
        id: number
      }>`insert into discovery_api_users (name, company, email, scopes, quota_per_minute, quota_per_day)
        values ('Bench', 'Bench', 'bench@example.com', ${[...apiScopes]}::text[], 6000, 10000000) returning id`.execute(
        database.kysely,
      )
      keys.push((await issueKey(database.kysely, user?.id ?? 0, system('bench'))).key)
    }
    return keys
  } finally {
    await database.close()
  }
}

/** Turn and turn about, so that a slow minute of the machine falls on both. */
async function compare(path: string, ours: string, theirs: string, keys: readonly string[]): Promise<string> {
  await load(ours + path, keys, 1)
  await load(theirs + path, keys, 1)
  const [mine, raw]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    mine.push(await load(ours + path, keys, seconds))
    raw.push(await load(theirs + path, keys, seconds))
  }
  const middle = (of: readonly Load[], key: keyof Load) =>
    of.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
  const [p50, perSecond] = [
    [middle(mine, 'p50'), middle(raw, 'p50')],
    [middle(mine, 'perSecond'), middle(raw, 'perSecond')],
  ] as const
  const line = `| \`${path}\` | ${p50[0]} | ${p50[1]} | **${((p50[1] ?? 0) / (p50[0] ?? 1)).toFixed(2)}** | ${perSecond[0]?.toFixed(0)} | ${perSecond[1]?.toFixed(0)} | **${((perSecond[0] ?? 0) / (perSecond[1] ?? 1)).toFixed(2)}** |`
  process.stderr.write(`${line}\n`)
  return line
}

async function load(url: string, keys: readonly string[], duration: number): Promise<Load> {
  const { pathname, search } = new URL(url)
  const requests = keys.map((key) => ({
    method: 'GET' as const,
    path: pathname + search,
    headers: { authorization: `Bearer ${key}` },
  }))
  const result = await autocannon({ url, connections, duration, requests })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} times with something else than 200, ${result.errors} errors.`)
  return { p50: result.latency.p50, perSecond: result.requests.average }
}

if (import.meta.main) {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
  try {
    const section = (await measureDiscovery(postgres.url)).join('\n')
    process.stdout.write(`${section}\n`)
    if (process.argv.includes('--write')) await writeSections(section)
  } finally {
    await postgres.stop()
  }
}
