// node bench/imports.server.ts [--codes N]: N products of a simulator imported on a real PostgreSQL while others call ten times a
// second, stopped once in the middle. Server and simulator share one process. Not part of npm run bench: printed as it is found.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { startTestServer } from '../src/app/testing/start.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { makeCatalogue } from '../src/features/coupons/testing/coupons.server.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const place = process.argv.indexOf('--codes')
const wanted = place === -1 ? 1_000 : Number(process.argv[place + 1])
if (!Number.isInteger(wanted) || wanted < 10)
  throw new Error('usage: node bench/imports.server.ts [--codes N], N at least 10')
/** Calls a second of the others. */
const pace = 10
const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)

const postgres = await startPostgres()
if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
try {
  const server = await startTestServer({ postgresUrl: postgres.url, name: 'bench imports', checkOutput: false })
  try {
    await imports(server)
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
}

async function imports(server: TestServer): Promise<void> {
  const db = server.database.kysely
  const { cityId } = await makeCatalogue(db)
  const subcategoryId = await maker(db, resources, examples).make('subcategories')
  const admin = await server.signIn('admin')
  const calls = [
    () => admin.get('/rest/data/rbac/whoami'),
    () => admin.get('/rest/data/products', { range: [0, 49] }),
    () => admin.get('/rest/data/product-codes-tiqets', { range: [0, 49] }),
  ]
  let turn = 0
  const call = async () => await calls[turn++ % calls.length]?.()
  const idle = await steadily(call, () => turn >= 100)
  say(`idle: ${words(idle)}`)

  for (let from = 1; from <= wanted; from += 2_000)
    await sql`
      insert into product_codes_tiqets (code, status, city_id, subcategory_id)
      select (2000000 + n)::text, 'queued', ${cityId}::bigint, ${subcategoryId}::bigint
      from generate_series(${from}::integer, ${Math.min(wanted, from + 1_999)}::integer) n`.execute(db)
  const begun = performance.now()
  const used = process.cpuUsage()
  let isOver = false
  const recent: number[] = []
  const busy = steadily(
    call,
    () => isOver,
    (time) => recent.push(time),
  )
  const watched = watch(server, () => isOver, recent)
  try {
    const half = await run(server, (done) => done >= wanted / 2)
    say(`stopped after ${half} of ${wanted} codes, ${await inHand(server)} of them in hand`)
    await run(server, () => false)
  } finally {
    isOver = true
    await Promise.allSettled([busy, watched])
  }
  const seconds = (performance.now() - begun) / 1_000
  await watched
  const { user, system } = process.cpuUsage(used)
  say(
    `${wanted} codes in ${Math.round(seconds)} s: ${(wanted / seconds).toFixed(1)} a second; ${((user + system) / 1_000 / wanted).toFixed(1)} ms of processor time a code, without PostgreSQL's`,
  )
  const others = await busy
  say(`others in the meantime: ${words(others)}`)
  const bound = Math.max(3 * at(idle, 0.95), 250)
  say(`p95 of the others ${at(others, 0.95) <= bound ? 'within' : 'OVER'} ${bound.toFixed(0)} ms`)
  say(await whatIsThere(server))
}

/** Runs the job until `isEnough` of how many codes are settled; answers with that number. */
async function run(server: TestServer, isEnough: (done: number) => boolean): Promise<number> {
  const job = server.jobs.find(({ name }) => name === 'import-supplier-codes')
  if (!job) throw new Error('There is no job of imports.')
  const stopping = new AbortController()
  let isDone = false
  const log = pino({ level: 'silent' })
  const running = job
    .run({ database: server.database, log, signal: stopping.signal, count: () => {} })
    .finally(() => (isDone = true))
  while (!isDone) {
    await sleep(1_000)
    if (isEnough(await settled(server))) stopping.abort()
  }
  await running
  return await settled(server)
}

async function counted(server: TestServer, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${which}`.execute(server.database.kysely)
  return rows[0]?.n ?? 0
}

/** Counts what is left, by an index: counting what is done took a tenth of a second at the end, several times a second. */
async function settled(server: TestServer): Promise<number> {
  return wanted - (await counted(server, sql`product_codes_tiqets where status in ('queued', 'fetching')`))
}

async function inHand(server: TestServer): Promise<number> {
  return await counted(server, sql`product_codes_tiqets where status = 'fetching'`)
}

/** Memory, pace and how long calls took, with each tenth of the codes. `recent` is emptied each time. */
async function watch(server: TestServer, isOver: () => boolean, recent: number[]): Promise<void> {
  let [next, before, since, used] = [1, 0, performance.now(), process.cpuUsage()]
  while (!isOver()) {
    await sleep(3_000)
    const done = await settled(server)
    if (done < (next * wanted) / 10) continue
    const now = performance.now()
    const { rss, heapUsed } = process.memoryUsage()
    const times = recent.splice(0).toSorted((a, b) => a - b)
    const { user, system } = process.cpuUsage(used)
    // Processor time tells a slower import from a busier machine.
    say(
      `  ${done} codes: ${megabytes(rss)} MB, heap ${megabytes(heapUsed)} MB, ${((done - before) / ((now - since) / 1_000)).toFixed(1)} a second, ${((user + system) / 1_000 / (done - before)).toFixed(1)} ms of processor time a code; others p95 ${at(times, 0.95).toFixed(0)} ms`,
    )
    ;[next, before, since, used] = [Math.floor((done * 10) / wanted) + 1, done, now, process.cpuUsage()]
  }
}

async function whatIsThere(server: TestServer): Promise<string> {
  const made = await counted(server, sql`products p join providers v on v.id = p.provider_id where v.code = 'tiqets'`)
  const twice = await counted(
    server,
    sql`(select supplier_code from products group by provider_id, supplier_code having count(*) > 1) twice`,
  )
  const half = await counted(
    server,
    sql`products p join providers v on v.id = p.provider_id where v.code = 'tiqets'
      and not exists (select from product_age_bands b where b.product_id = p.id)`,
  )
  const imported = await counted(server, sql`product_codes_tiqets where status = 'imported'`)
  return `${imported} codes imported, ${made} products, ${twice} twice, ${half} without a unit`
}

/** How long calls take that come steadily, however long the ones before them take. */
async function steadily(
  call: () => Promise<unknown>,
  isOver: () => boolean,
  heard: (time: number) => void = () => {},
): Promise<readonly number[]> {
  const times: number[] = []
  const open: Promise<unknown>[] = []
  while (!isOver()) {
    const began = performance.now()
    open.push(
      // One whose connection is reset, as happens on a machine that is far too busy, took as long as until then.
      call()
        .catch((error: unknown) => say(`  a call failed: ${String(error)}`))
        .then(() => {
          const time = performance.now() - began
          times.push(time)
          heard(time)
        }),
    )
    await sleep(1_000 / pace)
  }
  await Promise.all(open)
  return times.toSorted((a, b) => a - b)
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

function words(times: readonly number[]): string {
  return `${times.length} calls, p50 ${at(times, 0.5).toFixed(0)}, p95 ${at(times, 0.95).toFixed(0)}, max ${at(times, 1).toFixed(0)} ms`
}
