import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { coverageOf, supplyByCity } from './live-supply.server.ts'
import { readPageYield } from './section-calls.ts'

/** Days of sales that count as demand. */
const demandDays = 90
/** Cities in the matrix: those where the most is to be had. */
const mostCities = 60

export const readPageYieldServer = implement(readPageYield, async ({ db }) => {
  const { rows: [matrix] } = await sql<{ text: string }>`
    with supply as (${supplyByCity()}), sold as (
      select product_id, event_id, count(*)::integer as orders from purchases
      where created_at > now() - make_interval(days => ${demandDays}) and (product_id is not null or event_id is not null) group by 1, 2
    ), wanted as (
      select p.city_id, given.id as subcategory_id, s.orders
      from sold s join products p on p.id = s.product_id cross join lateral unnest(p.subcategory_ids) as given (id)
      union all
      select e.city_id, e.subcategory_id, s.orders from sold s join events e on e.id = s.event_id where s.product_id is null and e.subcategory_id is not null
    ), pairs as (
      select city_id, subcategory_id, sum(products)::integer as products, sum(events)::integer as events, sum(orders)::integer as orders,
        sum(pages)::integer as pages, min(alias_id) as alias_id
      from (
        select city_id, subcategory_id, products, events, 0 as orders, pages, alias_id from supply
        union all select city_id, subcategory_id, 0, 0, orders, 0, null from wanted
      ) as parts group by 1, 2
    ), cells as (
      select p.*, p.products + p.events as inventory, ${coverageOf('p', 'c', 's')} as coverage
      from pairs p join cities c on c.id = p.city_id join subcategories s on s.id = p.subcategory_id
    ), chosen as (
      select city_id from cells group by city_id order by sum(orders) desc, sum(inventory) desc, city_id limit ${mostCities}
    )
    select json_build_object(
      'days', ${demandDays}::integer,
      'cities', coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name) from cities c where c.id in (select city_id from chosen)), '[]'),
      'subcategories', coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'categoryName', k.name) order by k.position, k.id, s.position, s.id)
        from subcategories s join categories k on k.id = s.category_id), '[]'),
      'cells', coalesce((select json_agg(json_build_object('cityId', l.city_id, 'subcategoryId', l.subcategory_id, 'products', l.products, 'events', l.events, 'orders', l.orders,
        'pages', l.pages, 'aliasId', l.alias_id,
        'coverage', l.coverage, 'priority', case when l.coverage = 'live' or l.inventory = 0 then 0 else l.orders * 10 + l.inventory end))
        from cells l where l.city_id in (select city_id from chosen)), '[]'))::text as text`.execute(db)
  return new JsonText(matrix?.text ?? '')
})
