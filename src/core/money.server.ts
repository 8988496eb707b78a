import type { Expression, RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** `shareOf` (money.ts) in SQL. Multiplied, not divided: a product of numerics keeps every digit until it is rounded. */
export function shareSql(amount: Expression<unknown>, basisPoints: Expression<unknown>): RawBuilder<number> {
  return sql<number>`round(${amount}::numeric * (${basisPoints})::numeric * 0.0001)::bigint`
}
