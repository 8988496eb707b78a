// node bench/lists.server.ts [rows]: every list of the catalogue at 100,000 rows on a real PostgreSQL, by each of its sorts, filters, a
// search and its count, in ms of the statement that the list sends. Prints a table; with --write it goes into docs/benchmarks.md.
import { cpus, loadavg } from 'node:os'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type pg from 'pg'
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { linkingTexts } from '../src/platform/rich-text/linking-texts.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { listUnmappedTagsServer } from '../src/features/tags/unmapped-tags.server.ts'
import type { Database } from '../src/db/database.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import type { Tables } from '../src/db/tables.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { system } from '../src/core/access/access.ts'
import type { Call } from '../src/core/http/endpoint.server.ts'
import { sortKeys } from '../src/core/list/list-keys.ts'
import { parseList } from '../src/core/list/list-query.server.ts'
import { listSql } from '../src/core/list/list-sql.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { lookupIn } from '../src/core/calls/registry.server.ts'
import { fieldOf } from '../src/core/resource/resource.ts'
import type { ResourceServer } from '../src/core/resource/resource.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { servers } from '../src/app/registry.server.ts'
import { fillCatalogue } from './list-rows.server.ts'
import { writeSections } from './report.server.ts'

const rows = Number(process.argv.find((word) => /^[0-9]+$/.test(word)) ?? 100_000)
const rounds = 5
const lookup = lookupIn(resources)
const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The search and filter values of each list: something that many rows have. */
const lists: Readonly<Record<string, { filter: Record<string, unknown>; q: string }>> = {
  'products': { filter: { status: 'live' }, q: 'tour' },
  'product-options': { filter: { isActive: true }, q: 'copy-777' },
  'product-age-bands': { filter: { type: 'ADULT' }, q: 'adult' },
  'product-reviews': { filter: { status: 'pending' }, q: 'guide' },
  'events': { filter: { publication: 'published' }, q: 'madrid' },
  'performances': { filter: { status: 'onsale' }, q: 'copy-777' },
  'performers': { filter: { kind: 'team' }, q: 'united' },
  'venues': { filter: { publication: 'published' }, q: 'stadium' },
  'cities': { filter: { publication: 'published' }, q: 'madrid' },
  'city-launches': { filter: { stage: 'mapped' }, q: 'madrid' },
  'aliases': { filter: { publication: 'published' }, q: 'tour' },
  'tags': { filter: { kind: 'tour' }, q: 'walk' },
  'static-pages': { filter: { publication: 'published' }, q: 'terms' },
}

interface Figure {
  readonly list: string
  readonly call: string
  readonly ms: number
}

const postgres = await startPostgres()
if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
const own = await createTestDatabase(postgres.url, `lists_${rows}`)
const log = createLog({ level: 'silent' })
const database = await openDatabase({ url: own.url, dataDir: '', log })
try {
  await migrate(database, migrationsFolder, log)
  await database.kysely.transaction().execute(seedDemoStaff)
  await loadDemoData(database, { purchases: 5_000, today: new Date().toISOString().slice(0, 10), log, say: () => {} })
  await database.withoutDeadline(() => fillCatalogue(database.pool, rows))
  process.stderr.write(`filled: ${own.url}\n`)
  const report = describe(
    await database.withoutDeadline(() => measureAll(database.pool)),
    await database.withoutDeadline(() => measureBeside(database)),
  )
  process.stdout.write(`${report}\n`)
  if (process.argv.includes('--write')) await writeSections(report)
  // To look closer: the database stays until the program is ended.
  if (process.argv.includes('--stay')) await new Promise((resolve) => process.once('SIGTERM', resolve))
} finally {
  await database.close()
  await own.drop()
  await postgres.stop()
}

async function measureAll(pool: pg.Pool): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const wanted = process.argv.filter((word) => word in lists)
  for (const [list, { filter, q }] of Object.entries(lists)) {
    if (wanted.length > 0 && !wanted.includes(list)) continue
    const server = servers.find(({ resource }) => resource.name === list)
    if (!server) throw new Error(`There is no list of ${list}.`)
    const sorted = [...sortKeys(server.resource)].flatMap(
      (key) =>
        [
          [`by ${key}`, { sort: [key, 'ASC'] }],
          [`by ${key}, turned around`, { sort: [key, 'DESC'] }],
        ] as const,
    )
    const calls = [
      ['first page', {}],
      ['first page by cursor', { cursor: '' }],
      ['filtered', { filter }],
      ['search', { q }],
      ...sorted,
      ...workedOut(server),
    ] as const
    for (const [call, query] of calls) figures.push({ list, call, ms: await timed(pool, server, query) })
    process.stderr.write(
      `${list}: ${figures
        .filter((figure) => figure.list === list)
        .map(({ call, ms }) => `${call} ${ms.toFixed(1)}`)
        .join(', ')}\n`,
    )
  }
  return figures
}

