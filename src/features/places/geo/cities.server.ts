import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { SaveCall } from '../../../core/resource/resource.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { translatedShareOf } from '../../../platform/translations/store/translated-share.server.ts'
import { cities } from './cities.ts'
import { hasTwin, isZoneOfCountry, pagesOf } from './city-surroundings.server.ts'
import { isMapped, isMarketOpen, isStocked } from './city-launches.server.ts'
import { requestZoneChange } from './zone-changes.server.ts'
import { assertZoneContains } from './zone-of-point.server.ts'

const codesOfCountry = ['subdivision', 'unLocode'] as const

export const citiesServer = serve(cities, {
  derived: {
    isMapped,
    isStocked,
    isMarketOpen,
    isZoneOfCountry,
    isTwin: hasTwin,
    aliasCount: sql`(select count(*) from aliases a where a.city_id = t.id)`,
    livePageCount: pagesOf('live'),
    thinPageCount: pagesOf('thin'),
    translatedShare: translatedShareOf(cities),
    venueCount: sql`(select count(*) from venues v where v.city_id = t.id)`,
    eventCount: sql`(select count(*) from events e where e.city_id = t.id and e.publication = 'published')`,
    productCount: sql`(select count(*) from products p where p.city_id = t.id and p.status = 'live')`,
  },
  async beforeSave({ draft, current, db }) {
    await assertZoneContains(locationOf(draft), current && locationOf(current))
    await assertCodesOfCountry(db, draft, current)
    if (!current || draft['parentId'] === null || draft['parentId'] === current['parentId']) return
    // A city that is part of itself, by however many others, would make every climb up endless.
    const {
      rows: [loop],
    } = await sql`
      with recursive above as (
        select id, parent_id from cities where id = ${draft['parentId']}
        union select c.id, c.parent_id from cities c join above a on c.id = a.parent_id
      ) select from above where id = ${current['id']}`.execute(db)
    if (loop) throw invalid({ parentId: t('That city is part of this one.') })
  },
  afterSave: requestZoneChange('city'),
})

/**
 * ISO 3166-2 and UN/LOCODE begin with the country's alpha-2 code. An existing contradiction is accepted until one of
 * the three changes.
 */
async function assertCodesOfCountry(db: Db, draft: SaveCall['draft'], current: SaveCall['current']): Promise<void> {
  if (current && [...codesOfCountry, 'countryId'].every((key) => draft[key] === current[key])) return
  const given = codesOfCountry.flatMap((key) => (typeof draft[key] === 'string' ? [{ key, code: draft[key] }] : []))
  if (given.length === 0) return
  const {
    rows: [country],
  } = await sql<{
    code: string
    name: string
  }>`select code, name from countries where id = ${draft['countryId']}`.execute(db)
  const wrong = country === undefined ? [] : given.filter(({ code }) => !code.startsWith(country.code))
  if (country === undefined || wrong.length === 0) return
  throw invalid(
    Object.fromEntries(
      wrong.map(({ key, code }) => [
        key,
        t('{code} is not of {country}, whose codes begin with {start}.', {
          code,
          country: country.name,
          start: country.code,
        }),
      ]),
    ),
  )
}

/** The definition has parsed these already. */
export function locationOf(values: SaveCall['draft'] | Readonly<Record<string, unknown>>) {
  return {
    latitude: Number(values['latitude']),
    longitude: Number(values['longitude']),
    timeZone: String(values['timeZone']),
  }
}
