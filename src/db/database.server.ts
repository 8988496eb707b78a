import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openEmbedded } from './embedded-open.server.ts'
import { DatabaseUnavailable } from './engine-errors.server.ts'
import type { Ears, Listening } from './listen.server.ts'
import type { Availability, OpenedEngine } from './opened-engine.server.ts'
import { openPostgres } from './postgres.server.ts'
import type { Tables } from './tables.server.ts'
// A process lives at the same moment as the database that it opens.
import './test-now.server.ts'

export type Sql = Kysely<Tables>

/** The one database of a process, the same to its users on either engine. */
export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /** For statements written by hand, above all the lists whose JSON PostgreSQL builds. */
  readonly pool: pg.Pool
  readonly kysely: Sql
  /**
   * `recovering`: every query fails for the moment. `full`: the disk is, so reading works and writing does
   * not.
   */
  readonly availability: Availability
  /**
   * Lifts the deadline of 5 s for every query of the work: migrations, demo data, checks over whole tables.
   */
  withoutDeadline<T>(work: () => Promise<T>): Promise<T>
  /** Hears what any instance sends by pg_notify on `LIVE_CHANNEL`, until it is stopped. */
  listen(ears: Ears): Listening
  /** Writes everything into one new file while the database goes on working. @throws BackupRefused */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** postgres://…; without it the embedded database of `dataDir` is used. */
  url?: string | undefined
  dataDir: string
  log: Logger
  /** Connections to PostgreSQL, 10 by default. The embedded database has one. */
  poolSize?: number | undefined
  /** The folder of a closed embedded database of the same version: a new one begins as its copy, which is faster. */
  startFrom?: string | undefined
}

/**
 * A database that is not necessarily open yet: code that uses it can be assembled in the meantime, and only queries
 * have to wait.
 */
export interface OpeningDatabase extends Database {
  /** Rejects as `openDatabase` does. Until it resolves, `availability` is `recovering` and queries wait or are refused. */
  readonly opened: Promise<void>
}

/**
 * Opens the database: PostgreSQL when a URL is given, else the embedded one. Every query through its pool has
 * at most 5 s, the wait for a connection included, and rejects with DatabaseUnavailable when the database
 * cannot answer.
 * @throws DataInUse, DataRefused for the embedded database; Error when PostgreSQL cannot be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = beginOpening(options)
  await database.opened
  return database
}

/** Begins what `openDatabase` waits for. */
export function beginOpening({ url, dataDir, log, poolSize = 10, startFrom }: DatabaseOptions): OpeningDatabase {
  let engine: OpenedEngine | null = null
  const opening = url === undefined ? openEmbedded({ dataDir, log, startFrom }) : openPostgres({ url, poolSize, log })
  const opened = opening.then((answer) => {
    engine = answer
  })
  // Callers that await it learn of a failure; until then it must not count as an unhandled rejection.
  void opened.catch(() => {})
  function inUse(): OpenedEngine {
    if (!engine) throw new DatabaseUnavailable('The database is being opened. Try again in a moment.')
    return engine
  }
  return {
    opened,
    engine: url === undefined ? 'embedded' : 'postgres',
    get pool() {
      return inUse().pool
    },
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => (await opening).pool }) }),
    get availability() {
      return engine ? engine.availability() : 'recovering'
    },
    withoutDeadline: (work) => inUse().pool.withoutDeadline(work),
    listen: (ears) => inUse().listen(ears),
    backup: (file) => inUse().backup(file),
    close: () => inUse().close(),
  }
}
