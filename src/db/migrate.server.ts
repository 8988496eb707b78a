import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { adopt, isFormer, type Migration } from './adopt.server.ts'
import type { Database } from './database.server.ts'
import { MigrationsRefused, SchemaIsNewer } from './migration-errors.server.ts'

/** Any constant will do; it is the name of the lock that instances starting together queue up for. */
const LOCK = 7_262_943_101

/**
 * Brings the schema up to date with the .sql files of a folder, in the order of their names, each in a
 * transaction of its own: an interruption leaves the whole of a file or nothing of it, and the next start
 * goes on from there. Of several instances that start together one applies a file while the others wait.
 *
 * A database that the migrations from before the present files made is taken over first.
 * @throws SchemaIsNewer, SchemaIsOlder, MigrationsRefused; the error of the file that failed, which has then changed
 * nothing
 */
export async function migrate(db: Database, folder: URL, log: Logger): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  const applied: string[] = []
  await db.withoutDeadline(async () => {
    for (;;) {
      const step = await alone(db.pool, (client) => takeStep(client, migrations, log))
      if (step === null) return
      if (step.applied !== null) applied.push(step.applied)
    }
  })
  return { applied }
}

/** Null when nothing is left to do; a step that applies no file has taken over a database that former ones made. */
async function takeStep(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  log: Logger,
): Promise<{ applied: string | null } | null> {
  const history = await readHistory(client)
  if (isFormer(history)) {
    await adopt(client, history, migrations, log)
    return { applied: null }
  }
  const next = nextOf(migrations, history)
  if (next) await apply(client, next, log)
  return next && { applied: next.name }
}

/** One transaction, while other instances that start wait. */
async function alone<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // A file can have changed settings of its session, and a failed one leaves its transaction open: the connection is
    // not used again.
    client.release(true)
  }
}

async function readHistory(client: pg.PoolClient): Promise<Map<string, string>> {
  const {
    rows: [found],
  } = await client.query<{ exists: boolean }>("select to_regclass('public.schema_migrations') is not null as exists")
  if (!found?.exists) {
    await client.query(`create table public.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now(),
      milliseconds integer not null)`)
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function nextOf(migrations: readonly Migration[], history: ReadonlyMap<string, string>): Migration | null {
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = [...history.keys()].filter((name) => !names.has(name))
  if (unknown.length > 0) throw new SchemaIsNewer(unknown.sort())
  const edited = migrations.filter(({ name, checksum }) => (history.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) {
    throw new MigrationsRefused(
      `${edited.map(({ name }) => name).join(', ')} differs from what was applied to this database. A migration ` +
        'that has run must stay as it was: put the file back and make the change in a new one.',
    )
  }
  const next = migrations.find(({ name }) => !history.has(name))
  if (!next) return null
  const later = migrations.find(({ name }) => name > next.name && history.has(name))
  if (later) {
    throw new MigrationsRefused(
      `${next.name} comes before ${later.name}, which this database already has. Give it a name that sorts last, ` +
        'so that every database gets the same changes in the same order.',
    )
  }
  return next
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration, log: Logger): Promise<void> {
  log.info({ migration: name }, 'changing the schema of the database')
  const startedAt = performance.now()
  const before = await transactionOf(client)
  try {
    await client.query(sql)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const where = lineOf(error, sql)
    throw new Error(`The migration ${name} failed and changed nothing: ${words}${where}`, { cause: error })
  }
  if ((await transactionOf(client)) !== before) {
    throw new MigrationsRefused(
      `The migration ${name} ends its transaction by itself (commit or rollback), so it could be left half ` +
        'done. Remove those words from it.',
    )
  }
  await client.query('insert into public.schema_migrations (name, checksum, milliseconds) values ($1, $2, $3)', [
    name,
    checksum,
    Math.round(performance.now() - startedAt),
  ])
}

/** Where in the file the server found fault, when it says so. */
function lineOf(error: unknown, sql: string): string {
  if (typeof error !== 'object' || error === null || !('position' in error)) return ''
  const position = Number(error.position)
  return position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
}

async function transactionOf(client: pg.PoolClient): Promise<string> {
  const {
    rows: [row],
  } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return row?.id ?? ''
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const base = new URL(folder.href.endsWith('/') ? folder : `${folder.href}/`)
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file) => {
      // Git can have given the file this machine's line ends; the change it makes is the same.
      const sql = (await readFile(new URL(encodeURIComponent(file), base), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: file.slice(0, -'.sql'.length), sql, checksum }
    }),
  )
}
