import { existsSync, readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { backupKind, BackupRefused, unpackBackup } from './backup.server.ts'
import { runPostgresProgram } from './backup-postgres.server.ts'
import {
  dataPaths,
  lockDataDir,
  markOpened,
  removeLeftover,
  requireSpace,
  setAside,
  timeForName,
} from './data-dir.server.ts'
import { EMBEDDED_VERSION } from './embedded-open.server.ts'
import { EmbeddedEngine } from './embedded.server.ts'

/** The result of a restore: how many tables there are now, and where the earlier data is kept. */
export interface Restored {
  readonly tables: number
  readonly aside: string | null
}

const COUNT_TABLES = `
  select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/**
 * Puts a backup in the place of the embedded database. The backup is unpacked and opened beside the present
 * data first, so a bad file changes nothing; present data is moved aside, never deleted.
 * @throws DataInUse while a server runs
 * @throws BackupRefused when data exists and `replace` is not set, or the file is bad
 */
export async function restoreEmbedded({
  dataDir,
  file,
  replace,
  log,
}: {
  dataDir: string
  file: string
  replace: boolean
  log: Logger
}): Promise<Restored> {
  const lock = await lockDataDir(dataDir)
  const { engine } = dataPaths(dataDir)
  const unpacked = `${engine}.restoring`
  try {
    const exists = existsSync(engine) && readdirSync(engine).length > 0
    if (exists && !replace) {
      throw new BackupRefused(
        `${dataDir} already has a database, and nothing has been changed. Add --replace to put the backup in ` +
          'its place; the present database is then moved aside, not deleted.',
      )
    }
    await requireSpace(dataDir)
    await removeLeftover(unpacked)
    await unpackBackup(file, unpacked)
    const tables = await tryOut(unpacked, log)
    const aside = exists ? await setAside(engine, 'replaced') : null
    await rename(unpacked, engine)
    await markOpened(dataDir, EMBEDDED_VERSION)
    return { tables, aside }
  } finally {
    await removeLeftover(unpacked)
    lock.release()
  }
}

/** Opens the unpacked database once, which also replays its write-ahead log, and looks inside. */
async function tryOut(directory: string, log: Logger): Promise<number> {
  const engine = await EmbeddedEngine.start({ directory, log, onDown: () => {}, isPatient: () => true }).catch(
    (error: unknown) => {
      throw new BackupRefused(
        `The backup was read, but its database does not open: ${error instanceof Error ? error.message : error}`,
        { cause: error },
      )
    },
  )
  try {
    return await countTables({ ...engine.address, user: 'postgres', database: 'postgres' })
  } finally {
    await engine.close()
  }
}

async function countTables(config: pg.ClientConfig): Promise<number> {
  return withClient(config, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ tables: number }>(COUNT_TABLES)
    return row?.tables ?? 0
  })
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Puts a backup into a PostgreSQL database. An empty one is filled in one transaction. With `replace` the backup goes
 * into a new database beside the present one, and only when it is complete the two change names; the present one stays
 * on the server under its new name.
 * @throws BackupRefused when the database has tables and `replace` is not set, others are connected, or the role cannot
 *   create databases
 */
export async function restorePostgres({
  url,
  file,
  replace,
}: {
  url: string
  file: string
  replace: boolean
}): Promise<Restored> {
  const kind = await backupKind(file)
  if (kind !== 'postgres') {
    throw new BackupRefused(
      kind === 'embedded'
        ? `${file} is a backup of the embedded database. It can be restored only there: unset DATABASE_URL.`
        : `${file} is not a backup that Marquee made.`,
    )
  }
  const present = await lookAt(url)
  if (present.others > 0) {
    throw new BackupRefused(
      `${present.others} other connections are open to the database "${present.name}". Stop every server that ` +
        'uses it first; nothing has been changed.',
    )
  }
  if (present.tables === 0) {
    await runRestore(file, url)
    return { tables: (await lookAt(url)).tables, aside: null }
  }
  if (!replace) {
    throw new BackupRefused(
      `The database "${present.name}" has ${present.tables} tables already, and nothing has been changed. Add ` +
        '--replace to put the backup in its place; the present database is then renamed, not deleted.',
    )
  }
  return replaceDatabase(file, url, present)
}

interface Present {
  readonly name: string
  readonly tables: number
  readonly others: number
  readonly mayCreate: boolean
}

async function lookAt(url: string): Promise<Present> {
  return withClient({ connectionString: url }, async (client) => {
    const {
      rows: [row],
    } = await client.query<Present>(`
      select current_database() as name, (${COUNT_TABLES}) as tables,
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            and backend_type = 'client backend') as others,
        (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "mayCreate"`)
    if (!row) throw new Error('the database did not describe itself')
    return row
  })
}

async function replaceDatabase(file: string, url: string, present: Present): Promise<Restored> {
  if (!present.mayCreate) {
    throw new BackupRefused(
      'To replace a database this role must be allowed to create one (alter role … createdb). Or create an ' +
        'empty database yourself, restore into that, and set DATABASE_URL to it.',
    )
  }
  const time = timeForName()
  const [fresh, aside] = [`${present.name}_restoring_${time}`, `${present.name}_replaced_${time}`]
  const maintenance = inDatabase(url, present.name === 'postgres' ? 'template1' : 'postgres')
  await withClient({ connectionString: maintenance }, async (client) => {
    // The same encoding and collation as the present one, whose owner chose them.
    const {
      rows: [like],
    } = await client.query<{ encoding: string; collate: string; ctype: string }>(
      `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
       from pg_database where datname = $1`,
      [present.name],
    )
    if (!like) throw new Error(`the database "${present.name}" is gone`)
    await client.query(`create database ${quoted(fresh)} template template0 encoding ${literal(like.encoding)}
      lc_collate ${literal(like.collate)} lc_ctype ${literal(like.ctype)}`)
    try {
      await runRestore(file, inDatabase(url, fresh))
    } catch (error) {
      await client.query(`drop database ${quoted(fresh)}`)
      throw error
    }
    await client.query(`alter database ${quoted(present.name)} rename to ${quoted(aside)}`)
    await client.query(`alter database ${quoted(fresh)} rename to ${quoted(present.name)}`)
  })
  return { tables: (await lookAt(url)).tables, aside: `database "${aside}"` }
}

async function runRestore(file: string, url: string): Promise<void> {
  await runPostgresProgram(
    'pg_restore',
    ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password', file],
    url,
  )
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}

function quoted(identifier: string): string {
  return pg.escapeIdentifier(identifier)
}

function literal(text: string): string {
  return pg.escapeLiteral(text)
}
