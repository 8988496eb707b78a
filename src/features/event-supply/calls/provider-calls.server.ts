import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { may } from '../../../core/access/access.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { LoggedCall } from '../../../platform/outbound/logged-call.ts'
import type { StoredCall } from '../../../platform/outbound/logged-calls.server.ts'
import {
  callNotFound,
  missingFor,
  sendAgain,
  shownCall,
  storedCallColumns,
} from '../../../platform/outbound/logged-calls.server.ts'
import { providers } from '../../providers/providers.ts'
import { supplyContextOf } from '../../supply/supply-context.server.ts'
import type { TicketAdapter } from '../adapters/ticket-feed.server.ts'
import { openFeed } from '../adapters/open-feed.server.ts'
import { isOfOrder } from './call-results.server.ts'
import { readProviderCall, sendCallAgain } from './provider-call.endpoints.ts'

interface ProviderCall extends StoredCall {
  readonly provider: string
}

/** Calls of orders are found with their order alone. */
async function callOf(db: Db, code: string, id: string): Promise<ProviderCall> {
  const {
    rows: [found],
  } = await sql<ProviderCall>`
    select ${storedCallColumns}, s.name as provider from outbound_calls o join providers s on s.code = o.target
    where o.id = ${recordIdIn(id)} and s.code = ${code} and s.kind <> 'tours' and not ${isOfOrder}`.execute(db)
  if (!found) throw callNotFound()
  return found
}

/** Bodies are only for people who can see raw payloads. */
function bodiesFor({ grants }: Actor, call: LoggedCall): LoggedCall {
  return may(grants, 'payload', 'providers') ? call : { ...call, request: null, answer: null }
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
    implement(readProviderCall, async ({ db, params, actor }) => {
      const { provider: _, ...call } = await callOf(db, params.code, params.id)
      return bodiesFor(actor, shownCall(call, refusalOf(adapterOf(params.code), call)))
    }),
    implement(
      sendCallAgain,
      async (given) => {
        const { db, params } = given
        const { code, id } = params
        const { provider, ...call } = await callOf(db, code, id)
        const adapter = adapterOf(code)
        const again = await sendAgain(given, {
          call,
          refusal: refusalOf(adapter, call),
          target: code,
          provider,
          async open(subject) {
            const feed = adapter && (await openFeed(db, adapter, supplyContextOf(server), { subject: () => subject }))
            return feed ? { baseUrl: feed.baseUrl, send: (path) => feed.repeat(path) } : null
          },
          off: () => t('The connection to {provider} is off.', { provider }),
          entry: { object: providers.name, title: provider },
        })
        return bodiesFor(given.actor, again)
      },
      { transaction: 'own' },
    ),
  ]
}
