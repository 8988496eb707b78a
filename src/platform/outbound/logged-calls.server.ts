import { sql } from 'kysely'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { keptOfFailure, mask } from './call-log.server.ts'
import type { LoggedCall } from './logged-call.ts'
import { OutboundFailure } from './outbound-target.server.ts'

/** A call as the log has it, with what it was about. */
export interface StoredCall extends Omit<LoggedCall, 'refusal'> {
  readonly subject: string | null
}

/** Of `outbound_calls o`. */
export const storedCallColumns = sql`o.subject, o.id, o.at, o.method, o.url, o.status, o.problem, o.milliseconds, o.request, o.answer`

export const callNotFound = () => new Refusal(404, t('Call not found. Calls are kept for 30 days.'))

export function shownCall({ subject: _, ...call }: StoredCall, refusal: string | null): LoggedCall {
  return { ...call, refusal }
}

/** How the subject of calls begins that people sent again by hand: they say how a service is doing now, and are no traffic of ours. */
export const sentAgain = 'again '

/** What the log lacks to send a call again; null: nothing. */
export function missingFor({ method, url, subject, request }: StoredCall): string | null {
  // Bookings mask what they know of their customer; sent from elsewhere, an answer would be logged without that.
  if (subject?.startsWith('booking ') === true)
    return t('It asked about an order. The log masks customer details only in calls that orders make.')
  if ([mask, encodeURIComponent(mask)].some((hidden) => url.includes(hidden)))
    return t('Part of its URL is masked in the log, so we no longer know what it requested.')
  if (method !== 'GET' && (request === null || request.includes(mask) || request.length >= keptOfFailure))
    return t('The log has only part of the request, so it can’t be sent again.')
  return null
}

/**
 * Where a logged call goes now.
 *
 * @param baseUrl - of the connection today
 * @throws Refusal 409 where the call was made to another kind of address
 */
function pathNow({ url }: StoredCall, baseUrl: URL, provider: string): string {
  const { pathname, search } = new URL(url)
  const root = baseUrl.pathname.replace(/\/+$/, '')
  if (pathname.startsWith(`${root}/`)) return pathname.slice(root.length) + search
  throw new Refusal(409, t('The connection to {provider} uses another URL now: {url}', { provider, url: baseUrl.href }))
}

/**
 * Sends a call. What came of it is in the log, masked as every call is.
 *
 * @param send - logs under `subject`, which no other call has
 * @throws Refusal 409 while the service is not called, 502 where nothing was logged
 */
async function sendLogged(
  db: Db,
  { target, subject, provider }: { readonly target: string; readonly subject: string; readonly provider: string },
  send: () => Promise<unknown>,
): Promise<StoredCall> {
  try {
    await send()
  } catch (error) {
    if (error instanceof OutboundFailure && error.fault === 'open')
      throw new Refusal(409, t('{provider} has failed too often. Calls to it are paused for a minute.', { provider }))
    // Refused, unreadable or without an answer: that is what the log says as well.
    if (!(error instanceof OutboundFailure) && !(error instanceof Error && error.name === 'SupplierError')) throw error
  }
  const {
    rows: [made],
  } = await sql<StoredCall>`
    select ${storedCallColumns} from outbound_calls o where o.target = ${target} and o.subject = ${subject} order by o.id desc limit 1`.execute(
    db,
  )
  if (!made) throw new Refusal(502, t('The call wasn’t sent or logged. Try again.'))
  return made
}

interface Again {
  readonly call: StoredCall
  /** Why it can't be sent again; null: it can. */
  readonly refusal: string | null
  readonly target: string
  /** Its name, for sentences. */
  readonly provider: string
  /** Opens the connection of today, whose calls are logged under `subject`; null: it is off. */
  open(subject: string): Promise<{ readonly baseUrl: URL; send(path: string): Promise<unknown> } | null>
  /** What is said where the connection is off. */
  readonly off: () => string
  /** What the audit names it by; the call itself is added to the title. */
  readonly entry: Pick<AuditEntry, 'object' | 'recordId'> & { readonly title: string }
}

/**
 * Sends a logged call again with the address and the keys of today, and writes it in the audit. Not for transactions: the service
 * answers when it likes, and another connection writes the log.
 *
 * @returns what came of it, as the log has it
 * @throws Refusal 409 where it can't be sent, 502 where nothing was logged
 */
export async function sendAgain(
  { db, actor, request }: Pick<Call, 'db' | 'actor' | 'request'>,
  { call, refusal, target, provider, open, off, entry }: Again,
): Promise<LoggedCall> {
  if (refusal !== null) throw new Refusal(409, refusal)
  const subject = `${sentAgain}${call.id} ${request.id}`.slice(0, 120)
  const connection = await open(subject)
  if (!connection) throw new Refusal(409, off())
  const path = pathNow(call, connection.baseUrl, provider)
  const again = await sendLogged(db, { target, subject, provider }, () => connection.send(path))
  const title = `${entry.title} · ${call.method} ${new URL(call.url).pathname}`
  const after = { call: call.id, sentAs: again.id, status: again.status, problem: again.problem }
  await appendAudit(db, [{ ...entry, action: 'send-again', title, after }], {
    actor,
    requestId: request.id,
    address: request.clientAddress,
  })
  return shownCall(again, null)
}
