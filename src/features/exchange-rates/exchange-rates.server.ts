import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { exchangeRates } from './exchange-rates.ts'

const state = sql`case
  when t.as_of > now() then 'upcoming'
  when exists (select from exchange_rates n where n.base_currency = t.base_currency and n.quote_currency = t.quote_currency
    and n.as_of <= now() and (n.as_of, n.id) > (t.as_of, t.id)) then 'replaced'
  when t.expires_at <= now() then 'expired'
  else 'current' end`

export const exchangeRatesServer = serve(exchangeRates, {
  derived: { pair: sql`t.base_currency || '/' || t.quote_currency`, state },
  async beforeSave({ draft, db }) {
    const asked = ['baseCurrency', 'quoteCurrency'] as const
    const { rows } = await sql<{ code: string }>`
      select code from currencies where code = any(${asked.map((key) => String(draft[key]))})`.execute(db)
    const known = new Set(rows.map(({ code }) => code))
    const flawed = asked.filter((key) => !known.has(String(draft[key])))
    if (flawed.length > 0)
      throw invalid(
        Object.fromEntries(
          flawed.map((key) => [key, t('Currency {currency} not found.', { currency: String(draft[key]) })]),
        ),
      )
  },
})
