import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { ledgerEntries } from './ledger-entries.ts'
import { maxSummed, readLedgerSums } from './ledger-sums.endpoints.ts'

/** The sum of a list, by the very filter that the list has. */
export function implementLedgerSums(
  server: ResourceServer,
  { settings }: Pick<ServerContext, 'settings'>,
): readonly Implementation[] {
  return [
    implement(readLedgerSums, async ({ db, query }) => {
      const list = parseList(ledgerEntries, query, settings.businessTimeZone)
      const { rows } = await sql<{ currency: string; sum: number; entries: number }>`
        select currency, sum(amount)::bigint as sum, count(*)::integer as entries from (
          select t.currency, t.amount from ledger_entries t where ${whereSql(server, list)} limit ${sql.lit(maxSummed + 1)}) e
        group by currency order by currency`.execute(db)
      const isMore = rows.reduce((total, { entries }) => total + entries, 0) > maxSummed
      return { sums: isMore ? [] : rows.map(({ currency, sum }) => ({ currency, sum })), isMore }
    }),
  ]
}