/** Filters by values that no column stores, each by a value that some rows have and by the opposite. */
function workedOut({ resource }: ResourceServer) {
  return resource.list.filters.flatMap((key): [string, { filter: Record<string, unknown> }][] => {
    const field = fieldOf(resource, key)
    if (!field?.derived) return []
    const values =
      field.kind === 'boolean'
        ? [true, false]
        : field.kind === 'integer'
          ? [0, { gte: 1 }]
          : field.kind === 'words'
            ? ['es']
            : []
    return values.map((value) => [
      `where ${key} is ${JSON.stringify(value).replaceAll('"', '')}`,
      { filter: { [key]: value } },
    ])
  })
}

/** Requests of catalogue pages other than their lists that read more than a page of rows. */
async function measureBeside({ kysely: db }: Database): Promise<readonly (readonly [string, number])[]> {
  const {
    rows: [city],
  } = await sql<{
    id: number
    slug: string
  }>`select id, slug from cities where publication = 'published' order by id limit 1`.execute(db)
  if (!city) throw new Error('There is no city.')
  const cities = servers.find(({ resource }) => resource.name === 'cities')?.resource
  if (!cities) throw new Error('There is no list of cities.')
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    'supplier tags that are not mapped, with every list of tags': () => listUnmappedTagsServer.handle({ db } as Call),
    'texts that link to a city, when its deletion or takedown is asked for': () =>
      linkingTexts(db, system('bench'), resources, {
        resource: cities,
        id: city.id,
        paths: [`/${city.slug}/c-${city.id}`],
      }),
  }
  const figures: [string, number][] = []
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      await ask()
      times.push(performance.now() - started)
    }
    figures.push([name, times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0])
  }
  return figures
}

/** The middle of some rounds of the list's own statement: the page as JSON, and its count where it is paged by range. */
async function timed(pool: pg.Pool, server: ResourceServer, query: Readonly<Record<string, unknown>>): Promise<number> {
  const fields = server.resource.list.columns.filter((key) => fieldOf(server.resource, key))
  const asked = { ...query, fields, ...('cursor' in query ? { limit: '50' } : { range: [0, 49] }) }
  const params = Object.fromEntries(
    Object.entries(asked).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const { sql: text, parameters } = listSql(server, parseList(server.resource, params, 'UTC'), lookup).compile(compiler)
  const times: number[] = []
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 60000')
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      // Anything longer than a minute is stopped and reported as a minute.
      await client.query(text, [...parameters]).catch((error: unknown) => {
        if (performance.now() - started < 59_000) throw error
      })
      times.push(performance.now() - started)
      if (times[0] !== undefined && times[0] > 3_000) break
    }
  } finally {
    client.release()
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function describe(figures: readonly Figure[], beside: readonly (readonly [string, number])[]): string {
  const names = [...new Set(figures.map(({ list }) => list))]
  const cell = (list: string, call: string) =>
    figures.find((figure) => figure.list === list && figure.call === call)?.ms.toFixed(1) ?? ''
  return [
    '## Lists of the catalogue',
    '',
    `\`node bench/lists.server.ts\` with ${rows.toLocaleString('en')} rows in each table on PostgreSQL, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ended ` +
      `with a load of ${loadavg()
        .map((load) => load.toFixed(1))
        .join(
          ', ',
        )}. Each figure is the middle of ${rounds} runs of the statement that the list sends, in ms: the page of 50 as JSON, with its count up to 10,000 unless paged by cursor.`,
    '',
    '| list | first page | by cursor | filtered | search | slowest sort | its ms | middle of all sorts | slowest filter by a calculated value | its ms |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...names.map((list) => {
      const sorts = figures
        .filter((figure) => figure.list === list && figure.call.startsWith('by '))
        .sort((a, b) => b.ms - a.ms)
      const filters = figures
        .filter((figure) => figure.list === list && figure.call.startsWith('where '))
        .sort((a, b) => b.ms - a.ms)
      return `| ${list} | ${cell(list, 'first page')} | ${cell(list, 'first page by cursor')} | ${cell(list, 'filtered')} | ${cell(list, 'search')} | ${sorts[0]?.call.slice(3) ?? ''} | ${sorts[0]?.ms.toFixed(1) ?? ''} | ${sorts[Math.floor(sorts.length / 2)]?.ms.toFixed(1) ?? ''} | ${filters[0]?.call.slice(6) ?? ''} | ${filters[0]?.ms.toFixed(1) ?? ''} |`
    }),
    '',
    'Sorts by stored fields follow an index and take what the first page takes (src/app/list-plans.test.ts holds them to that by plan), but those by `version`, which nobody looks for. Sorts by what is worked out for every row',
    'read no more than 10,001 rows and are refused beyond 10,000 ([decision 45](decisions/0045-sorts-by-what-is-worked-out.md)).',
    '',
    '| what else is asked | ms |',
    '|---|---|',
    ...beside.map(([name, ms]) => `| ${name} | ${ms.toFixed(1)} |`),
  ].join('\n')
}
