import { sql } from 'kysely'
import { serve } from '../../kit/resource.server.ts'
import { cityLaunches, leastForIndex } from './city-launches.ts'

export const isMapped = sql`(coalesce(t.viator_destination, t.tiqets_city, t.tourcms_location) is not null)`
const hasCodes = sql`coalesce(left(t.un_locode, 2) = (select c.code from countries c where c.id = t.country_id), false)`
const hasVenues = sql`exists (select from venues v where v.city_id = t.id)`
export const isMarketOpen = sql`(not (select c.is_blocked from countries c where c.id = t.country_id))`

/** Live products, and published events with a performance to come, of the city called `t`. */
export const sellableSql = sql`((select count(*) from products p where p.city_id = t.id and p.status = 'live')
  + (select count(*) from events e where e.city_id = t.id and e.publication = 'published' and not e.is_hidden and exists (
    select from performances f where f.event_id = e.id and f.starts_at > now() and f.status in ('onsale', 'rescheduled'))))`
export const isStocked = sql`(${sellableSql} > 0)`
const isIndexed = sql`(t.is_live and ${sellableSql} >= ${sql.lit(leastForIndex)})`

export const cityLaunchesServer = serve(cityLaunches, {
  derived: {
    name: sql`t.name`, countryId: sql`t.country_id`, popularity: sql`t.popularity`, isLive: sql`t.is_live`,
    isMapped, hasCodes, hasVenues, isStocked, isMarketOpen, isIndexed, sellable: sellableSql,
    stepsDone: sql`(${sql.join([isMapped, hasCodes, hasVenues, isStocked, isMarketOpen, sql`t.is_live`, isIndexed].map((step) => sql`${step}::integer`), sql` + `)})`,
    stage: sql`(case when ${isIndexed} then 'indexed' when t.is_live then 'live' when ${isMapped} and ${isStocked} then 'stocked'
      when ${isMapped} then 'mapped' else 'unmapped' end)`,
  },
})
