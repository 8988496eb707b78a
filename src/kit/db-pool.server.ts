import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { asUnavailable, DatabaseUnavailable } from './db-errors.server.ts'

/** The longest that a request may wait for one query, the wait for a connection included, in milliseconds. */
export const QUERY_DEADLINE = 5000
/**
 * The longest that a connection may stay with one borrower, in milliseconds: a forgotten release must not
 * block all.
 */
const BORROW_LIMIT = 30_000
/** How long closing waits for connections that are still at work, in milliseconds. */
const CLOSING_LIMIT = 5000
/**
 * What PostgreSQL gets to cancel a query by itself, which keeps the connection, before the connection is
 * dropped.
 */
const SERVER_GRACE = 250

export interface PoolEvents {
  /**
   * Runs before a connection is handed out; throws DatabaseUnavailable to refuse at once instead of queueing.
   */
  admit(): void
  /** What an error means beyond what asUnavailable knows; null when nothing. */
  explain(error: unknown): DatabaseUnavailable | null
  /** A connection works, or a statement got through. */
  succeeded(): void
  /** A connection or statement failed for a reason that lies with the database, never with the statement. */
  failed(error: DatabaseUnavailable): void
  /** A borrower kept a connection beyond the limit and lost it. */
  overdue(milliseconds: number): void
}

/** What one checked-out connection is allowed. */
interface Borrow {
  readonly lifted: boolean
  /** Until then the connection is being prepared, which always has a deadline. */
  isHandedOut: boolean
  /** When the caller began to wait: the first query's deadline counts from here. */
  waitingSince: number | null
  timer: NodeJS.Timeout | undefined
}

export interface PoolOptions {
  readonly config: pg.PoolConfig
  readonly events: PoolEvents
  /** Statements that every new connection begins with. */
  readonly setUp: readonly string[]
  /**
   * The settings that a connection must have for its next borrower, as one statement; run when it differs.
   */
  settingsFor(lifted: boolean): string
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * The pg pool with a deadline on every query and with errors that say whether another try can help.
 *
 * A query that reaches its deadline loses its connection, and with it its transaction. `withoutDeadline`
 * lifts this for the work inside it, on whatever connection of this pool it uses.
 */
export class DeadlinePool extends pg.Pool {
  readonly #liftedHere = new AsyncLocalStorage<true>()
  readonly #events: PoolEvents
  readonly #setUp: readonly string[]
  readonly #settingsFor: (lifted: boolean) => string
  readonly #borrows = new Map<pg.ClientBase, Borrow>()
  readonly #clients = new Set<pg.PoolClient>()
  /** The settings that a prepared connection stands at. */
  readonly #settings = new WeakMap<pg.ClientBase, string>()
  readonly #tooSlow = new WeakSet<pg.ClientBase>()

