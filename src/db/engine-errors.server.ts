/**
 * The database cannot answer just now: it is restarting, it is out of reach, or it took longer than a request is
 * allowed to. Nothing is wrong with the request itself, so the HTTP layer answers 503 with Retry-After.
 *
 * Whether a statement that was under way took effect is unknown, as with any lost connection.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
  /** Whole seconds after which another try makes sense. */
  readonly retryAfterSeconds: number
  /** The HTTP status that says the same. */
  readonly status: 503 | 507 = 503

  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds ?? 2
  }
}

/**
 * The disk under the database is full: reading still works, writing does not until there is space (HTTP 507).
 */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly name = 'DatabaseFull'
  override readonly status = 507

  constructor(options: { cause?: unknown } = {}) {
    super('The disk of the database is full. Nothing can be saved until there is space again; reading still works.', {
      ...options,
      retryAfterSeconds: 30,
    })
  }
}

const UNREACHABLE = 'The database cannot be reached just now. Try again in a moment.'
export const TOO_SLOW = 'The database took too long to answer, so the query was stopped.'
const RESTARTING = 'The database restarts. Try again in a moment.'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const byState: Readonly<Record<string, string>> = {
  '57014': TOO_SLOW, // query_canceled, by statement_timeout
  '25P03': TOO_SLOW, // idle_in_transaction_session_timeout
  '25006': UNREACHABLE, // read_only_sql_transaction: still connected to what a failover made a replica
  '53300': UNREACHABLE, // too_many_connections
  '57P01': RESTARTING, // admin_shutdown, also pg_terminate_backend
  '57P02': RESTARTING, // crash_shutdown
  '57P03': RESTARTING, // cannot_connect_now
  '57P05': RESTARTING, // idle_session_timeout
  '58030': UNREACHABLE, // io_error
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/**
 * A statement was prepared before another instance changed its table. PostgreSQL has the code for everything that it
 * cannot do, and no other for this.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    error.message.startsWith('cached plan must not')
  )
}

/** Errors that the pg package identifies only by their message, see its client.js and pg-pool's index.js. */
const clientMessages = /^(Connection terminated|timeout (exceeded|expired)|Client (was closed|has encountered))/

/**
 * The meaning of a pg package error for a request, on either engine: DatabaseUnavailable or DatabaseFull when another
 * try later can succeed, else null (a constraint, a syntax error: the caller's own business).
 */
export function asUnavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '53100') return new DatabaseFull({ cause: error })
  if (isOutdatedPlan(error)) return new DatabaseUnavailable(RESTARTING, { retryAfterSeconds: 1, cause: error })
  const byCode = byState[code] ?? (code.startsWith('08') || networkCodes.has(code) ? UNREACHABLE : undefined)
  if (byCode) return new DatabaseUnavailable(byCode, { cause: error })
  if (clientMessages.test(error.message)) {
    const words = error.message.startsWith('timeout') ? TOO_SLOW : UNREACHABLE
    return new DatabaseUnavailable(words, { cause: error })
  }
  return null
}
