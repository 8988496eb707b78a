import { sql } from 'kysely'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { coverageOf, supplyByCity } from '../places/geo/live-supply.server.ts'
import { readPageYield } from './section.endpoints.ts'

/** Days of sales that count as demand. */
const demandDays = 90
/** Cities in the matrix: those with the largest supply. */
const maxCities = 60

/**
 * The matrix of all subcategories, of those in a category, or of one. Every part of the query is restricted to what was
 * asked for, so that opening one subcategory reads only its own products, events and orders.
 */
export const readPageYieldServer = implement(readPageYield, async ({ db, query }) => {
  const [categoryId, subcategoryId] = [recordIdIn(query.categoryId), recordIdIn(query.subcategoryId)]
  const isAll = categoryId === null && subcategoryId === null
  const asked = sql`array(select id from subcategories where (${subcategoryId}::bigint is null or id = ${subcategoryId}) and (${categoryId}::bigint is null or category_id = ${categoryId}))`
  const among = (column: string) => (isAll ? sql`true` : sql`${sql.ref(column)} = any(${asked})`)
  const sellingIn = isAll
    ? sql`true`
    : sql`(product_id in (select id from products where subcategory_ids && ${asked})
    or event_id in (select id from events where subcategory_id = any(${asked})))`
  const {
    rows: [matrix],
  } = await sql<{ text: string }>`
    with supply as (select * from (${supplyByCity()}) as s where ${among('s.subcategory_id')}), sold as (
      select product_id, event_id, count(*)::integer as orders from purchases
      where created_at > now() - make_interval(days => ${demandDays}) and (product_id is not null or event_id is not null) and ${sellingIn} group by 1, 2
    ), wanted as (
      select p.city_id, given.id as subcategory_id, s.orders
      from sold s join products p on p.id = s.product_id cross join lateral unnest(p.subcategory_ids) as given (id) where ${among('given.id')}
      union all
      select e.city_id, e.subcategory_id, s.orders from sold s join events e on e.id = s.event_id
      where s.product_id is null and e.subcategory_id is not null and ${among('e.subcategory_id')}
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
    ), weighed as (
      select city_id, row_number() over (order by sum(orders) desc, sum(inventory) desc, city_id) as place from cells group by city_id
    ), chosen as (
      select city_id, place from weighed where place <= ${maxCities}
    )
    select json_build_object(
      'days', ${demandDays}::integer, 'cityCount', (select count(*)::integer from weighed),
      'cities', coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'country', n.name) order by c.name collate alphabetical, n.name collate alphabetical)
        from cities c join countries n on n.id = c.country_id where c.id in (select city_id from chosen)), '[]'),
      'subcategories', coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'categoryName', k.name) order by k.position, k.id, s.position, s.id)
        from subcategories s join categories k on k.id = s.category_id where ${among('s.id')}), '[]'),
      'cells', coalesce((select json_agg(json_build_object('cityId', l.city_id, 'subcategoryId', l.subcategory_id, 'products', l.products, 'events', l.events, 'orders', l.orders,
        'pages', l.pages, 'aliasId', l.alias_id,
        'coverage', l.coverage, 'priority', case when l.coverage = 'live' or l.inventory = 0 then 0 else l.orders * 10 + l.inventory end) order by h.place)
        from cells l join chosen h on h.city_id = l.city_id), '[]'))::text as text`.execute(db)
  return new JsonText(matrix?.text ?? '')
})
