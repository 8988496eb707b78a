import { sql } from 'kysely'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { mask } from '../../../platform/outbound/call-log.server.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound-target.server.ts'
import { providers } from '../../providers/providers.ts'
import { supplyContextOf } from '../../supply/supply-context.server.ts'
import type { TicketAdapter } from '../adapters/ticket-feed.server.ts'
import { openFeed } from '../adapters/open-feed.server.ts'
import { sentAgain } from './sent-again.ts'
import type { ProviderCall } from './provider-call.endpoints.ts'
import { readProviderCall, sendCallAgain } from './provider-call.endpoints.ts'

interface Logged extends Omit<ProviderCall, 'refusal'> {
  readonly subject: string | null
}

const columns = sql`o.subject, o.id, o.at, o.method, o.url, o.status, o.problem, o.milliseconds, o.request, o.answer`

async function loggedCall(db: Db, code: string, id: string): Promise<Logged & { readonly provider: string }> {
  const {
    rows: [found],
  } = await sql<Logged & { readonly provider: string }>`
    select ${columns}, s.name as provider from outbound_calls o join providers s on s.code = o.target
    where o.id = ${recordIdIn(id)} and s.code = ${code} and s.kind <> 'tours'`.execute(db)
  if (!found) throw new Refusal(404, t('Call not found. Calls are kept for 30 days.'))
  return found
}

const shown = ({ subject: _, ...call }: Logged) => call

/** Why a call can't be sent again, by what the log has of it; null: it can. */
function refusalOf(adapter: TicketAdapter | undefined, { method, url, subject }: Logged): string | null {
  if (adapter === undefined) return t('We have no adapter for this provider, so we can’t call it.')
  if (method !== 'GET')
    return t(
      'It reserves, buys or releases tickets. Sending it again could do that twice, so only calls that read are sent again.',
    )
  // Bookings mask what they know of their customer; sent from here, an answer would be logged without that.
  if (subject?.startsWith('booking '))
    return t('It asked about an order. The log masks customer details only in calls that orders make.')
  if ([mask, encodeURIComponent(mask)].some((hidden) => url.includes(hidden)))
    return t('Part of its address is masked in the log, so we no longer know what it asked.')
  return null
}

/** The path below the address of the connection; null where the call was made to another kind of address. */
function pathBelow(url: string, base: URL): string | null {
  const { pathname, search } = new URL(url)
  const root = base.pathname.replace(/\/+$/, '')
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) + search : null
}

export function implementProviderCalls(
  server: ServerContext,
  adapters: readonly TicketAdapter[],
): readonly Implementation[] {
  const adapterOf = (code: string) => adapters.find(({ facts }) => facts.key === code)
  return [
    implement(readProviderCall, async ({ db, params }) => {
      const { provider: _, ...logged } = await loggedCall(db, params.code, params.id)
      return { ...shown(logged), refusal: refusalOf(adapterOf(params.code), logged) }
    }),
    // Not in a transaction: the provider answers when it likes, and the log of the call is written by another connection.
    implement(
      sendCallAgain,
      async ({ db, params: { code, id }, actor, request }) => {
        const { provider, ...call } = await loggedCall(db, code, id)
        const adapter = adapterOf(code)
        const refusal = refusalOf(adapter, call)
        if (refusal !== null || !adapter) throw new Refusal(409, refusal ?? '')
        const subject = `${sentAgain}${call.id} ${request.id}`.slice(0, 120)
        await repeat(db, server, { adapter, provider, url: call.url, subject })
        const again = await latestAbout(db, code, subject)
        const title = `${provider} · ${call.method} ${new URL(call.url).pathname}`
        const after = { call: call.id, sentAs: again.id, status: again.status, problem: again.problem }
        await appendAudit(db, [{ action: 'send-again', object: providers.name, title, after }], {
          actor,
          requestId: request.id,
          address: request.clientAddress,
        })
        return { ...shown(again), refusal: null }
      },
      { transaction: 'own' },
    ),
  ]
}

interface Repeated {
  readonly adapter: TicketAdapter
  readonly provider: string
  readonly url: string
  readonly subject: string
}

/** Sends it. What came of it is in the log of calls, masked as every call is. */
async function repeat(db: Db, server: ServerContext, { adapter, provider, url, subject }: Repeated): Promise<void> {
  const feed = await openFeed(db, adapter, supplyContextOf(server), { subject: () => subject })
  if (!feed) throw new Refusal(409, t('The connection to {provider} is off.', { provider }))
  const path = pathBelow(url, feed.baseUrl)
  if (path === null)
    throw new Refusal(
      409,
      t('The connection to {provider} has another address now: {url}', { provider, url: feed.baseUrl.href }),
    )
  try {
    await feed.repeat(path)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (error.fault === 'open')
      throw new Refusal(409, t('{provider} has failed too often. Calls to it are paused for a minute.', { provider }))
  }
}

async function latestAbout(db: Db, code: string, subject: string): Promise<Logged> {
  const {
    rows: [made],
  } = await sql<Logged>`
    select ${columns} from outbound_calls o where o.target = ${code} and o.subject = ${subject} order by o.id desc limit 1`.execute(
    db,
  )
  if (!made) throw new Refusal(502, t('The call was not sent, or could not be written down. Try again.'))
  return made
}
