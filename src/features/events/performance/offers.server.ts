import { sql } from 'kysely'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Offer } from './performance.endpoints.ts'
import { readOffers } from './performance.endpoints.ts'

/**
 * Lists a provider that has an open listing, reports a start time or has an id for the performance. One with listings
 * in two currencies is listed in both.
 */
export const readOffersServer = implement(
  readOffers,
  async ({ db, params }) => {
    const id = recordIdIn(params.id)
    const {
      rows: [found],
    } = await sql<{ offers: Offer[] }>`
    with open as (
      select l.provider_id, l.currency, count(*)::integer as listings, sum(k.tickets)::integer as tickets, min(l.price) as "fromPrice", max(l.updated_at) as "freshAt"
      from ticket_listings l cross join lateral listing_stock(l) k where l.performance_id = ${id} and l.is_open and k.tickets > 0 group by 1, 2
    ), own as (
      select p.id, p.provider_codes, p.provider_code, e.provider_id from performances p join events e on e.id = p.event_id where p.id = ${id}
    ), sellers as (
      select provider_id from open union select provider_id from provider_times where performance_id = ${id}
      union select s.id from own, jsonb_array_elements(own.provider_codes) as c join providers s on s.code = c ->> 'provider'
      union select provider_id from own where provider_code is not null
    )
    select (select coalesce(json_agg(json_build_object('providerId', s.id, 'provider', s.name, 'listings', coalesce(o.listings, 0), 'tickets', coalesce(o.tickets, 0),
        'currency', o.currency, 'fromPrice', o."fromPrice", 'freshAt', to_char(o."freshAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'code', case when s.id = own.provider_id and own.provider_code is not null then own.provider_code
          else (select c ->> 'code' from jsonb_array_elements(own.provider_codes) as c where c ->> 'provider' = s.code limit 1) end) order by o.listings desc nulls last, s.name, o.currency), '[]')
      from sellers g join providers s on s.id = g.provider_id left join open o on o.provider_id = g.provider_id) as offers
    from own`.execute(db)
    if (!found) throw new Refusal(404, t('Performance not found.'))
    return found
  },
  { transaction: false },
)
