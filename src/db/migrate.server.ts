import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.server.ts'

/** The database has migrations that this code does not know: a newer version has been here. */
export class SchemaIsNewer extends Error {
  override readonly name = 'SchemaIsNewer'
  readonly unknown: readonly string[]

  constructor(unknown: readonly string[]) {
    super(
      `The database was changed by a newer version of Marquee: it has ${unknown.join(', ')}, which this version `
      + 'does not know. Start the newer version, or restore a backup made before it.',
    )
    this.unknown = unknown
  }
}

/** The files and what the database remembers of them do not go together. */
export class MigrationsRefused extends Error {
  override readonly name = 'MigrationsRefused'
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Any constant will do; it is the name of the lock that instances starting together queue up for. */
const LOCK = 7_262_943_101

/**
 * Brings the schema up to date with the .sql files of a folder, in the order of their names, each in a
 * transaction of its own: an interruption leaves the whole of a file or nothing of it, and the next start
 * goes on from there. Of several instances that start together one applies a file while the others wait.
 * @throws SchemaIsNewer, MigrationsRefused; the error of the file that failed, which has then changed nothing
 */
export async function migrate(db: Database, folder: URL, log: Logger): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  const applied: string[] = []
  await db.withoutDeadline(async () => {
    for (;;) {
      const name = await applyNext(db.pool, migrations, log)
      if (name === null) return
      applied.push(name)
    }
  })
  return { applied }
}

/** The name of what was applied, or null when nothing is left to do. */
async function applyNext(
  pool: pg.Pool, migrations: readonly Migration[], log: Logger,
): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const next = nextOf(migrations, await readHistory(client))
    if (next) await apply(client, next, log)
    await client.query('commit')
    return next?.name ?? null
  } finally {
    // A file may have changed settings of its session, and a failed one leaves its transaction open: the
    // connection is not used again.
    client.release(true)
  }
}

async function readHistory(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows: [found] } = await client.query<{ exists: boolean }>(
    'select to_regclass(\'public.schema_migrations\') is not null as exists')
  if (!found?.exists) {
    await client.query(`create table public.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now(),
      milliseconds integer not null)`)
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function nextOf(migrations: readonly Migration[], history: ReadonlyMap<string, string>): Migration | null {
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = [...history.keys()].filter((name) => !names.has(name))
  if (unknown.length > 0) throw new SchemaIsNewer(unknown.sort())
  const edited = migrations.filter(({ name, checksum }) => (history.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) {
    throw new MigrationsRefused(
      `${edited.map(({ name }) => name).join(', ')} differs from what was applied to this database. A migration `
      + 'that has run must stay as it was: put the file back and make the change in a new one.',
    )
  }
  const next = migrations.find(({ name }) => !history.has(name))
  if (!next) return null
  const later = migrations.find(({ name }) => name > next.name && history.has(name))
  if (later) {
    throw new MigrationsRefused(
      `${next.name} comes before ${later.name}, which this database already has. Give it a name that sorts last, `
      + 'so that every database gets the same changes in the same order.',
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
  if (await transactionOf(client) !== before) {
    throw new MigrationsRefused(
      `The migration ${name} ends its transaction by itself (commit or rollback), so it could be left half `
      + 'done. Remove those words from it.',
    )
  }
  await client.query(
    'insert into public.schema_migrations (name, checksum, milliseconds) values ($1, $2, $3)',
    [name, checksum, Math.round(performance.now() - startedAt)])
}

/** Where in the file the server found fault, when it says so. */
function lineOf(error: unknown, sql: string): string {
  if (typeof error !== 'object' || error === null || !('position' in error)) return ''
  const position = Number(error.position)
  return position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
}

async function transactionOf(client: pg.PoolClient): Promise<string> {
  const { rows: [row] } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return row?.id ?? ''
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const base = new URL(folder.href.endsWith('/') ? folder : `${folder.href}/`)
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (file) => {
    // Git may have given the file this machine's line ends; the change it makes is the same.
    const sql = (await readFile(new URL(encodeURIComponent(file), base), 'utf8')).replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { name: file.slice(0, -'.sql'.length), sql, checksum }
  }))
}
