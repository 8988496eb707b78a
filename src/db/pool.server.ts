import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { DatabaseUnavailable, TOO_SLOW, asUnavailable, isOutdatedPlan } from './engine-errors.server.ts'
import { StatementNames } from './statement-names.server.ts'
import { type Lease, type QueryCallback, type RawQuery, isPromised } from './lease.server.ts'

/** The longest that a request can wait for one query, the wait for a connection included, in milliseconds. */
export const QUERY_DEADLINE = 5000
/**
 * The longest that a connection can stay with one borrower, in milliseconds: a forgotten release must not block all.
 */
const BORROW_LIMIT = 30_000
/** How often the deadlines are looked at, in milliseconds. */
const TICK = 100
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
  /** An error's meaning beyond what asUnavailable knows; null when it has none. */
  explain(error: unknown): DatabaseUnavailable | null
  /** A connection works, or a statement got through. */
  succeeded(): void
  /** A connection or statement failed for a reason that lies with the database, never with the statement. */
  failed(error: DatabaseUnavailable): void
  /** A borrower kept a connection beyond the limit and lost it. */
  overdue(milliseconds: number): void
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
  /** Whether statements that come often are prepared. */
  readonly prepares?: boolean
}

type Done = (release?: unknown) => void
type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void

/**
 * The pg pool with a deadline on every query and with errors that say whether another try can help.
 *
 * A query that reaches its deadline loses its connection, and with it its transaction. `withoutDeadline` lifts this for
 * the work inside it, on any connection of this pool it uses.
 */
export class DeadlinePool extends pg.Pool {
  readonly #liftedHere = new AsyncLocalStorage<true>()
  readonly #events: PoolEvents
  readonly #setUp: readonly string[]
  readonly #settingsFor: (lifted: boolean) => string
  readonly #names: StatementNames | null
  readonly #leases = new Map<pg.ClientBase, Lease>()
  /** One clock for all, because a timer for every query costs more than the query's own share of the work. */
  readonly #clock: NodeJS.Timeout