  constructor({ config, events, setUp, settingsFor }: PoolOptions) {
    super({ ...config, connectionTimeoutMillis: QUERY_DEADLINE })
    this.#events = events
    this.#setUp = setUp
    this.#settingsFor = settingsFor
    // Edge: pg types `query` by many overloads. The promised form is done anew; the others are passed on.
    const passOn = this.query.bind(this) as unknown as (...args: unknown[]) => unknown
    Object.defineProperty(this, 'query', {
      value: (...args: unknown[]) => {
        const [first, last] = [args[0], args.at(-1)]
        const isCursor = typeof first === 'object' && first !== null && 'submit' in first
        return isCursor || typeof last === 'function' ? passOn(...args) : this.#queryOnce(args)
      },
    })
    this.on('connect', (client) => {
      this.#clients.add(client)
      // The query under way learns of a lost connection by itself; without a listener the event ends the
      // process.
      client.on('error', () => {})
      this.#watch(client)
    })
    this.on('remove', (client) => {
      this.#clients.delete(client)
    })
    this.on('release', (_error, client) => {
      clearTimeout(this.#borrows.get(client)?.timer)
      this.#borrows.delete(client)
    })
    // An idle connection that breaks is replaced at the next need; the event only must not end the process.
    this.on('error', (error) => {
      const unavailable = asUnavailable(error)
      if (unavailable) events.failed(unavailable)
    })
  }

  /** Runs work whose queries may take as long as they need: migrations, demo data, backups. */
  withoutDeadline<T>(work: () => Promise<T>): Promise<T> {
    return this.#liftedHere.run(true, work)
  }

  /** Whether a connection is out to work without a deadline. */
  get hasLiftedBorrows(): boolean {
    return [...this.#borrows.values()].some(({ lifted }) => lifted)
  }

  /** Drops every connection; queries under way reject with DatabaseUnavailable. */
  dropConnections(): void {
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const borrowed = this.#borrow()
    if (!callback) return borrowed
    borrowed.then(
      (client) => callback(undefined, client, (release) => client.release(release ? true : undefined)),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  /**
   * pg-pool's own drops the connection after every failed statement and passes a lost connection on
   * untranslated.
   */
  async #queryOnce(args: readonly unknown[]): Promise<unknown> {
    const client = await this.connect()
    let isUsable = false
    try {
      const result: unknown = await Reflect.apply(client.query, client, args)
      isUsable = client.getTransactionStatus() === 'I'
      return result
    } catch (error) {
      isUsable = !(error instanceof DatabaseUnavailable) && client.getTransactionStatus() === 'I'
      throw error
    } finally {
      client.release(!isUsable)
    }
  }

  async #borrow(): Promise<pg.PoolClient> {
    this.#events.admit()
    const lifted = this.#liftedHere.getStore() === true
    const waitingSince = performance.now()
    let client: pg.PoolClient
    try {
      client = await super.connect()
    } catch (error) {
      throw this.#report(error)
    }
    const borrow: Borrow = { lifted, isHandedOut: false, waitingSince, timer: undefined }
    this.#borrows.set(client, borrow)
    try {
      await this.#prepare(client, lifted)
    } catch (error) {
      client.release(true)
      throw error
    }
    borrow.isHandedOut = true
    if (!lifted) borrow.timer = setTimeout(() => this.#takeBack(client), BORROW_LIMIT)
    return client
  }

  async #prepare(client: pg.PoolClient, lifted: boolean): Promise<void> {
    const settings = this.#settingsFor(lifted)
    const known = this.#settings.get(client)
    if (known === settings) return
    if (known === undefined) {
      for (const statement of this.#setUp) await client.query(statement)
    }
    await client.query(settings)
    this.#settings.set(client, settings)
  }

  #takeBack(client: pg.PoolClient): void {
    this.#events.overdue(BORROW_LIMIT)
    client.release(true)
    // Its borrower may still wake up and release it again, which the pool would take for a fault.
    client.release = () => {}
    client.connection.stream.destroy()
  }

  /** Puts the deadline and the translation of errors round a new connection's `query`. */
  #watch(client: pg.PoolClient): void {
    // Edge: pg types `query` by its many overloads; here only "last argument may be a callback" matters.
    const query = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      const disarm = this.#arm(client)
      const settle = (error: unknown): unknown => {
        disarm()
        if (!error) {
          this.#events.succeeded()
          return error
        }
        return this.#report(error, client)
      }
      const last = args.at(-1)
      if (typeof last === 'function') {
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          Reflect.apply(last, undefined, [settle(error), result])
        })
      }
      const answer = query(...args)
      if (!(answer instanceof Promise)) {
        disarm() // a cursor: it reads at its own pace
        return answer
      }
      return answer.then(
        (result: unknown) => {
          settle(undefined)
          return result
        },
        (error: unknown) => {
          throw settle(error)
        },
      )
    }
    Object.defineProperty(client, 'query', { value: watched, configurable: true, writable: true })
  }

  /** Starts the clock of one query; returns what stops it. */
  #arm(client: pg.PoolClient): () => void {
    const borrow = this.#borrows.get(client)
    if (borrow?.lifted && borrow.isHandedOut) return () => {}
    const waited = borrow?.waitingSince ? performance.now() - borrow.waitingSince : 0
    if (borrow?.isHandedOut) borrow.waitingSince = null
    const timer = setTimeout(() => {
      this.#tooSlow.add(client)
      client.connection.stream.destroy()
    }, Math.max(0, QUERY_DEADLINE - waited) + SERVER_GRACE)
    return () => clearTimeout(timer)
  }

  #report(error: unknown, client?: pg.PoolClient): unknown {
    const unavailable = client && this.#tooSlow.has(client)
      ? new DatabaseUnavailable('The database took too long to answer, so the query was stopped.', { cause: error })
      : this.#events.explain(error) ?? asUnavailable(error)
    if (unavailable) this.#events.failed(unavailable)
    return unavailable ?? error
  }
}

export type Availability = 'ready' | 'recovering' | 'full'

/** What either engine gives once it is open. */
export interface OpenedEngine {
  readonly pool: DeadlinePool
  availability(): Availability
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/**
 * Ends a pool, at the latest after five seconds: a connection that nobody gives back must not keep a process.
 */
export async function endPool(pool: DeadlinePool): Promise<void> {
  const limit = setTimeout(() => pool.dropConnections(), CLOSING_LIMIT)
  const given = new Promise<void>((resolve) => setTimeout(resolve, CLOSING_LIMIT + 100).unref())
  await Promise.race([pool.end(), given])
  clearTimeout(limit)
}
