import type { Db } from '../../../db/tables.server.ts'
import type { ConnectionUse, SupplyContext } from '../../supply/importing/connections.server.ts'
import { openCalls } from '../../supply/importing/connections.server.ts'
import { currencyExponents } from '../../supply/importing/draft-money.server.ts'
import type { TicketAdapter, TicketFeed } from './ticket-feed.server.ts'

/** Ready to be asked; null where the connection is off. */
export async function openFeed(
  db: Db,
  adapter: TicketAdapter,
  context: SupplyContext,
  use: ConnectionUse,
): Promise<TicketFeed | null> {
  const calls = await openCalls(db, adapter, context, use)
  return calls && adapter.openFeed({ ...calls, exponents: await currencyExponents(db) })
}
