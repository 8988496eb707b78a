import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../../../core/access/access.ts'
import { system } from '../../../core/access/access.ts'
import type { AuditEntry, AuditOrigin } from '../../../core/audit/audit.server.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { createRateLimit, networkOf } from '../../../core/http/rate-limit.server.ts'
import type { Sql } from '../../../db/database.server.ts'

/** Writes refusals into the audit. */
export interface RefusalAudit {
  /**
   * Never fails: a refusal stays one even when the audit cannot be written. `code` is what the refusal calls itself on
   * the wire; without `actor` the caller is not known.
   */
  record(request: FastifyRequest, entry: AuditEntry, known?: { actor?: Actor; code?: string }): Promise<void>
  /** Writes what has been counted and not yet written. To be called when no request is left. */
  close(): Promise<void>
}

/** Rows of one kind that are written in full within a window; the rest of them are counted. */
const shownPerKind = 5
/** Rows of callers who are not known, all kinds together. People who are signed in have no such ceiling. */
const shownOfStrangers = 120
/** Kinds counted at a time; beyond it strangers are counted as one kind, and a person's refusals as one more. */
const kindsKept = 5_000
/** Rows that wait for a database that cannot be reached. */
const unwrittenKept = 1_000

/** What people meet by looking around. Refusals with any other code are attempts, each of which counts. */
const ordinaryCodes = new Set(['Forbidden', 'UnverifiedIP'])

interface Row {
  readonly entry: AuditEntry
  readonly origin: AuditOrigin
}

/** Callers who are not known, beyond what is written of them. */
const ofStrangers: Row = {
  entry: { action: 'call-refused', object: 'sessions', reason: 'Refusals of callers who were not signed in.' },
  origin: { actor: system('sign-in') },
}

/** Refusals of one person, or one network, at one route within one window. */
interface Kind {
  last: Row
  seen: number
  shown: number
  more: number
  readonly endsAt: number
}

/**
 * Refusals belong in the audit, but looking around must not fill it. A known person's changes, escalations and stolen
 * sessions are always written. Of everything else the first five of a kind in a minute are, and when that minute ends
 * one row says how many more there were. The log has every one.
 */
export function createRefusalAudit(db: Sql, log: Logger, windowSeconds = 60): RefusalAudit {
  const kinds = new Map<string, Kind>()
  const { write, unwritten } = createWriter(db, log, () => wake())
  const strangers = createRateLimit({ limit: shownOfStrangers, windowSeconds, message: '' })
  let timer: NodeJS.Timeout | null = null

  /** Windows are all of one length, so the first kind in the map is the first whose window ends. */
  function wake(): void {
    if (timer !== null || (kinds.size === 0 && unwritten.length === 0)) return
    const first = kinds.values().next().value
    const wait = unwritten.length > 0 || !first ? windowSeconds * 1_000 : first.endsAt - performance.now()
    timer = setTimeout(() => void tell(performance.now()), Math.max(0, wait))
    timer.unref()
  }

  /** Writes the counts of every window that has ended by `until`, and what could not be written before. */
  async function tell(until: number): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const rows = unwritten.splice(0)
    for (const [key, kind] of kinds) {
      if (kind.endsAt > until) break
      kinds.delete(key)
      if (kind.more > 0) rows.push(countOf(kind))
    }
    if (rows.length > 0) await write(rows)
    wake()
  }

  function kindOf(key: string, last: Row): Kind {
    const now = performance.now()
    let kind = kinds.get(key)
    // A window that has ended and is not written yet: what comes now is counted with it.
    if (!kind) {
      kind = { last, seen: 0, shown: 0, more: 0, endsAt: now + windowSeconds * 1_000 }
      kinds.set(key, kind)
      wake()
    }
    kind.last = last
    return kind
  }

  /** Whether this one is written in full. If not, it has been counted. */
  function isShown(request: FastifyRequest, row: Row, actor: Actor | undefined): boolean {
    const route = `${request.method} ${request.routeOptions.url ?? ''} ${row.entry.action}`
    const who = actor?.id ? `person ${actor.id}` : `network ${networkOf(request.clientAddress)}`
    const exact = `${who} ${route}`
    const isRoom = kinds.has(exact) || kinds.size < kindsKept
    const kind = isRoom ? kindOf(exact, row) : actor?.id ? kindOf(who, row) : kindOf('strangers', ofStrangers)
    kind.seen++
    if (kind.seen <= shownPerKind && (actor?.id || takes(strangers))) {
      kind.shown++
      return true
    }
    // Many networks at once are one count, or they would fill the audit with counts.
    const counted = actor?.id || kind.shown > 0 ? kind : kindOf('strangers', ofStrangers)
    counted.more++
    return false
  }

  return {
    async record(request, entry, { actor, code } = {}) {
      const { action, object, recordId, reason } = entry
      request.log.warn({ audit: { action, object, recordId, reason }, address: request.clientAddress }, 'refused')
      const origin = {
        actor: actor ?? system('sign-in'),
        requestId: request.id,
        address: request.clientAddress,
      }
      const row = { entry, origin }
      if (isAlwaysWritten(request, action, actor, code) || isShown(request, row, actor)) await write([row])
    },
    async close() {
      await tell(Number.POSITIVE_INFINITY)
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Writes rows, several at once where they come together. What cannot be written is in `unwritten`, to be tried again. */
function createWriter(db: Sql, log: Logger, whenFailed: () => void) {
  const unwritten: Row[] = []
  const queued: Row[] = []
  let current = Promise.resolve()
  let next: Promise<void> | null = null

  async function writeNow(rows: readonly Row[]): Promise<void> {
    try {
      await db.transaction().execute(async (transaction) => {
        for (const { entry, origin } of rows) await appendAudit(transaction, [entry], origin)
      })
    } catch (failure) {
      log.error({ err: failure, rows: rows.length }, 'Refusals could not be written into the audit')
      unwritten.push(...rows.slice(0, Math.max(0, unwrittenKept - unwritten.length)))
      whenFailed()
    }
  }

  /** Rows that come while others are being written go together in the next transaction. */
  function write(rows: readonly Row[]): Promise<void> {
    queued.push(...rows)
    next ??= current.then(() => {
      next = null
      current = writeNow(queued.splice(0))
      return current
    })
    return next
  }
  return { write, unwritten }
}

function isAlwaysWritten(request: FastifyRequest, action: string, actor?: Actor, code = 'Forbidden'): boolean {
  if (action === 'session-revoked') return true
  if (!actor?.id) return false
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  return !isReading || !ordinaryCodes.has(code)
}

function takes(limit: ReturnType<typeof createRateLimit>): boolean {
  try {
    limit.take('all')
    return true
  } catch {
    return false
  }
}

function countOf({ last: { entry, origin }, more, endsAt }: Kind): Row {
  const until = new Date(Date.now() + Math.min(0, endsAt - performance.now())).toISOString()
  return { entry: { ...entry, after: { more, until } }, origin: { ...origin, requestId: null } }
}
