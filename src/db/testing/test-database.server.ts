import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { clockOffset } from '../test-now.server.ts'
import { movedClockSql } from './moved-clock.server.ts'

/** A database of its own for one test file, dropped at its end. */
export interface TestDatabase {
  readonly url: string
  readonly name: string
  /** Ends every connection to it first, so a pool that was never closed doesn't keep it. */
  drop(): Promise<void>
}

/**
 * How to fill a database once per server; every later test database is a copy of it, made in about 50 ms.
 *
 * `key` names everything the content depends on, such as a hash of the migrations: a server that outlives the
 * run (TEST_DATABASE_URL) keeps the template, and only another key makes a new one.
 */
export interface DatabaseTemplate {
  readonly key: string
  prepare(url: string): Promise<void>
}

/**
 * Creates a database on the server that `url` points at. `name` only helps to recognise it while looking at
 * the server; a random part is added, so tests that run side by side never meet.
 *
 * `isMoved: false` leaves a database without the functions by which TEST_NOW moves it, where a test compares schemas.
 */
export async function createTestDatabase(
  url: string,
  name = 'test',
  template?: DatabaseTemplate,
  { isMoved = true }: { readonly isMoved?: boolean } = {},
): Promise<TestDatabase> {
  const source = template ? await ensureTemplate(url, template) : 'template0'
  const readable = name
    .replace(/[^a-z0-9]+/gi, '_')
    .toLowerCase()
    .slice(0, 40)
  const database = `marquee_${readable}_${randomBytes(5).toString('hex')}`
  // Copied as files: the server's usual way opens each table of the template, which takes four times as long.
  await run(url, `create database ${quoted(database)} template ${quoted(source)} strategy file_copy`)
  if (isMoved) await moveClockOf(url, database)
  return {
    url: databaseUrl(url, database),
    name: database,
    drop: () => run(url, `drop database if exists ${quoted(database)} with (force)`),
  }
}

/** The templates that this process has seen finished, by server and name. */
const finishedTemplates = new Set<string>()

async function ensureTemplate(url: string, template: DatabaseTemplate): Promise<string> {
  const digest = createHash('sha256')
    .update(`${template.key}${process.env['TEST_NOW'] ?? ''}`)
    .digest('hex')
    .slice(0, 16)
  const name = `marquee_template_${digest}`
  const known = `${url} ${name}`
  if (!finishedTemplates.has(known)) await makeTemplate(url, name, template)
  finishedTemplates.add(known)
  return name
}

async function makeTemplate(url: string, name: string, template: DatabaseTemplate): Promise<void> {
  await withClient(url, async (client) => {
    // Several test files want the template at the same moment: one makes it, the others wait here.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const finished = 'select from pg_database where datname = $1 and datistemplate'
    if ((await client.query(finished, [name])).rowCount) return
    await client.query(`drop database if exists ${quoted(name)} with (force)`)
    await client.query(`create database ${quoted(name)} template template0`)
    await moveClockOf(url, name)
    await template.prepare(databaseUrl(url, name))
    // The mark is set last: a template whose making was interrupted is made again.
    await client.query(`alter database ${quoted(name)} with is_template true allow_connections false`)
  })
}

/** With TEST_NOW. Settings of a database are not copied with it, so each copy gets its own. */
async function moveClockOf(url: string, database: string): Promise<void> {
  if (clockOffset === 0) return
  await withClient(databaseUrl(url, database), async (client) => {
    for (const statement of movedClockSql(database)) await client.query(statement)
  })
}

async function run(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql))
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
