import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { serve } from '../../kit/resource.server.ts'
import { countries } from './countries.ts'

const codes = ['code', 'alpha3', 'numericCode'] as const

export const countriesServer = serve(countries, {
  derived: {
    cityCount: sql`(select count(*) from cities c where c.country_id = t.id)`,
    productCount: sql`(select count(*) from cities c join products p on p.city_id = c.id where c.country_id = t.id and p.status = 'live')`,
    recentSales: sql`(select count(*) from cities c join purchases p on p.city_id = c.id
      where c.country_id = t.id and p.created_at > now() - interval '30 days')`,
    translatedShare: sql`(select (10000 * count(x.id) / nullif(count(*), 0))::integer
      from (values ('name', t.name), ('description', t.description)) as f (field, source)
      cross join (select code from locales where is_enabled_on_site and not is_default) as l
      left join translations x on x.resource = 'countries' and x.record_id = t.id and x.field = f.field and x.locale = l.code where f.source is not null)`,
  },
  async beforeSave({ draft, current, db }) {
    if (current) await refuseOtherCodes(db, draft, current)
  },
})

/** Codes travel in purchases, addresses and files that others keep, so they stay once something points here. */
async function refuseOtherCodes(db: Db, draft: Readonly<Record<string, unknown>>, current: Readonly<Record<string, unknown>>): Promise<void> {
  const changed = codes.filter((key) => draft[key] !== current[key])
  if (changed.length === 0) return
  const { rows: [use] } = await sql<{ isUsed: boolean }>`select country_is_referenced(${current['id']}, ${current['code']}) as "isUsed"`.execute(db)
  if (!use?.isUsed) return
  const message = t('Cities, customers or purchases point at this country, so its codes stay.')
  throw new Refusal(409, message, { fields: Object.fromEntries(changed.map((key) => [key, message])) })
}
