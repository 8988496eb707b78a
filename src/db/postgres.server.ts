import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { backUpPostgres } from './backup-postgres.server.ts'
import { DatabaseFull, DatabaseUnavailable, isOutdatedPlan } from './engine-errors.server.ts'
import { listenOnPostgres } from './listen.server.ts'
import { DeadlinePool, QUERY_DEADLINE } from './pool.server.ts'
import { type Availability, type OpenedEngine } from './opened-engine.server.ts'
import { pgTypes } from './pg-types.server.ts'

/**
 * A database server that starts beside this one needs a moment; this is how long it gets, in milliseconds.
 */
const STARTING_LIMIT = 30_000
const PROBE = 1000
/** How long after the last refusal for lack of space the disk counts as full: a remote disk cannot be asked. */
const FULL_FOR = 10_000
/** The oldest server version that the tests have run on. */
const TESTED_VERSION = 15

export interface PostgresOptions {
  readonly url: string
  readonly poolSize: number
  readonly log: Logger
}

/**
 * Connects to PostgreSQL.
 * @throws Error naming the server, never its password, when it does not answer or refuses the role
 */
export async function openPostgres({ url, poolSize, log }: PostgresOptions): Promise<OpenedEngine> {
  let isDown = false
  let fullUntil = 0
  let probe: NodeJS.Timeout | undefined

  const pool: DeadlinePool = new DeadlinePool({
    config: {
      connectionString: url,
      max: poolSize,
      types: pgTypes,
      keepAlive: true,
      fallback_application_name: 'marquee',
    },
    // No disk of today makes one read dearer for lying elsewhere; with the default, searches read whole tables.
    setUp: ["set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set random_page_cost = 1.1"],
    prepares: true,
    settingsFor: (lifted) => `set statement_timeout = ${lifted ? 0 : QUERY_DEADLINE}`,
    events: {
      admit() {},
      explain: () => null,
      succeeded() {
        if (!isDown) return
        isDown = false
        clearInterval(probe)
        log.info('the database answers again')
      },
      failed(error) {
        if (error instanceof DatabaseFull) {
          fullUntil = performance.now() + FULL_FOR
        } else if (isConnectionLoss(error) && !isDown) {
          isDown = true
          log.error({ err: error.cause ?? error }, 'the database is out of reach')
          // Without requests nothing else would notice that it is back.
          probe = setInterval(() => void pool.query('select 1').catch(() => {}), PROBE).unref()
        }
      },
      overdue(milliseconds) {
        log.error({ milliseconds }, 'a database connection was kept too long and has been taken back')
      },
    },
  })

  try {
    const version = await waitForServer(pool, url, log)
    if (version < TESTED_VERSION) {
      log.warn({ version }, `this PostgreSQL is older than ${TESTED_VERSION}, the oldest tested version`)
    }
  } catch (error) {
    clearInterval(probe)
    await pool.shutDown()
    throw error
  }

  return {
    pool,
    availability(): Availability {
      if (isDown) return 'recovering'
      return performance.now() < fullUntil ? 'full' : 'ready'
    },
    listen: (ears) => listenOnPostgres(url, log, ears),
    backup: (file) => backUpPostgres(url, file),
    async close() {
      clearInterval(probe)
      await pool.shutDown()
    },
  }
}

/** A single query that was stopped, or is out of date, says nothing about the server. */
function isConnectionLoss(error: DatabaseUnavailable): boolean {
  const cause = error.cause
  return !(isOutdatedPlan(cause) || (cause instanceof Error && 'code' in cause && cause.code === '57014'))
}

async function waitForServer(pool: DeadlinePool, url: string, log: Logger): Promise<number> {
  const deadline = performance.now() + STARTING_LIMIT
  for (;;) {
    try {
      const {
        rows: [row],
      } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int / 10000 as version")
      return row?.version ?? 0
    } catch (error) {
      const reason = reasonOf(error)
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) {
        const words = `PostgreSQL at ${describe(url)} (DATABASE_URL) cannot be used: ${reason}`
        throw new Error(words, { cause: error })
      }
      log.warn({ reason }, `waiting for PostgreSQL at ${describe(url)}`)
      await sleep(PROBE)
    }
  }
}

function reasonOf(error: unknown): string {
  const root = error instanceof DatabaseUnavailable && error.cause ? error.cause : error
  if (!(root instanceof Error)) return String(root)
  // A refused connection to several addresses is an AggregateError whose own message is empty.
  return root.message || ('code' in root ? String(root.code) : root.name)
}

/** host:port/database, for people; never the password. */
function describe(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname}:${port || '5432'}${pathname}`
  } catch {
    return 'the given address'
  }
}
