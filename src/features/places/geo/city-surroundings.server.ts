import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { implement, JsonText } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { coverageOf, supplyByCity } from './live-supply.server.ts'
import { readCityPages, readCitySurroundings } from './city-surroundings.ts'
import { kilometresSql, pointOf } from './distance.server.ts'

/** Cities of the country on the locator: more are a blot. */
const maxOnMap = 150
const maxNearby = 8
/** Degrees of latitude within which neighbours are looked for: about 500 kilometres. */
const near = 4.5
/** Kilometres within which two of one name are perhaps one. */
const twinKm = 30

/** Kilometres between the points of two rows. */
const kilometresBetween = (a: string, b: string) => sql.raw(kilometresSql(pointOf(a), pointOf(b)))

/** Whether the country of a city `t` uses its time zone. If the country's zones are not known, any zone is accepted. */
export const isZoneOfCountry = sql`(select cardinality(c.time_zones) = 0 or t.time_zone = any(c.time_zones) from countries c where c.id = t.country_id)`

/** Whether another city of its country has the name of a city `t` and lies beside it. */
export const hasTwin = sql`exists (select from cities o where o.country_id = t.country_id and o.id <> t.id and lower(o.name) = lower(t.name) and ${kilometresBetween('o', 't')} < ${sql.lit(twinKm)})`

/** The supply of a city's pairs with subcategories, one row each: `subcategory_id`, `products`, `events`, `pages`. */
const pairsOf = (
  city: RawBuilder<unknown>,
) => sql`(select subcategory_id, sum(products)::integer as products, sum(events)::integer as events, sum(pages)::integer as pages
  from (${supplyByCity(city)}) as supply group by 1)`

/** Pages of a city `t` with subcategories, counted as the page yield does. */
export function pagesOf(coverage: 'live' | 'thin') {
  return sql`(select count(*) from ${pairsOf(sql`t.id`)} pair join subcategories s on s.id = pair.subcategory_id where ${coverageOf('pair', 't', 's')} = ${sql.lit(coverage)})`
}

export const readCitySurroundingsServer = implement(
  readCitySurroundings,
  async ({ db, params }) => {
    const id = recordIdIn(params.id) ?? 0
    const told = sql`'id', o.id, 'name', o.name, 'latitude', o.latitude, 'longitude', o.longitude, 'km', round(o.km::numeric, 1)`
    const {
      rows: [found],
    } = await sql<{ body: string }>`
    with t as (select id, name, country_id, latitude, longitude, time_zone from cities where id = ${id}),
    own as materialized (select o.*, ${kilometresBetween('o', 't')} as km from t join cities o on o.country_id = t.country_id and o.id <> t.id),
    around as (
      select o.id, o.name, o.latitude, o.longitude, ${kilometresBetween('o', 't')} as km from t join cities o on o.id <> t.id and o.latitude between t.latitude - ${near}::numeric and t.latitude + ${near}::numeric
      order by km, o.id limit ${maxNearby}
    )
    select json_build_object(
      'name', t.name, 'latitude', t.latitude, 'longitude', t.longitude,
      'country', (select json_build_object('id', c.id, 'name', c.name, 'timeZones', c.time_zones) from countries c where c.id = t.country_id),
      'compatriots', (select coalesce(json_agg(json_build_object(${told})), '[]') from (select * from own order by popularity desc, id limit ${maxOnMap}) o),
      'nearby', (select coalesce(json_agg(json_build_object(${told}) order by o.km), '[]') from around o),
      'twins', (select coalesce(json_agg(json_build_object(${told}, 'slug', o.slug) order by o.km), '[]') from own o where lower(unaccent(o.name)) = lower(unaccent(t.name)) and o.km < ${twinKm}),
      'nearestKm', (select round(min(km)::numeric, 1) from own), 'isZoneOfCountry', ${isZoneOfCountry})::text as body
    from t`.execute(db)
    if (!found) throw new Refusal(404, t('City not found.'))
    return new JsonText(found.body)
  },
  { transaction: false },
)

export const readCityPagesServer = implement(
  readCityPages,
  async ({ db, params }) => {
    const id = recordIdIn(params.id) ?? 0
    const {
      rows: [found],
    } = await sql<{ body: string }>`
    with pairs as (
      -- What is filed there and not on sale has a row as well: somebody may expect its page.
      select subcategory_id, sum(products)::integer as products, sum(events)::integer as events, sum(pages)::integer as pages from (
        select * from ${pairsOf(sql`${id}::bigint`)} pair
        union all select distinct filed.id, 0, 0, 0 from products p cross join lateral unnest(p.subcategory_ids) as filed (id) where p.city_id = ${id}
        union all select distinct e.subcategory_id, 0, 0, 0 from events e where e.city_id = ${id} and e.subcategory_id is not null
      ) as filed group by 1
    )
    select json_build_object('pages', (
      select coalesce(json_agg(json_build_object('subcategoryId', s.id, 'name', s.name, 'categoryName', k.name, 'products', o.products, 'events', o.events, 'aliases', o.pages,
        'coverage', ${coverageOf('o', 'c', 's')}) order by k.position, k.id, s.position, s.id), '[]')
      from pairs o join subcategories s on s.id = o.subcategory_id join categories k on k.id = s.category_id))::text as body
    from cities c where c.id = ${id}`.execute(db)
    if (!found) throw new Refusal(404, t('City not found.'))
    return new JsonText(found.body)
  },
  { transaction: false },
)
