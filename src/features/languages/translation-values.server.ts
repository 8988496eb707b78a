import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { isSale } from '../purchases/states/sales.server.ts'

/** The job that weighs again what texts are about. */
const weighTextsJob = 'weigh-texts-to-translate'

export const languageJobs: readonly Job[] = [
  {
    name: weighTextsJob,
    label: msg('Translation priorities'),
    does: msg('Ranks texts to translate by the orders of the last 90 days.'),
    staleWithout: msg('Translators see yesterday’s priorities.'),
    overlap: 'skip',
    cron: '17 * * * *',
    run: async ({ database }) => {
      await database.kysely.transaction().execute(weighTexts)
    },
  },
]

/**
 * Counts the sales of the last 90 days for products and events, for the places and sections they belong to, and for
 * the languages customers read: an order in es-MX counts as Spanish when the site has no Mexican Spanish. Each order
 * counts once in a section, however many subcategories of it its product has.
 */
export async function weighTexts(trx: Db): Promise<void> {
  await sql`
    with sold as (
      select product_id, event_id, customer_locale as tag, count(*)::integer as orders from purchases t
      where created_at > now() - interval '90 days' and ${isSale} group by product_id, event_id, customer_locale
    ), spoken as (
      select tag, sum(orders)::integer as orders from sold group by tag
    ), weighed as (
      select 'products' as resource, product_id as record_id, orders from sold where product_id is not null
      union all select 'events', event_id, orders from sold where event_id is not null
      union all select 'cities', p.city_id, s.orders from sold s join products p on p.id = s.product_id
      union all select 'cities', e.city_id, s.orders from sold s join events e on e.id = s.event_id
      union all select 'venues', e.venue_id, s.orders from sold s join events e on e.id = s.event_id
      union all select 'subcategories', b.id, s.orders from sold s join products p on p.id = s.product_id
        cross join lateral (select distinct unnest(p.subcategory_ids)) as b (id)
      union all select 'subcategories', e.subcategory_id, s.orders from sold s join events e on e.id = s.event_id
      union all select 'categories', c.id, s.orders from sold s join products p on p.id = s.product_id
        cross join lateral (select distinct category_id from subcategories where id = any(p.subcategory_ids)) as c (id)
      union all select 'categories', e.category_id, s.orders from sold s join events e on e.id = s.event_id
      union all select 'locales', l.id, s.orders from spoken s cross join lateral (
        select id from locales where s.tag = code or starts_with(s.tag, code || '-') order by char_length(code) desc limit 1) l
    ), summed as (
      select resource, record_id, sum(orders)::integer as orders from weighed where record_id is not null group by resource, record_id
    ), gone as (
      delete from translation_values v where not exists (select from summed s where s.resource = v.resource and s.record_id = v.record_id)
    )
    insert into translation_values (resource, record_id, orders) select resource, record_id, orders from summed
    on conflict (resource, record_id) do update set orders = excluded.orders where translation_values.orders <> excluded.orders`.execute(
    trx,
  )
}
