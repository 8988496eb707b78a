import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/database.server.ts'
import { DatabaseUnavailable } from '../../db/engine-errors.server.ts'
import type { Db, Tables } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'

/** The longest that the statements of a search can take, in milliseconds. The embedded engine has no such limit. */
export const searchDeadline = 1_000
/** Searches of one person that run at the same time. */
const atOnce = 2
/** Further ones of the same person that wait, and for how many milliseconds. */
const maxWaiting = 4
const patience = 2_000
/** Milliseconds that are left to others at most after a search of the embedded engine. */
const maxRest = 250

export interface SearchGate {
  /**
   * Waits until the user has at most one other search under way.
   * @throws Refusal 429 where too many wait already, or one has waited too long
   */
  inTurn<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /**
   * Runs statements on a connection of their own, which ends them when their time is up or their caller has left.
   * @throws Refusal 422 that says what to search for instead
   */
  bounded<T>(signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T>
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Keeps the searches of one person from slowing others. Counted in this process alone. */
export function createSearchGate(database: Pick<Database, 'engine' | 'pool'>, deadline = searchDeadline): SearchGate {
  const lines = new Map<string, Line>()
  const takeTurns = database.engine === 'embedded' ? oneAfterTheOther() : undefined

  return {
    async inTurn(person, signal, work) {
      const line = lines.get(person) ?? { running: 0, waiting: [] }
      lines.set(person, line)
      if (line.running < atOnce) line.running += 1
      else await turnIn(line, signal)
      try {
        return await (takeTurns ? takeTurns(signal, work) : work())
      } finally {
        // The next one takes the place over.
        const next = line.waiting.shift()
        if (next) next()
        else if (--line.running === 0) lines.delete(person)
      }
    },
    async bounded(signal, work) {
      const { pool, engine } = database
      const client = await pool.connect()
      let cancelling: Promise<unknown> | undefined
      // The embedded engine computes to the end: there only what has not begun can be left out.
      const cancel = () => {
        if (engine === 'postgres') cancelling ??= cancelWork(pool, client)
      }
      // A timer: a limit of the statement itself would take a transaction, with two more round trips.
      const timer = setTimeout(cancel, deadline)
      let isClean = false
      try {
        if (signal.aborted) throw hasLeft()
        signal.addEventListener('abort', cancel, { once: true })
        const result = await work(databaseOver(client))
        isClean = cancelling === undefined
        return result
      } catch (error) {
        if (signal.aborted) throw hasLeft()
        throw isStopped(error) ? tookTooLong() : error
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
        // A cancellation under way must not meet the next borrower's statement: it ends this one, if any.
        await cancelling
        if (!isClean)
          isClean = await client.query('select 1').then(
            () => true,
            () => false,
          )
        client.release(!isClean)
      }
    },
  }
}

/**
 * The embedded engine has one connection, which everyone waits for: one search at a time, after which it is left to others for as
 * long as that took.
 */
function oneAfterTheOther() {
  let last: Promise<void> = Promise.resolve()
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const before = last
    const rest = Promise.withResolvers<void>()
    last = rest.promise
    await before
    const started = performance.now()
    try {
      if (signal.aborted) throw hasLeft()
      return await work()
    } finally {
      setTimeout(rest.resolve, Math.min(maxRest, performance.now() - started))
    }
  }
}

function turnIn(line: Line, signal: AbortSignal): Promise<void> {
  if (line.waiting.length >= maxWaiting) throw isBusy()
  return new Promise((resolve, reject) => {
    const turn = () => {
      settle()
      resolve()
    }
    const leave = (reason: Refusal) => {
      settle()
      line.waiting.splice(line.waiting.indexOf(turn), 1)
      reject(reason)
    }
    const onAbort = () => leave(hasLeft())
    const timer = setTimeout(() => leave(isBusy()), patience)
    function settle() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    line.waiting.push(turn)
  })
}

const ended = () => {}
const overClients = new WeakMap<pg.PoolClient, Db>()

/** One connection as a database. Statements issued side by side wait for each other. */
function databaseOver(client: pg.PoolClient): Db {
  const known = overClients.get(client)
  if (known) return known
  let last: Promise<unknown> = Promise.resolve()
  // Edge: pg types `query` by its many overloads; here it is passed on.
  const query = client.query.bind(client) as unknown as (...given: unknown[]) => Promise<unknown>
  const connection = {
    query: (...given: unknown[]) => {
      const next = last.then(() => query(...given))
      last = next.then(ended, ended)
      return next
    },
    release() {},
  }
  // Edge: Kysely asks a pool for connections, and a connection for `query` and `release`; this is all of both.
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
  overClients.set(client, db)
  return db
}

/** Ends the statement that a connection of PostgreSQL is at, through the pool, or past it where every connection is out. */
export async function cancelWork(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  // Edge: pg knows the process of each connection and does not say so in its types.
  const { processID } = client as unknown as { processID: number }
  const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max
  const by = isFull ? new pg.Client(pool.options) : pool
  // Without a listener a connection that is lost here would end the process.
  if (by instanceof pg.Client) by.on('error', () => {})
  try {
    if (by instanceof pg.Client) await by.connect()
    await by.query('select pg_cancel_backend($1)', [processID])
  } catch {
    // What cannot be cancelled ends by the pool's own deadline.
  } finally {
    if (by instanceof pg.Client) await by.end().catch(() => {})
  }
}

/** PostgreSQL's query_canceled. */
function isStopped(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '57014'
}

const isBusy = () =>
  new Refusal(429, t('Your earlier searches are still running. Wait a second, then search again.'), {
    headers: { 'retry-after': '1' },
  })
const hasLeft = () => new Refusal(400, t('The connection was closed before the request was complete.'))
const tookTooLong = () =>
  invalid({ q: t('This search took too long, so it was stopped. Add a word or search for a whole reference.') })
