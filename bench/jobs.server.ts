// node bench/jobs.server.ts [codes] [bulk] [exports] [answers]: what long work costs, and what others notice of it. Not part of
// npm run bench: each figure is a ratio within one run, printed as it is found.
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { sql } from 'kysely'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { startTestServer } from '../src/app/testing/start.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const wanted = new Set(process.argv.slice(2))
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name)
const template = { name: 'Mailing', kind: 'percent', percent: 500, status: 'active' }
const callsASecond = 10
const bulkRows = Number(process.env['BENCH_BULK'] ?? 5_000)
const exportRows = Number(process.env['BENCH_EXPORT'] ?? 100_000)
const batchSize = Number(process.env['BENCH_BATCH'] ?? 10_000)
const callsMade = Number(process.env['BENCH_CALLS'] ?? 500)

const postgres = await startPostgres()
if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
try {
  if (isWanted('codes'))
    for (const [name, postgresUrl] of [
      ['PostgreSQL', postgres.url],
      ['embedded', null],
    ] as const)
      await onServer(postgresUrl, (server) => codes(name, server))
  if (isWanted('bulk') || isWanted('exports')) await onServer(postgres.url, longWork)
  if (isWanted('answers')) await onServer(postgres.url, answers)
} finally {
  await postgres.stop()
}

async function onServer(postgresUrl: string | null, work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({ postgresUrl, name: 'bench jobs', checkOutput: false })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

/** How long calls take that come steadily, however long the ones before them take, until there were so many or `isOver`. */
async function steadily(call: () => Promise<unknown>, calls: number, isOver: () => boolean = () => false) {
  const times: number[] = []
  const open: Promise<void>[] = []
  for (let n = 0; n < calls && !isOver(); n++) {
    const began = performance.now()
    open.push(
      call().then(() => {
        times.push(performance.now() - began)
      }),
    )
    await sleep(1_000 / callsASecond)
  }
  await Promise.all(open)
  return times.toSorted((a, b) => a - b)
}

function words(times: readonly number[]): string {
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0)
  return `${times.length} calls, p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`
}

/** 100,000 codes in ten batches, asked for at once, while others call. */
async function codes(name: string, server: TestServer): Promise<void> {
  const admin = await server.signIn('admin')
  const calls = [
    () => admin.get('/rest/data/rbac/whoami'),
    () => admin.get('/rest/data/coupons', { range: [0, 49] }),
    () => admin.get('/rest/data/coupon-batches', { range: [0, 49] }),
  ]
  let turn = 0
  const next = async () => await calls[turn++ % calls.length]?.()
  say(`${name}: idle ${words(await steadily(next, 100))}`)
  const began = performance.now()
  const busy = steadily(next, callsMade)
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      admin.post('/rest/data/coupons/generate', { count: batchSize, prefix: `B${n}-`, template }),
    ),
  )
  say(`  asked for after ${Math.round(performance.now() - began)} ms: ${asked.map(({ status }) => status).join(' ')}`)
  const done = server.runJob('make-coupon-codes').then(() => Math.round((performance.now() - began) / 1000))
  say(`  in the meantime ${words(await busy)}`)
  say(`  ${10 * batchSize} codes after ${await done} s`)
}

/** Identical coupons, as quickly as the database takes them. Returns a word to find them by. */
async function madeCoupons(server: TestServer, count: number): Promise<string> {
  const stackGroup = `bench ${count}`
  for (let from = 1; from <= count; from += 2_000)
    await sql`
      insert into coupons (code, name, kind, percent, status, stack_group)
      select 'ROW-' || ${count}::integer || '-' || n, 'Mailing', 'percent', 500, 'active', ${stackGroup}
      from generate_series(${from}::integer, ${Math.min(count, from + 1_999)}::integer) as n`.execute(
      server.database.kysely,
    )
  return stackGroup
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  say(
    `${name}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU in node`,
  )
}

async function longWork(server: TestServer): Promise<void> {
  const admin = await server.signIn('admin')
  const db = server.database.kysely
  if (isWanted('bulk')) {
    const q = await madeCoupons(server, bulkRows)
    const { rows: made } = await sql<{ id: number }>`select id from coupons where stack_group = ${q}`.execute(db)
    const ids = made.map(({ id }) => id).toSorted((a, b) => a - b)
    const { body } = await admin.post('/rest/data/coupons/selections', {
      filter: JSON.stringify({ id: { gte: ids[0], lte: ids.at(-1) } }),
    })
    const reply = await admin.post('/rest/data/coupons/bulk-edits', {
      selection: (body as { id: number }).id,
      change: { campaign: { set: 'Bench' } },
    })
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify([body, reply.body])}`)
    await timed(`bulk edit of ${bulkRows} coupons`, () => server.runJob('work-on-bulk-edits'))
    const { rows } = await sql`select 1 from coupons where campaign = 'Bench'`.execute(db)
    say(`  ${rows.length} changed`)
  }
  if (isWanted('exports')) {
    await madeCoupons(server, exportRows)
    for (const format of ['csv', 'xlsx']) {
      const { status, body } = await admin.post('/rest/data/coupons/exports', {
        format,
        columns: (await import('../src/features/coupons/coupons.ts')).coupons.list.columns,
        sort: '["createdAt","DESC"]',
      })
      if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
      await timed(`export of ${exportRows} coupons, ${format}`, () => server.runJob('make-exports'))
      const { rows } = await sql`select state, rows_done, bytes from exports order by id desc limit 1`.execute(db)
      say(`  ${JSON.stringify(rows)}`)
    }
  }
}

/** Bytes of an answer as they travel, and what a thousand of them cost, by what the caller can read. */
async function answers(server: TestServer): Promise<void> {
  const admin = await server.signIn('admin')
  await loadDemoData(server.database, {
    purchases: 200,
    today: new Date().toISOString().slice(0, 10),
    log: createLog({ level: 'silent' }),
    say: () => {},
  })
  for (const path of ['/rest/data/purchases?range=[0,49]', '/rest/data/rbac/whoami', '/openapi.json'])
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const once = () => received(new URL(path, server.url), { 'x-token': admin.token, 'accept-encoding': encoding })
      const bytes = await once()
      for (let n = 0; n < 100; n++) await once()
      const cpu = process.cpuUsage()
      const calls = 500
      for (let n = 0; n < calls; n++) await once()
      const { user, system } = process.cpuUsage(cpu)
      say(`${path} ${encoding}: ${bytes} bytes, ${((user + system) / 1000 / calls).toFixed(2)} ms of CPU a call`)
    }
}

async function received(url: URL, headers: Record<string, string>): Promise<number> {
  return await new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const packed = response.headers['content-encoding']
        const read = packed === 'br' ? brotliDecompressSync : packed === 'gzip' ? gunzipSync : null
        const isRight = response.statusCode === 200 && (read ? read(body) : body).length > 0
        return isRight ? resolve(body.length) : reject(new Error(String(url)))
      })
    }).on('error', reject)
  })
}
