import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { providers } from '../providers/providers.ts'
import { connectionStateOf, saveConnectionOf } from '../supply/importing/connection-calls.server.ts'
import type { SupplyContext } from '../supply/importing/connections.server.ts'
import { supplyContextOf } from '../supply/supply-context.server.ts'
import { ticketAdapters } from './ticket-adapters.server.ts'
import type { TicketConnection } from './ticket-connections.endpoints.ts'
import { listTicketConnections, saveTicketConnection } from './ticket-connections.endpoints.ts'
import type { TicketAdapter } from './adapters/ticket-feed.server.ts'

async function connectionOf(
  db: Db,
  adapter: TicketAdapter,
  context: SupplyContext,
  known: ReadonlySet<string>,
): Promise<TicketConnection> {
  const { key, name, assumption, connection } = adapter.facts
  return {
    ...(await connectionStateOf(db, adapter, context)),
    code: key,
    name,
    isProvider: known.has(key),
    assumption: assumption === null ? null : t(assumption),
    needs: connection.map(({ label, ...field }) => ({ ...field, label: t(label) })),
  }
}

async function knownProviders(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    select code from providers where code = any(${ticketAdapters.map(({ facts }) => facts.key)}::text[])`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

export function implementTicketConnections(server: ServerContext): Implementation[] {
  return [
    implement(listTicketConnections, async ({ db }) => {
      const [known, context] = [await knownProviders(db), supplyContextOf(server)]
      const found: TicketConnection[] = []
      for (const adapter of ticketAdapters) found.push(await connectionOf(db, adapter, context, known))
      return found
    }),
    implement(saveTicketConnection, async (call) => {
      const { db, params, input } = call
      const adapter = ticketAdapters.find(({ facts }) => facts.key === params.code)
      if (!adapter) throw new Refusal(404, t('Provider not found.'))
      const context = supplyContextOf(server)
      await saveConnectionOf(call, adapter, context, { wanted: input, object: providers.name })
      const { key, name, kind, currency } = adapter.facts
      // Terms are agreed later; it sells nothing before it has listings.
      await sql`
        insert into providers (code, name, kind, currency, commission, priority) values (${key}, ${name}, ${kind}, ${currency}, 0, 50)
        on conflict do nothing`.execute(db)
      return await connectionOf(db, adapter, context, await knownProviders(db))
    }),
  ]
}
