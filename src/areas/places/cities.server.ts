import { sql } from 'kysely'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { SaveCall } from '../../kit/resource.server.ts'
import { serve } from '../../kit/resource.server.ts'
import { translatedShareOf } from '../translations/translated-share.server.ts'
import { cities } from './cities.ts'
import { hasTwin, isZoneOfCountry, pagesOf } from './city-surroundings.server.ts'
import { isMapped, isMarketOpen, isStocked } from './city-launches.server.ts'
import { requestZoneChange } from './zone-changes.server.ts'
import { assertZoneContains } from './zone-of-point.server.ts'

export const citiesServer = serve(cities, {
  derived: {
    isMapped, isStocked, isMarketOpen, isZoneOfCountry, isTwin: hasTwin,
    aliasCount: sql`(select count(*) from aliases a where a.city_id = t.id)`, livePageCount: pagesOf('live'), thinPageCount: pagesOf('thin'),
    translatedShare: translatedShareOf(cities),
    venueCount: sql`(select count(*) from venues v where v.city_id = t.id)`,
    eventCount: sql`(select count(*) from events e where e.city_id = t.id and e.publication = 'published')`,
    productCount: sql`(select count(*) from products p where p.city_id = t.id and p.status = 'live')`,
  },
  async beforeSave({ draft, current, db }) {
    await assertZoneContains(locationOf(draft), current && locationOf(current))
    if (!current || draft['parentId'] === null || draft['parentId'] === current['parentId']) return
    // A city that is part of itself, by however many others, would make every climb up endless.
    const { rows: [loop] } = await sql`
      with recursive above as (
        select id, parent_id from cities where id = ${draft['parentId']}
        union select c.id, c.parent_id from cities c join above a on c.id = a.parent_id
      ) select from above where id = ${current['id']}`.execute(db)
    if (loop) throw invalid({ parentId: t('That city is itself part of this one.') })
  },
  afterSave: requestZoneChange('city'),
})

/** The definition has parsed these already. */
export function locationOf(values: SaveCall['draft'] | Readonly<Record<string, unknown>>) {
  return { latitude: Number(values['latitude']), longitude: Number(values['longitude']), timeZone: String(values['timeZone']) }
}
