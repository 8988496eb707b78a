// npm run bench: lists of purchases at several sizes on a real PostgreSQL, beside the same statements behind node:http
// and pg alone, in one run; then the command palette, the bytes of each first load and the time to rows in Chromium. Writes its sections of docs/benchmarks.md.
import { cpus, totalmem } from 'node:os'
import autocannon from 'autocannon'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'
import { listPath, statementOf } from './calls.server.ts'
import { measureConsole } from './console.server.ts'
import { benchDataGrid } from './data-grid.ts'
import { measureDiscovery } from './discovery.server.ts'
import { fillPurchases } from './many-purchases.server.ts'
import { measurePalette } from './palette.server.ts'
import { lineOf, start } from './processes.server.ts'
import { writeSections } from './report.server.ts'
import { signIn } from './sign-in.server.ts'
import { measureStart } from './start.server.ts'

const sizes = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
// BENCH_DATABASES is the address of databases that were filled in advance, with `{size}` in place of the number of purchases.
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** Leaves the console, the Discovery API, the grid and the start out, which the report keeps as they are. */
const isOnlyLists = process.argv.includes('--lists')
const connections = 16
/** One person has no more searches under way at a time; what is beyond that waits, or is refused. */
const searches = 2
const poolSize = 10
const say = (line: string): void => void process.stderr.write(`${line}\n`)

interface Figure {
  scenario: string
  size: number
  marquee: number
  raw: number
}

const postgres = await startPostgres()
if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
const figures: Figure[] = []
let consoleFigures: string[] = []
let discoveryFigures: string[] = []
try {
  for (const size of sizes) {
    const own = await databaseWith(postgres.url, size)
    try {
      await withServers(own.url, async (urls, token) => {
        for (const [scenario, path] of await scenarios(urls.marquee, token))
          figures.push(await compare(scenario, size, path, urls, token))
        if (size === sizes.at(-1) && !isOnlyLists)
          consoleFigures = [
            ...(await measurePalette(urls.marquee, token, await someEmail(urls.marquee, token))),
            ...(await measureConsole(urls.marquee)),
          ]
      })
    } finally {
      await own.drop()
    }
  }
  if (!isOnlyLists) discoveryFigures = await measureDiscovery(postgres.url)
} finally {
  await postgres.stop()
}
const report = await describe(
  isOnlyLists ? [] : [...discoveryFigures, '', ...(await measureGrid()), '', ...(await measureStart())],
)
await writeSections(report)
process.stdout.write(report)

/** One that was filled in advance, where there is one, else one that is filled now and dropped when it was measured. */
async function databaseWith(server: string, size: number): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const filled = process.env['BENCH_DATABASES']?.replace('{size}', String(size))
  if (filled !== undefined) return { url: filled, drop: async () => {} }
  const own = await createTestDatabase(server, `bench_${size}`)
  await fillPurchases(own.url, size, say)
  return own
}

/** The calls to time. Their statements are settled before the baseline starts, because it knows nothing else. */
async function scenarios(url: string, token: string): Promise<[string, string][]> {
  const filtered = { filter: { bookingStatus: ['confirmed'], kind: 'event' }, sort: ['createdAt', 'DESC'] }
  return [
    ['filter, sort, 50 rows, count', listPath({ ...filtered, range: [0, 49] })],
    ['filter, sort, 50 rows by cursor', listPath({ ...filtered, cursor: '' })],
    ['deep page by cursor', listPath({ ...filtered, cursor: await deepCursor(url, token, filtered) })],
    ['all purchases, first page, count', listPath({ range: [0, 49] })],
    ['search by email', listPath({ q: await someEmail(url, token), range: [0, 49] })],
    ['coupons, first page, count', listPath({ range: [0, 49] }, 'coupons')],
    // They count what was bought of each of their rows.
    ['events, first page, count', listPath({ range: [0, 49] }, 'events')],
    ['performers, first page, count', listPath({ range: [0, 49] }, 'performers')],
  ]
}

/** Pages on until the middle of the list, as a person at the wheel of a job would. */
async function deepCursor(url: string, token: string, query: Record<string, unknown>): Promise<string> {
  let cursor = ''
  for (let page = 0; page < 20; page++) {
    const params = new URLSearchParams({
      filter: JSON.stringify(query['filter']),
      sort: JSON.stringify(query['sort']),
      cursor,
      limit: '500',
      fields: '["id"]',
    })
    const reply = await fetch(`${url}/rest/data/purchases?${params.toString()}`, { headers: { 'x-token': token } })
    const next = reply.headers.get('x-next-cursor')
    if (!next) break
    cursor = next
  }
  return cursor
}

/** An address as a customer reads it out; lists show it masked. */
async function someEmail(url: string, token: string): Promise<string> {
  const headers = { 'x-token': token, 'content-type': 'application/json' }
  const list = await fetch(`${url}/rest/data/purchases?range=[700,700]&fields=["id"]`, { headers })
  const [row] = (await list.json()) as { id: number }[]
  const reply = await fetch(`${url}/rest/data/purchases/${row?.id}/reveal`, {
    method: 'POST',
    headers,
    body: '{"reason":"To search for it"}',
  })
  const { customerEmail } = (await reply.json()) as { customerEmail?: string }
  if (!customerEmail) throw new Error(`No address was revealed: ${reply.status}`)
  return customerEmail
}

