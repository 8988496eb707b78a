import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** With fewer live products and events, the page is too thin to land on. */
const thinBelow = 3

/** Events that a visitor can still go to. */
const isToCome = sql`e.live_until > now()`

/** The supply of the subcategory called `t`. Triggers maintain the underlying tables (0006_catalogue.sql). */
const products = sql`(select count(*) from live_products p where p.subcategory_id = t.id)`
const events = sql`(select count(*) from live_events e where e.subcategory_id = t.id and ${isToCome})`
export const ofSubcategory = {
  productCount: products,
  eventCount: events,
  cityCount: sql`(select count(*) from (select p.city_id from live_products p where p.subcategory_id = t.id
    union select e.city_id from live_events e where e.subcategory_id = t.id and ${isToCome}) as shown)`,
  isThin: sql`(${products} + ${events} < ${thinBelow})`,
}

/** The same of a category: each product once, and events without a subcategory too. */
const allProducts = sql`(select count(distinct p.product_id) from live_products p
  where p.subcategory_id = any(array(select s.id from subcategories s where s.category_id = t.id)))`
const allEvents = sql`(select count(*) from live_events e where e.category_id = t.id and ${isToCome})`
export const ofCategory = {
  productCount: allProducts,
  eventCount: allEvents,
  isThin: sql`(${allProducts} + ${allEvents} < ${thinBelow})`,
}

/**
 * Supply of each pair of a city and a subcategory: `city_id`, `subcategory_id`, `products` on sale, upcoming `events`,
 * the number of alias `pages` for both, and `alias_id`, the first of those. A pair has several rows, to be summed.
 *
 * @param city - SQL for a single city; all cities by default
 */
export function supplyByCity(city?: RawBuilder<unknown>): RawBuilder<unknown> {
  const only = (table: string) => (city === undefined ? sql`` : sql`and ${sql.ref(`${table}.city_id`)} = ${city}`)
  return sql`
    select p.city_id, p.subcategory_id, count(*)::integer as products, 0 as events, 0 as pages, null::bigint as alias_id from live_products p where true ${only('p')} group by 1, 2
    union all
    select e.city_id, e.subcategory_id, 0, count(*)::integer, 0, null from live_events e where e.subcategory_id is not null and ${isToCome} ${only('e')} group by 1, 2
    union all
    select a.city_id, filed.id, 0, 0, count(*)::integer, min(a.id) from aliases a cross join lateral unnest(a.subcategory_ids) as filed (id)
    where a.publication = 'published' and a.city_id is not null ${only('a')} group by 1, 2`
}

/**
 * Whether a pair of them has a page and enough to show there, as SQL of `live`, `thin` or `missing`. The page that every public city
 * has of every public subcategory counts as one, an alias as another.
 *
 * @param pair - alias of a row with `products`, `events` and `pages` of the pair; `c` is its city and `s` its subcategory
 */
export function coverageOf(pair: string, c: string, s: string): RawBuilder<unknown> {
  const inventory = sql`${sql.ref(`${pair}.products`)} + ${sql.ref(`${pair}.events`)}`
  return sql`(case when ${inventory} = 0 or not (${sql.ref(`${pair}.pages`)} > 0 or (${sql.ref(`${c}.is_live`)} and ${sql.ref(`${s}.publication`)} = 'published')) then 'missing'
    when ${inventory} < ${sql.lit(thinBelow)} then 'thin' else 'live' end)`
}
