import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

export interface Balance {
  readonly code: string
  readonly name: string
  readonly currency: string
  readonly amount: number
  readonly isLow: boolean
  readonly statedAt: string
  readonly deposited: number
  readonly booked: number
}

/** Days that an order can wait for its supplier: those placed earlier than so long before a statement are not looked at. */
const longestWait = 30

/**
 * Prepaid balances: what the last statement said, what was paid in since, less what was booked since. An order counts from when
 * its provider has confirmed it, for as long as it is confirmed there. One statement for any number of providers.
 */
export async function balancesOf(db: Db, code: string | null): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select s.code, s.name, s.currency, b.amount, b.amount < coalesce(m.balance_threshold, 0) as "isLow", b.at as "statedAt", b.deposited, b.booked
    from provider_terms m join providers s on s.id = m.provider_id
      cross join lateral (select e.at, e.id, e.amount from provider_balance_entries e
        where e.provider_id = s.id and e.kind = 'statement' order by e.at desc, e.id desc limit 1) l
      cross join lateral (
        select l.at, d.deposited, k.booked, l.amount + d.deposited - k.booked as amount
        from (select coalesce(sum(e.amount), 0)::bigint as deposited from provider_balance_entries e
            where e.provider_id = s.id and e.kind = 'deposit' and (e.at, e.id) > (l.at, l.id)) d,
          (select coalesce(sum(p.net_cost), 0)::bigint as booked from purchases p
            where p.provider_id = s.id and p.supplier_status = 'CONFIRMED' and p.cost_currency = s.currency and p.created_at > l.at - make_interval(days => ${longestWait})
              and exists (select from purchase_events v where v.purchase_id = p.id and v.kind = 'supplier_confirmed' and v.at > l.at)) k
      ) b
    where m.settlement = 'prepaid' and (${code}::text is null or s.code = ${code}) order by s.name`.execute(db)
  return rows
}
