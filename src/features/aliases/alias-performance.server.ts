import { sql } from 'kysely'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { readAliasPerformance } from './alias.endpoints.ts'
import { aliasIdOf } from './alias-members.server.ts'

/** Days in the report, compared with the same number of days before. */
const days = 91

/**
 * Sales of a page's products, in one statement over the purchases index by product. A purchase records the product and
 * not the page, so this includes no visits and cannot separate pages that share a product.
 */
export const readAliasPerformanceServer = implement(readAliasPerformance, async ({ db, params }) => {
  const {
    rows: [found],
  } = await sql<{ text: string }>`
    with members as materialized (select product_id, rank, is_primary from alias_members where alias_id = ${aliasIdOf(params)}),
    sold as materialized (
      select p.product_id, p.created_at, p.quantity, p.currency, p.grand_total, p.margin, p.booking_status in ('cancelled', 'rejected', 'expired') as is_lost,
        p.created_at >= now() - make_interval(days => ${days}::integer) as is_recent
      from purchases p where p.product_id in (select product_id from members) and p.created_at >= now() - make_interval(days => ${2 * days}::integer)
    ),
    money as (
      select product_id, currency, sum(grand_total)::bigint as gross, sum(margin)::bigint as margin
      from sold where is_recent and not is_lost group by product_id, currency
    ),
    weeks as (
      select w.place, (now() - make_interval(days => (7 * (w.place + 1))::integer))::date as "from", count(s.product_id)::integer as orders
      from generate_series(0, ${days / 7 - 1}::integer) as w (place) left join sold s on s.is_recent
        and s.created_at < now() - make_interval(days => (7 * w.place)::integer) and s.created_at >= now() - make_interval(days => (7 * (w.place + 1))::integer)
      group by w.place
    )
    select json_build_object('days', ${days}::integer,
      'weeks', (select json_agg(json_build_object('from', w."from", 'orders', w.orders) order by w.place desc) from weeks w),
      'products', coalesce((select json_agg(json_build_object(
        'productId', m.product_id, 'title', p.title, 'isPrimary', m.is_primary,
        'orders', (select count(*) from sold s where s.product_id = m.product_id and s.is_recent),
        'ordersBefore', (select count(*) from sold s where s.product_id = m.product_id and not s.is_recent),
        'lost', (select count(*) from sold s where s.product_id = m.product_id and s.is_recent and s.is_lost),
        'tickets', (select coalesce(sum(s.quantity), 0) from sold s where s.product_id = m.product_id and s.is_recent and not s.is_lost),
        'money', coalesce((select json_agg(json_build_object('currency', o.currency, 'gross', o.gross, 'margin', o.margin) order by o.gross desc) from money o where o.product_id = m.product_id), '[]')
      ) order by m.rank) from members m join products p on p.id = m.product_id), '[]'))::text as text
    from aliases a where a.id = ${aliasIdOf(params)}`.execute(db)
  if (!found) throw new Refusal(404, t('Alias not found.'))
  return new JsonText(found.text)
})
