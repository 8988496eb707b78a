import { sql } from 'kysely'
import { msg } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { cityLaunches } from './city-launches.ts'

export const isMapped = sql`(coalesce(t.viator_destination, t.tiqets_city, t.tourcms_location) is not null)`
export const isMarketOpen = sql`(not (select c.is_blocked from countries c where c.id = t.country_id))`

/** Live products, and published events with an upcoming performance, of the city called `t`. */
const sellableSql = sql`((select count(*) from products p where p.city_id = t.id and p.status = 'live')
  + (select count(*) from events e where e.city_id = t.id and e.publication = 'published' and not e.is_hidden and exists (
    select from performances f where f.event_id = e.id and f.starts_at > now() and f.status in ('onsale', 'rescheduled'))))`
export const isStocked = sql`(${sellableSql} > 0)`

/**
 * Stored beside the city by triggers (0005_places.sql), so that the board sorts and filters by an index. A job recounts
 * within minutes what ends only by the passage of time. A test checks that the steps match the readiness on the city's
 * page.
 */
export const cityLaunchesServer = serve(cityLaunches, {
  derived: {
    name: sql`t.name`,
    countryId: sql`t.country_id`,
    popularity: sql`t.popularity`,
    isLive: sql`t.is_live`,
    isMapped: sql`t.is_mapped`,
    hasCodes: sql`t.has_codes`,
    hasVenues: sql`t.has_venues`,
    isStocked: sql`(t.sellable > 0)`,
    isMarketOpen: sql`t.is_market_open`,
    isIndexed: sql`(t.launch_stage = 'indexed')`,
    sellable: sql`t.sellable`,
    hasDescription: sql`t.has_description`,
    isTranslated: sql`t.is_translated`,
    isFinished: sql`(t.launch_priority < 1000)`,
    stepsDone: sql`t.launch_steps`,
    stage: sql`t.launch_stage`,
    priority: sql`t.launch_priority`,
  },
})

/** Cities that one statement counts. */
const atOnce = 200

/** Counts again where the last performance of an event has begun since. */
export const cityLaunchJob: Job = {
  name: 'refresh-city-launches',
  label: msg('City launch board'),
  does: msg('Recounts what each city has to sell.'),
  staleWithout: msg('The launch board shows cities as stocked that have nothing left to sell.'),
  overlap: 'share',
  cron: '*/5 * * * *',
  async run({ database, signal }) {
    for (let due = atOnce; due === atOnce && !signal.aborted;) {
      const {
        rows: [some],
      } = await sql<{ ids: number[] }>`
        select array(select id from cities where sellable_until <= now() order by sellable_until limit ${atOnce}) as ids`.execute(
        database.kysely,
      )
      due = some?.ids.length ?? 0
      if (some && due > 0) await sql`select city_launches_refresh(${some.ids}::bigint[])`.execute(database.kysely)
    }
  },
}
