import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'

/**
 * Refuses a sale in a currency whose rate to the reporting currency has expired: no one could say what it earns. A currency
 * that never had a rate is sold, because no total has ever counted on one (decision 184).
 *
 * @throws Refusal 422 on the field `currency`
 */
export async function assertRateIsFresh(db: Db, currency: string, reportingCurrency: string): Promise<void> {
  if (currency === reportingCurrency) return
  const { rows } = await sql<{ expiredAt: string | null }>`
    select case when r.expires_at <= now() then to_char(r.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end
      as "expiredAt"
    from (
      (select as_of, id, expires_at from exchange_rates
        where base_currency = ${reportingCurrency} and quote_currency = ${currency} and as_of <= now() order by as_of desc limit 1)
      union all
      (select as_of, id, expires_at from exchange_rates
        where base_currency = ${currency} and quote_currency = ${reportingCurrency} and as_of <= now() order by as_of desc limit 1)
    ) r order by r.as_of desc, r.id desc limit 1`.execute(db)
  const expiredAt = rows[0]?.expiredAt ?? null
  if (expiredAt === null) return
  throw invalid({
    currency: t(
      'The exchange rate of {currency} to {reporting} expired on {moment} UTC. Quotes in {currency} work again once finance enters a new one.',
      { currency, reporting: reportingCurrency, moment: formatInstant(expiredAt, 'UTC') },
    ),
  })
}
