import { sql } from 'kysely'

/** Fewer live products and events make a page that nobody should land on. */
export const thinBelow = 3

/** Events that a visitor can still go to. */
const isToCome = sql`e.live_until > now()`

/** What the subcategory of the row called `t` has to show. The tables behind are kept by triggers (migration 0075). */
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

/** Live products and events to come by city and subcategory, for a `with`. */
export const supplyByCity = sql`
  select subcategory_id, city_id, count(*)::integer as products, 0 as events from live_products group by 1, 2
  union all
  select e.subcategory_id, e.city_id, 0, count(*)::integer from live_events e where e.subcategory_id is not null and ${isToCome} group by 1, 2`
