import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'

export interface Quotas {
  readonly userId: number
  readonly quotaPerMinute: number
  readonly quotaPerDay: number
}
interface QuotaState {
  readonly limit: number
  readonly left: number
  readonly resetsAt: string
}
export interface QuotaStates {
  readonly minute: QuotaState
  readonly day: QuotaState
}

const spans = [
  { seconds: 60, name: 'minute', limitOf: (quotas: Quotas) => quotas.quotaPerMinute },
  { seconds: 86_400, name: 'day', limitOf: (quotas: Quotas) => quotas.quotaPerDay },
] as const
type Span = (typeof spans)[number]

/** This server's share of one quota in its current window. */
interface Window {
  readonly startsAt: number
  /** Calls taken out of the database and not yet made. */
  left: number
  /** Calls that all servers together have taken out, as last heard. */
  taken: number
  /** The limit at which nothing was left to take; a higher one is worth asking again. */
  spentAt: number
  asking: Promise<void> | null
}

/** Shares of a quota taken out at once: ten writes for a whole quota, or one for each 500 calls. */
const shareOf = (limit: number) => Math.min(500, Math.max(1, Math.ceil(limit / 10)))
const windowsKept = 20_000

export interface QuotaBook {
  /** Counts one call. @throws Refusal 429 with Retry-After when a quota is used up */
  take(quotas: Quotas): Promise<QuotaStates>
  /** What is left as far as this server knows, without counting or asking. */
  known(quotas: Quotas): QuotaStates
  /** What is left, without counting. */
  look(quotas: Quotas): Promise<QuotaStates>
}

/**
 * Counts calls against the quotas of API users. Servers take calls out of the database in shares and count them down
 * in memory: all servers together never allow more than the quota, and hardly any call writes. Windows are those of
 * the clock in UTC: whole minutes, whole days.
 */
export function createQuotaBook(db: Db, now: () => number = Date.now): QuotaBook {
  const windows = new Map<string, Window>()

  function windowOf(quotas: Quotas, span: Span): Window {
    const key = `${quotas.userId} ${span.seconds}`
    const startsAt = Math.floor(now() / (span.seconds * 1_000)) * span.seconds * 1_000
    const found = windows.get(key)
    if (found?.startsAt === startsAt) return found
    const fresh: Window = { startsAt, left: 0, taken: 0, spentAt: 0, asking: null }
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > windowsKept) windows.delete(windows.keys().next().value ?? '')
    return fresh
  }

  function states(quotas: Quotas): QuotaStates {
    const [minute, day] = spans.map((span) => stateOf(quotas, span, windowOf(quotas, span)))
    if (!minute || !day) throw new Error('There are two quotas.')
    return { minute, day }
  }

  return {
    async take(quotas) {
      for (;;) {
        const all = spans.map((span) => ({ span, window: windowOf(quotas, span), limit: span.limitOf(quotas) }))
        for (const { span, window, limit } of all) {
          if (window.left > 0 ? leftOf(window, limit) === 0 : window.spentAt >= limit)
            refuse(span, window, limit, now())
        }
        const short = all.filter(({ window }) => window.left === 0)
        if (short.length === 0) {
          for (const { window } of all) window.left -= 1
          return states(quotas)
        }
        // Calls that arrive in the meantime wait for the same answer. Then all of them check again.
        for (const { span, window } of short) {
          await (window.asking ??= ask(db, quotas, span, window).finally(() => {
            window.asking = null
          }))
        }
      }
    },
    known: states,
    async look(quotas) {
      const { rows } = await sql<{ seconds: number; starts_at: string; taken: number }>`
        select seconds, starts_at, taken from discovery_api_leases where user_id = ${quotas.userId}`.execute(db)
      for (const span of spans) {
        const window = windowOf(quotas, span)
        const row = rows.find(
          ({ seconds, starts_at }) => seconds === span.seconds && Date.parse(starts_at) === window.startsAt,
        )
        window.taken = Math.max(window.taken, row?.taken ?? 0)
      }
      return states(quotas)
    },
  }
}

/** Takes another share of the quota out of the database. */
async function ask(db: Db, quotas: Quotas, span: Span, window: Window): Promise<void> {
  const startsAt = new Date(window.startsAt).toISOString()
  const limit = span.limitOf(quotas)
  await sql`
    with old as (delete from discovery_api_leases where user_id = ${quotas.userId} and seconds = ${span.seconds} and starts_at < ${startsAt})
    insert into discovery_api_leases (user_id, seconds, starts_at, taken) values (${quotas.userId}, ${span.seconds}, ${startsAt}, 0)
    on conflict do nothing`.execute(db)
  const {
    rows: [lease],
  } = await sql<{ granted: number; taken: number }>`
    update discovery_api_leases l set taken = l.taken + s.granted
    from (select taken, greatest(0, least(${shareOf(limit)}, ${limit} - taken)) as granted from discovery_api_leases
      where user_id = ${quotas.userId} and seconds = ${span.seconds} and starts_at = ${startsAt} for update) s
    where l.user_id = ${quotas.userId} and l.seconds = ${span.seconds} and l.starts_at = ${startsAt}
    returning s.granted, l.taken`.execute(db)
  // No row: the next window has started in the meantime, and the waiting calls check again.
  if (!lease) return
  window.left += lease.granted
  window.taken = lease.taken
  if (lease.granted === 0) window.spentAt = limit
}

/** Calls left within a limit, which can have been lowered since the share was taken. */
const leftOf = ({ left, taken }: Window, limit: number) => Math.max(0, limit - (taken - left))

function stateOf(quotas: Quotas, span: Span, window: Window): QuotaState {
  return {
    limit: span.limitOf(quotas),
    left: leftOf(window, span.limitOf(quotas)),
    resetsAt: new Date(window.startsAt + span.seconds * 1_000).toISOString(),
  }
}

function refuse(span: Span, window: Window, limit: number, now: number): never {
  const seconds = Math.max(1, Math.ceil((window.startsAt + span.seconds * 1_000 - now) / 1_000))
  throw new Refusal(
    429,
    t('The {limit} calls of this {name} are used up. Try again in {seconds} seconds.', {
      limit,
      name: span.name,
      seconds,
    }),
    {
      error: 'QuotaUsedUp',
      headers: { 'Retry-After': String(seconds) },
    },
  )
}
