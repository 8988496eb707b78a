import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { backUpEmbedded, BackupRefused } from './backup.server.ts'
import {
  dataPaths,
  DataRefused,
  hasOpened,
  lockDataDir,
  markOpened,
  openedBy,
  requireSpace,
  setAside,
} from './data-dir.server.ts'
import { EmbeddedEngine } from './embedded.server.ts'
import { keepHouse } from './housekeeping.server.ts'
import { DatabaseFull, DatabaseUnavailable } from './engine-errors.server.ts'
import { listenOnPool, LIVE_CHANNEL } from './listen.server.ts'
import { DeadlinePool } from './pool.server.ts'
import { type OpenedEngine } from './opened-engine.server.ts'
import { pgTypes } from './pg-types.server.ts'

/** The embedded engine with its version, as the marker file and backups name it. */
export const EMBEDDED_VERSION = `pglite ${readVersion()}`

function readVersion(): string {
  // The package does not export its package.json; it lies one folder above what it does export.
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const text = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

// SQLSTATE read_only_sql_transaction and disk_full.
const READ_ONLY = '25006'
const DISK_FULL = '53100'
const RESTARTS = 'The database restarts. Try again in a moment.'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  /** The folder of a closed database of the same version, of which a new one begins as a copy. Ignored where data exists. */
  readonly startFrom?: string | undefined
}

/**
 * Opens the embedded database of a data directory, which it makes when there is none.
 * @throws DataInUse when another process has it open
 * @throws DataRefused when the disk is nearly full or existing data does not open; nothing is changed then
 */
export async function openEmbedded({ dataDir, log, startFrom }: EmbeddedOptions): Promise<OpenedEngine> {
  const lock = await lockDataDir(dataDir)
  try {
    await requireSpace(dataDir)
    const known = await prepareFolder(dataDir, log)
    const { engine: directory } = dataPaths(dataDir)
    // Synchronous, as copying a thousand small files one promise at a time takes fifteen times as long.
    if (startFrom && !existsSync(directory)) cpSync(startFrom, directory, { recursive: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await chmod(directory, 0o700)

    // The pool and the engine need each other: a restarted engine drops the pool's connections.
    const handle: { pool: DeadlinePool | null } = { pool: null }
    const engine = await EmbeddedEngine.start({
      directory,
      log,
      onDown: () => handle.pool?.dropConnections(),
      isPatient: () => handle.pool?.hasLiftedBorrows ?? false,
    }).catch((error: unknown) => {
      throw known ? cannotOpen(dataDir, error, known.openedBy) : error
    })
    const pool = (handle.pool = poolOver(engine, log))
    const { listen } = listenOnPool(pool)
    await markOpened(dataDir, EMBEDDED_VERSION).catch(async (error: unknown) => {
      await engine.close()
      throw error
    })

    let isBackingUp = false
    const withoutDeadline = <T>(work: () => Promise<T>) => pool.withoutDeadline(work)
    const housekeeping = keepHouse({ pool, withoutDeadline }, log, () => isBackingUp)
    return {
      pool,
      availability: () => engine.availability,
      listen,
      async backup(file) {
        if (isBackingUp) throw new BackupRefused('A backup is already being made. Wait until it is done.')
        isBackingUp = true
        try {
          await withoutDeadline(() => backUpEmbedded(pool, directory, file, EMBEDDED_VERSION))
        } finally {
          isBackingUp = false
        }
      },
      async close() {
        housekeeping.stop()
        await pool.shutDown()
        await engine.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Makes sure that the folder is either one that has opened before or not there at all. One that was left half-made, by
 * a process that ended in the middle of making it, is moved aside and kept for inspection.
 */
async function prepareFolder(dataDir: string, log: Logger): Promise<{ openedBy: string | null } | null> {
  const { engine, opened } = dataPaths(dataDir)
  const exists = existsSync(engine) && readdirSync(engine).length > 0
  if (await hasOpened(dataDir)) {
    if (exists) return { openedBy: await openedBy(dataDir) }
    throw new DataRefused(
      `The database that was in ${engine} is gone, so Marquee does not start with an empty one in its place. Put ` +
        'the folder back, or restore a backup: npm run restore -- <file>. To begin with an empty database, ' +
        `delete ${opened}.`,
    )
  }
  if (exists) {
    const aside = await setAside(engine, 'corrupt')
    log.warn({ aside }, 'the database folder was never finished; it has been set aside and a new one is made')
  }
  return null
}

function cannotOpen(dataDir: string, error: unknown, by: string | null): DataRefused {
  const words = error instanceof Error ? error.message : String(error)
  const isOther = by !== null && by !== EMBEDDED_VERSION
  const version = isOther ? ` It was last opened by ${by}; this is ${EMBEDDED_VERSION}.` : ''
  return new DataRefused(
    `The database in ${dataPaths(dataDir).engine} does not open: ${words}.${version} Nothing has been changed. ` +
      'To go back to a backup: npm run restore -- <file> --replace, which keeps the present folder aside.',
    { cause: error },
  )
}

function poolOver(engine: EmbeddedEngine, log: Logger): DeadlinePool {
  return new DeadlinePool({
    // PGlite is one session: a second connection would share its transaction and its prepared statements.
    config: {
      ...engine.address,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      types: pgTypes,
    },
    // A new connection finds the session as the last one left it.
    setUp: ['rollback', 'discard all', "set timezone = 'UTC'", 'set random_page_cost = 1.1', `listen ${LIVE_CHANNEL}`],
    // When the disk is nearly full, writing stops before the engine finds no room for its write-ahead log, which it
    // does not survive: it would have to be reopened, which needs room too, and even reading would fail.
    settingsFor: () => `set default_transaction_read_only = ${engine.availability === 'full' ? 'on' : 'off'}`,
    events: {
      admit() {
        if (engine.isOpen) return
        throw new DatabaseUnavailable(RESTARTS)
      },
      explain(error) {
        if (!(error instanceof Error) || !('code' in error)) return null
        const { code } = error
        if (code === READ_ONLY && engine.availability === 'full') return new DatabaseFull({ cause: error })
        const isBroken = isPanic(error) && code !== DISK_FULL
        return isBroken ? new DatabaseUnavailable(RESTARTS, { cause: error }) : null
      },
      succeeded() {},
      failed(error) {
        if (error instanceof DatabaseFull) engine.noteFull()
        // PostgreSQL would now end all its processes and begin again. PGlite goes on in an unknown state.
        if (isPanic(error.cause)) engine.recycle(`it gave up: ${error.cause.message}`)
      },
      overdue(milliseconds) {
        log.error({ milliseconds }, 'a database connection was kept too long and has been taken back')
      },
    },
  })
}

function isPanic(error: unknown): error is Error {
  return error instanceof Error && 'severity' in error && (error.severity === 'PANIC' || error.severity === 'FATAL')
}
