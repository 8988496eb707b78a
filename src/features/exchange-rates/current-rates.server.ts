import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { billionths, type Conversion } from './convert.ts'

export interface CurrentRate extends Conversion {
  readonly currency: string
  readonly asOf: string
  readonly source: string
}

/**
 * How amounts of currencies become amounts of one of them, now: by the latest rate of each pair, whichever way round it was
 * entered, unless it has expired. A currency without such a rate is missing here, and must not be converted. Where nothing but an
 * order follows from them, expired ones are asked for too: they are far nearer than none.
 */
export async function currentRates(
  db: Db,
  currencies: readonly string[],
  to: string,
  { withExpired = false }: { readonly withExpired?: boolean } = {},
): Promise<CurrentRate[]> {
  const { rows } = await sql<{
    currency: string
    rate: string
    isInverse: boolean
    asOf: string
    source: string
    fromDigits: number
    toDigits: number
  }>`
    select distinct on (c.code) c.code as currency, r.rate::text as rate, r.base_currency = ${to} as "isInverse",
      to_char(r.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "asOf", r.source, c.exponent as "fromDigits",
      own.exponent as "toDigits"
    from currencies c join currencies own on own.code = ${to}
    join lateral (
      (select * from exchange_rates x where x.base_currency = ${to} and x.quote_currency = c.code and x.as_of <= now() order by x.as_of desc limit 1)
      union all
      (select * from exchange_rates x where x.base_currency = c.code and x.quote_currency = ${to} and x.as_of <= now() order by x.as_of desc limit 1)
    ) r on true
    where c.code = any(${[...currencies]}) and (${withExpired} or r.expires_at > now())
    order by c.code, r.as_of desc, r.id desc`.execute(db)
  return rows.map(({ rate, ...row }) => ({ ...row, rate: billionths(rate) }))
}
