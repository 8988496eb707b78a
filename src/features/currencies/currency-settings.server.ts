import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { currencySettings } from './currency-settings.ts'

const productCount = sql`(select count(*) from products p where p.currency = t.code and p.status = 'live')`
const eventCount = sql`(select count(*) from performances p where p.currency = t.code and p.starts_at > now())`

export const currencySettingsServer = serve(currencySettings, {
  derived: {
    productCount,
    eventCount,
    rateUntil: sql`(select r.expires_at from exchange_rates r where r.quote_currency = t.code and r.as_of <= now()
      order by r.as_of desc, r.id desc limit 1)`,
  },
  async beforeSave({ draft, current, db }) {
    if (!current || draft['isEnabled'] === true || current['isEnabled'] !== true) return
    const {
      rows: [sold],
    } = await sql<{ products: number; performances: number }>`
      select ${productCount}::integer as products, ${eventCount}::integer as performances
      from currencies t where t.id = ${Number(current['id'])}`.execute(db)
    const n = (sold?.products ?? 0) + (sold?.performances ?? 0)
    if (n === 0) return
    const message = t(
      '{n, plural, one {# product or performance is} other {# products and performances are}} sold in it.',
      {
        n,
      },
    )
    throw new Refusal(409, message, { fields: { isEnabled: message } })
  },
})
