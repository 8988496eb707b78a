import pg from 'pg'
import type { Logger } from 'pino'

/** The channel on which instances notify each other of events; migrations name it too. */
export const LIVE_CHANNEL = 'marquee_live'

const FIRST_RETRY = 500
const LAST_RETRY = 15_000
const CONNECT_LIMIT = 5_000
/** When a connection that says nothing is asked, by TCP itself, whether it is there still: milliseconds. */
const SILENCE = 10_000

export interface Ears {
  /** The notifications that any instance's transaction sent with pg_notify, after it has committed. */
  heard(payload: string): void
  /** The connection was away: anything sent in the meantime is lost. */
  missed(): void
}

export interface Listening {
  /** Settles once everything that commits from now on is heard. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Listens on a separate connection, because listening would keep one of the pool's from everyone else. It reconnects by
 * itself, as soon as the server lets it.
 */
export function listenOnPostgres(url: string, log: Logger, ears: Ears): Listening {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let attempt = 0
  let hasListened = false
  let isStopped = false

  async function connect(): Promise<void> {
    const own = (client = new pg.Client({
      connectionString: url,
      fallback_application_name: 'marquee live',
      connectionTimeoutMillis: CONNECT_LIMIT,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE,
    }))
    own.on('notification', ({ payload }) => ears.heard(payload ?? ''))
    // Without a listener the error would end the process; the end of the connection follows by itself.
    own.on('error', (error) => lose(own, error))
    own.on('end', () => lose(own, null))
    try {
      await own.connect()
      await own.query(`listen ${LIVE_CHANNEL}`)
    } catch (error) {
      return lose(own, error)
    }
    if (isStopped || client !== own) return
    attempt = 0
    if (hasListened) {
      log.info('changes of other instances are heard again')
      ears.missed()
    }
    hasListened = true
    isReady()
  }

  function lose(own: pg.Client, reason: unknown): void {
    if (client !== own) return
    client = null
    void own.end().catch(() => {})
    if (isStopped) return
    if (attempt === 0) log.warn({ err: reason }, 'changes of other instances are not heard for the moment')
    const pause = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** attempt++)
    timer = setTimeout(() => void connect(), pause * (0.5 + Math.random() / 2))
    timer.unref()
  }

  void connect()
  return {
    ready,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end().catch(() => {})
    },
  }
}

/**
 * Listens on the one connection that the embedded engine has, and that therefore makes every change itself. The
 * pool's set-up of a new connection says LISTEN.
 */
export function listenOnPool(pool: pg.Pool): { listen(ears: Ears): Listening } {
  const all = new Set<Ears>()
  let connections = 0
  pool.on('connect', (client) => {
    client.on('notification', ({ payload }) => {
      for (const ears of all) ears.heard(payload ?? '')
    })
    if (++connections > 1) for (const ears of all) ears.missed()
  })
  return {
    listen(ears) {
      all.add(ears)
      return {
        ready: Promise.resolve(),
        async stop() {
          all.delete(ears)
        },
      }
    },
  }
}
