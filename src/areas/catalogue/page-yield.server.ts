import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { readPageYield } from './section-calls.ts'

/** Fewer live products make a page that nobody should land on. */
const thinBelow = 3

/** Days of sales that count as demand. */
const demandDays = 90
/** Cities in the matrix: those where the most is to be had. */
const mostCities = 60

export const readPageYieldServer = implement(readPageYield, async ({ db }) => {
  const { rows: [matrix] } = await sql<{ text: string }>`
    with offered as (
      select p.city_id, given.id as subcategory_id, count(*) filter (where p.status = 'live')::integer as inventory
      from products p cross join lateral unnest(p.subcategory_ids) as given (id) group by 1, 2
    ), sold as (
      select product_id, count(*)::integer as orders from purchases
      where created_at > now() - make_interval(days => ${demandDays}) and product_id is not null group by product_id
    ), wanted as (
      select p.city_id, given.id as subcategory_id, sum(s.orders)::integer as orders
      from sold s join products p on p.id = s.product_id cross join lateral unnest(p.subcategory_ids) as given (id) group by 1, 2
    ), cells as (
      select o.city_id, o.subcategory_id, o.inventory, coalesce(w.orders, 0) as orders,
        case when o.inventory = 0 or not c.is_live or s.publication <> 'published' then 'missing'
          when o.inventory < ${thinBelow} then 'thin' else 'live' end as coverage
      from offered o left join wanted w using (city_id, subcategory_id)
        join cities c on c.id = o.city_id join subcategories s on s.id = o.subcategory_id
    ), chosen as (
      select city_id from cells group by city_id order by sum(orders) desc, sum(inventory) desc, city_id limit ${mostCities}
    )
    select json_build_object(
      'days', ${demandDays}::integer,
      'cities', coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name) from cities c where c.id in (select city_id from chosen)), '[]'),
      'subcategories', coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'categoryName', k.name) order by k.position, k.id, s.position, s.id)
        from subcategories s join categories k on k.id = s.category_id), '[]'),
      'cells', coalesce((select json_agg(json_build_object('cityId', l.city_id, 'subcategoryId', l.subcategory_id, 'inventory', l.inventory, 'orders', l.orders,
        'coverage', l.coverage, 'priority', case when l.coverage = 'live' then 0 else l.orders * 10 + l.inventory end))
        from cells l where l.city_id in (select city_id from chosen)), '[]'))::text as text`.execute(db)
  return new JsonText(matrix?.text ?? '')
})
