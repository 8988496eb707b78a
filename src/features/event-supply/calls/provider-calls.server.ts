import { sql } from 'kysely'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { StoredCall } from '../../../platform/outbound/logged-calls.server.ts'
import {
  callNotFound,
  missingFor,
  pathNow,
  sendLogged,
  sentAgain,
  shownCall,
  storedCallColumns,
} from '../../../platform/outbound/logged-calls.server.ts'
import { providers } from '../../providers/providers.ts'
import { supplyContextOf } from '../../supply/supply-context.server.ts'
import type { TicketAdapter } from '../adapters/ticket-feed.server.ts'
import { openFeed } from '../adapters/open-feed.server.ts'
import { readProviderCall, sendCallAgain } from './provider-call.endpoints.ts'

interface ProviderCall extends StoredCall {
  readonly provider: string
}

async function callOf(db: Db, code: string, id: string): Promise<ProviderCall> {
  const {
    rows: [found],
  } = await sql<ProviderCall>`
    select ${storedCallColumns}, s.name as provider from outbound_calls o join providers s on s.code = o.target
    where o.id = ${recordIdIn(id)} and s.code = ${code} and s.kind <> 'tours'`.execute(db)
  if (!found) throw callNotFound()
  return found
}

/** Why a call can't be sent again, by what the log has of it; null: it can. */
function refusalOf(adapter: TicketAdapter | undefined, call: StoredCall): string | null {
  if (adapter === undefined) return t('We have no adapter for this provider, so we can’t call it.')
  if (call.method !== 'GET')
    return t(
      'It reserves, buys or releases tickets. Sending it again could do that twice, so only calls that read are sent again.',
    )
  return missingFor(call)
}

export function implementProviderCalls(
  server: ServerContext,
  adapters: readonly TicketAdapter[],
): readonly Implementation[] {
  const adapterOf = (code: string) => adapters.find(({ facts }) => facts.key === code)
  return [
    implement(readProviderCall, async ({ db, params }) => {
      const { provider: _, ...call } = await callOf(db, params.code, params.id)
      return shownCall(call, refusalOf(adapterOf(params.code), call))
    }),
    // Not in a transaction: the provider answers when it likes, and the log of the call is written by another connection.
    implement(
      sendCallAgain,
      async ({ db, params: { code, id }, actor, request }) => {
        const { provider, ...call } = await callOf(db, code, id)
        const adapter = adapterOf(code)
        const refusal = refusalOf(adapter, call)
        if (refusal !== null || !adapter) throw new Refusal(409, refusal ?? '')
        const subject = `${sentAgain}${call.id} ${request.id}`.slice(0, 120)
        const feed = await openFeed(db, adapter, supplyContextOf(server), { subject: () => subject })
        if (!feed) throw new Refusal(409, t('The connection to {provider} is off.', { provider }))
        const path = pathNow(call, feed.baseUrl, provider)
        const again = await sendLogged(db, { target: code, subject, provider }, () => feed.repeat(path))
        const title = `${provider} · ${call.method} ${new URL(call.url).pathname}`
        const after = { call: call.id, sentAs: again.id, status: again.status, problem: again.problem }
        await appendAudit(db, [{ action: 'send-again', object: providers.name, title, after }], {
          actor,
          requestId: request.id,
          address: request.clientAddress,
        })
        return shownCall(again, null)
      },
      { transaction: 'own' },
    ),
  ]
}
