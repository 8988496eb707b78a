import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/tables.server.ts'

interface Count {
  userId: number
  hour: string
  endpoint: string
  calls: number
  errors: number
  throttled: number
  milliseconds: number
}

interface UsedCall {
  readonly userId: number
  readonly keyId: number
  /** The route, such as `GET /v1/me`. */
  readonly endpoint: string
  readonly status: number
  readonly milliseconds: number
}

export interface UsageBook {
  count(call: UsedCall): void
  /** Writes what has been counted since the last time. */
  flush(): Promise<void>
  /** Writes the rest and stops. */
  close(): Promise<void>
}

const writtenEveryMs = 5_000
/** Beyond this many different counts they are written at once. */
const countsKept = 1_000

/**
 * Adds calls up by API user, hour and endpoint, and writes the sums every few seconds: a server that is killed loses
 * the counts of the last five seconds, never a call.
 */
export function createUsageBook(db: Db, log: Pick<Logger, 'warn'>, now: () => number = Date.now): UsageBook {
  let counts = new Map<string, Count>()
  let lastUsed = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(count: Count): void {
    const key = `${count.userId} ${count.hour} ${count.endpoint}`
    const sum = counts.get(key)
    if (!sum) {
      counts.set(key, { ...count })
      return
    }
    sum.calls += count.calls
    sum.errors += count.errors
    sum.throttled += count.throttled
    sum.milliseconds += count.milliseconds
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return
    const [batch, used] = [[...counts.values()], lastUsed]
    counts = new Map()
    lastUsed = new Map()
    try {
      await db.transaction().execute(async (trx) => {
        await sql`
          insert into discovery_api_usage (user_id, hour, endpoint, calls, errors, throttled, milliseconds)
          select * from unnest(${batch.map(({ userId }) => userId)}::bigint[], ${batch.map(({ hour }) => hour)}::timestamptz[],
            ${batch.map(({ endpoint }) => endpoint)}::text[], ${batch.map(({ calls }) => calls)}::int[], ${batch.map(({ errors }) => errors)}::int[],
            ${batch.map(({ throttled }) => throttled)}::int[], ${batch.map(({ milliseconds }) => Math.round(milliseconds))}::bigint[]) as given
          order by 1, 2, 3
          on conflict (user_id, hour, endpoint) do update set calls = discovery_api_usage.calls + excluded.calls,
            errors = discovery_api_usage.errors + excluded.errors, throttled = discovery_api_usage.throttled + excluded.throttled,
            milliseconds = discovery_api_usage.milliseconds + excluded.milliseconds`.execute(trx)
        await sql`
          update discovery_api_keys k set last_used_at = greatest(k.last_used_at, u.at)
          from unnest(${[...used.keys()]}::bigint[], ${[...used.values()].map((at) => new Date(at).toISOString())}::timestamptz[]) as u (id, at)
          where k.id = u.id`.execute(trx)
      })
    } catch (error) {
      // Nothing is lost while the database is away: it is written with the next batch.
      for (const count of batch) add(count)
      for (const [id, at] of used) lastUsed.set(id, Math.max(at, lastUsed.get(id) ?? 0))
      log.warn({ err: error }, 'The usage of the discovery API could not be written')
    }
  }

  const flush = () => (writing = writing.then(write))

  return {
    count({ userId, keyId, endpoint, status, milliseconds }) {
      const hour = new Date(Math.floor(now() / 3_600_000) * 3_600_000).toISOString()
      add({
        userId,
        hour,
        endpoint,
        calls: 1,
        errors: status >= 400 ? 1 : 0,
        throttled: status === 429 ? 1 : 0,
        milliseconds,
      })
      lastUsed.set(keyId, now())
      timer ??= setInterval(() => void flush(), writtenEveryMs).unref()
      if (counts.size >= countsKept) void flush()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