  constructor({ config, events, setUp, settingsFor, prepares = false }: PoolOptions) {
    super({ ...config, connectionTimeoutMillis: QUERY_DEADLINE })
    this.#events = events
    this.#setUp = setUp
    this.#settingsFor = settingsFor
    this.#names = prepares ? new StatementNames() : null
    this.#clock = setInterval(() => this.#lookAtClock(), TICK).unref()
    // Edge: pg types `query` by many overloads. The promised form is done again; the others are passed on.
    const passOn = this.query.bind(this) as unknown as RawQuery
    Object.defineProperty(this, 'query', {
      value: (...args: unknown[]) => (isPromised(args) ? this.#queryOnce(args) : passOn(...args)),
    })
    this.on('connect', (client) => this.#enter(client))
    this.on('remove', (client) => this.#leases.delete(client))
    this.on('release', (_error, client) => {
      const lease = this.#leases.get(client)
      if (lease) lease.borrowedAt = 0
    })
    // An idle connection that breaks is replaced at the next need; the event only must not end the process.
    this.on('error', (error) => {
      const unavailable = asUnavailable(error)
      if (unavailable) events.failed(unavailable)
    })
  }

  /** Runs work whose queries can take as long as they need: migrations, demo data, backups. */
  withoutDeadline<T>(work: () => Promise<T>): Promise<T> {
    return this.#liftedHere.run(true, work)
  }

  /** Whether a connection is out to work without a deadline. */
  get hasLiftedBorrows(): boolean {
    return [...this.#leases.values()].some(({ borrowedAt, isLifted }) => borrowedAt > 0 && isLifted)
  }

  /** Drops every connection; queries under way reject with DatabaseUnavailable. */
  dropConnections(): void {
    for (const { client } of this.#leases.values()) client.connection.stream.destroy()
  }

  /** Ends the pool, after five seconds at the latest: a borrower that keeps a connection must not keep the process. */
  async shutDown(): Promise<void> {
    const drop = setTimeout(() => this.dropConnections(), CLOSING_LIMIT)
    const enough = new Promise<void>((resolve) => setTimeout(resolve, CLOSING_LIMIT + 100).unref())
    await Promise.race([this.end(), enough])
    clearTimeout(drop)
    clearInterval(this.#clock)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.#borrow((error, lease) => (lease ? resolve(lease.client) : reject(error)))
      })
    }
    this.#borrow((error, lease) => {
      if (!lease) callback(error instanceof Error ? error : new Error(String(error)), undefined, () => {})
      else callback(undefined, lease.client, (release) => lease.client.release(Boolean(release)))
    })
  }

  /**
   * pg-pool's own drops the connection after every failed statement, and passes a lost connection on
   * untranslated.
   */
  async #queryOnce(args: unknown[]): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        this.#borrow((error, lease) => {
          if (!lease) reject(error)
          else this.#runOnce(lease, args, (failure, result) => (failure ? reject(failure) : resolve(result)))
        })
      })
    } catch (error) {
      // The place in this program that asked is of more use than the place where the answer arrived.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  #runOnce(lease: Lease, args: unknown[], callback: QueryCallback): void {
    const { client } = lease
    this.#run(lease, args, (error, result) => {
      // A statement can have begun a transaction and not ended it: the next borrower must not be inside.
      const giveBack = () => client.release(client.getTransactionStatus() !== 'I')
      if (!error) giveBack()
      else if (error instanceof DatabaseUnavailable) client.release(true)
      else {
        // The server reports the state of its transaction only after it has reported the error.
        const isOver = () => {
          client.off('drain', isOver).off('end', isOver)
          giveBack()
        }
        client.on('drain', isOver).on('end', isOver)
      }
      callback(error, result)
    })
  }

  #borrow(callback: (error: unknown, lease?: Lease) => void): void {
    try {
      this.#events.admit()
    } catch (error) {
      return callback(error)
    }
    const isLifted = this.#liftedHere.getStore() === true
    const waitingSince = performance.now()
    super.connect((error, client) => {
      const lease = client && this.#leases.get(client)
      if (!lease) return callback(this.#translated(error))
      // Until it is ready for its borrower, every connection has a deadline.
      Object.assign(lease, { isLifted: false, waitingSince, borrowedAt: performance.now() })
      const settings = this.#settingsFor(isLifted)
      if (lease.settings === settings) {
        lease.isLifted = isLifted
        return callback(null, lease)
      }
      void this.#prepare(lease, settings).then(
        () => {
          lease.isLifted = isLifted
          callback(null, lease)
        },
        (reason: unknown) => {
          lease.client.release(true)
          callback(reason)
        },
      )
    })
  }

  async #prepare(lease: Lease, settings: string): Promise<void> {
    const { waitingSince } = lease
    for (const statement of [...(lease.settings === null ? this.#setUp : []), settings]) {
      await lease.client.query(statement)
      lease.waitingSince = waitingSince
    }
    lease.settings = settings
  }

  /**
   * Takes note of a new connection, and puts the deadline and the translation of errors round its `query`.
   */
  #enter(client: pg.PoolClient): void {
    const lease: Lease = {
      client,
      // Edge: pg types `query` by its many overloads; here only "last argument can be a callback" matters.
      query: client.query.bind(client) as unknown as RawQuery,
      settings: null,
      isLifted: false,
      borrowedAt: 0,
      waitingSince: 0,
      running: 0,
      deadline: 0,
      isTooSlow: false,
    }
    this.#leases.set(client, lease)
    // The query under way learns of a lost connection by itself; without a listener the event ends the
    // process.
    client.on('error', () => {})
    const query = (...args: unknown[]): unknown => {
      const last = args.at(-1)
      if (typeof last === 'function') {
        return this.#run(lease, args.slice(0, -1), (...answer) => Reflect.apply(last, undefined, answer))
      }
      // A cursor reads at its own pace.
      if (!isPromised(args)) return lease.query(...args)
      return new Promise((resolve, reject) => {
        this.#run(lease, args, (error, result) => (error ? reject(error) : resolve(result)))
      }).catch((error: unknown) => {
        if (error instanceof Error) Error.captureStackTrace(error)
        throw error
      })
    }
    Object.defineProperty(client, 'query', { value: query, configurable: true, writable: true })
  }

  #run(lease: Lease, args: unknown[], callback: QueryCallback): void {
    const startedAt = performance.now()
    lease.running += 1
    if (!lease.isLifted) lease.deadline = (lease.waitingSince || startedAt) + QUERY_DEADLINE + SERVER_GRACE
    lease.waitingSince = 0
    const sent = this.#names?.named(args) ?? args
    lease.query(...sent, (error: unknown, result: unknown) => {
      lease.running -= 1
      if (lease.running === 0) lease.deadline = 0
      // Statements prepared on the connection fail with every next try too, so another connection has to be used.
      if (isOutdatedPlan(error)) lease.client.connection.stream.destroy()
      if (error) callback(this.#translated(error, lease))
      else {
        this.#events.succeeded()
        callback(null, result)
      }
    })
  }

  #lookAtClock(): void {
    const now = performance.now()
    for (const lease of this.#leases.values()) {
      if (lease.deadline > 0 && now > lease.deadline) {
        lease.isTooSlow = true
        lease.client.connection.stream.destroy()
      } else if (lease.borrowedAt > 0 && !lease.isLifted && now > lease.borrowedAt + BORROW_LIMIT) {
        this.#reclaim(lease.client)
      }
    }
  }

  #reclaim(client: pg.PoolClient): void {
    this.#events.overdue(BORROW_LIMIT)
    client.release(true)
    // Its borrower can still wake up and release it again, which the pool would take for a fault.
    client.release = () => {}
    client.connection.stream.destroy()
  }

  #translated(error: unknown, lease?: Lease): unknown {
    const unavailable = lease?.isTooSlow
      ? new DatabaseUnavailable(TOO_SLOW, { cause: error })
      : (this.#events.explain(error) ?? asUnavailable(error))
    if (unavailable) this.#events.failed(unavailable)
    return unavailable ?? error
  }
}