async function withServers(
  databaseUrl: string,
  work: (urls: { marquee: string; raw: string }, token: string) => Promise<void>,
): Promise<void> {
  const marquee = start(['src/app/server/main.server.ts'], {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(poolSize),
    PORT: '0',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '0',
  })
  try {
    const url = await lineOf(marquee, 'stderr', /is ready: (\S+)/)
    const token = await signIn(url)
    const calls = Object.fromEntries((await scenarios(url, token)).map(([, path]) => [path, statementOf(path)]))
    const raw = start(['bench/raw-server.server.ts', databaseUrl, String(poolSize), JSON.stringify(calls)], {})
    try {
      const port = await lineOf(raw, 'stdout', /^(\d+)/)
      await work({ marquee: url, raw: `http://127.0.0.1:${port}` }, token)
    } finally {
      raw.kill()
    }
  } finally {
    marquee.kill()
  }
}

/** Turn and turn about, so that a slow minute of the machine falls on both. */
async function compare(
  scenario: string,
  size: number,
  path: string,
  urls: { marquee: string; raw: string },
  token: string,
): Promise<Figure> {
  const ours: autocannon.Result[] = []
  const theirs: autocannon.Result[] = []
  await load(urls.marquee + path, token, 1)
  await load(urls.raw + path, token, 1)
  for (let round = 0; round < rounds; round++) {
    ours.push(await load(urls.marquee + path, token, seconds))
    theirs.push(await load(urls.raw + path, token, seconds))
  }
  const figure = {
    scenario,
    size,
    marquee: median(ours.map(({ requests }) => requests.average)),
    raw: median(theirs.map(({ requests }) => requests.average)),
  }
  say(
    `${size} ${scenario}: ${figure.marquee.toFixed(0)}/s against ${figure.raw.toFixed(0)}/s = ${(figure.marquee / figure.raw).toFixed(2)}`,
  )
  return figure
}

async function load(url: string, token: string, duration: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections: new URL(url).searchParams.has('q') ? searches : connections,
    duration,
    headers: { 'x-token': token },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} times with something else than 200, ${result.errors} errors.`)
  return result
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

async function describe(more: readonly string[]): Promise<string> {
  const row = (figure: Figure) =>
    `| ${figure.size.toLocaleString('en')} | ${figure.scenario} | ${figure.marquee.toFixed(0)} | ${figure.raw.toFixed(0)} | **${(figure.marquee / figure.raw).toFixed(2)}** |`
  return [
    '# Benchmarks',
    '',
    `\`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}. ` +
      `Load generator, servers and PostgreSQL share the cores: read the ratios, not the absolute numbers.`,
    '',
    '## Lists of purchases and coupons on PostgreSQL',
    '',
    `${connections} connections (${searches} for searches, as one person has no more under way), ${rounds} rounds of ${seconds} s turn and turn about, medians; each server one process with a pool of ${poolSize}. The baseline is node:http and pg ` +
      'with the very same statement and one session look-up, both prepared. Bound: at least 0.75 of the baseline.',
    '',
    '| purchases | call | Marquee, requests/s | baseline, requests/s | ratio |',
    '|---|---|---|---|---|',
    ...figures.map(row),
    '',
    ...growth(),
    '',
    ...consoleFigures,
    '',
    ...more,
    '',
  ].join('\n')
}

/** Bound: the same call within 1.5 times as the table grows. */
function growth(): string[] {
  const scenarioNames = [...new Set(figures.map(({ scenario }) => scenario))]
  return [
    '### As the table grows',
    '',
    `Bound: the first page and any cursor within 1.5 times, in requests/s.`,
    '',
    `| call | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | smallest table against largest |`,
    `|---|${sizes.map(() => '---').join('|')}|---|`,
    ...scenarioNames.map((name) => {
      const of = figures.filter(({ scenario }) => scenario === name)
      return `| ${name} | ${of.map(({ marquee }) => marquee.toFixed(0)).join(' | ')} | ${((of[0]?.marquee ?? 0) / (of.at(-1)?.marquee ?? 1)).toFixed(2)} times slower |`
    }),
  ]
}

async function measureGrid(): Promise<string[]> {
  const rows = (await benchDataGrid()).map(
    ({ name, median: middle, worst, processor, bound }) =>
      `| ${name.trim()} | ${bound ?? ''} | ${middle} | ${worst} | ${processor} |`,
  )
  return [
    '## The grid',
    '',
    'From a click or a key to the next paint in Chromium, by the browser’s own Event Timing (steps of 8 ms). The floor is the very same elements turned around by a plain script.',
    '',
    '| what | bound, ms | median, ms | worst, ms | processor, ms |',
    '|---|---|---|---|---|',
    ...rows,
  ]
}
