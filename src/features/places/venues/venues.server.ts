import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import type { SaveCall } from '../../../core/resource/resource.server.ts'
import { isSameJson } from '../../../core/same-json.ts'
import { locationOf } from '../geo/cities.server.ts'
import type { Spelling } from './listing-sections.ts'
import { sectionKey } from './listing-sections.ts'
import { isOpen, placeAgain } from './map-coverage.server.ts'
import { venues } from './venues.ts'
import { requestZoneChange } from '../geo/zone-changes.server.ts'
import { assertZoneContains } from '../geo/zone-of-point.server.ts'

const openListings = sql`performances p join ticket_listings l on l.performance_id = p.id where p.venue_id = t.id and ${isOpen}`

export const venuesServer = serve(venues, {
  derived: {
    providerCodeWords: sql`t.provider_code_words`,
    configurationCount: sql`(select count(*) from venue_configurations c where c.venue_id = t.id)`,
    upcomingCount: sql`(select count(*) from performances p where p.venue_id = t.id and p.starts_at > now() and p.status <> 'cancelled')`,
    mapCoverage: sql`(select round(10000.0 * count(*) filter (where c.manifest_at is not null) / nullif(count(*), 0))::integer
      from venue_configurations c where c.venue_id = t.id)`,
    openListingCount: sql`(select count(*) from ${openListings})`,
    unplacedCount: sql`(select count(*) from ${openListings} and l.venue_section_id is null)`,
    placedShare: sql`(select round(10000.0 * count(l.venue_section_id) / nullif(count(*), 0))::integer from ${openListings})`,
  },
  async beforeSave({ draft, current, db }) {
    await assertZoneContains(locationOf(draft), current && locationOf(current))
    if (current) await assertSectionsOf(db, Number(current['id']), spellingsIn(draft), spellingsIn(current))
  },
  async afterSave(call) {
    await requestZoneChange('venue')(call)
    if (call.current && !isSameJson(spellingsIn(call.draft), spellingsIn(call.current)))
      await placeAgain(call.db, sql`p.venue_id = ${call.id}`)
  },
})

/** The definition has parsed these already. */
function spellingsIn(values: SaveCall['draft'] | Readonly<Record<string, unknown>>): readonly Spelling[] {
  return values['sectionSpellings'] as readonly Spelling[]
}

/**
 * Refuses (422) a new rule that leads to no section. An existing rule whose section is missing from a later manifest is
 * accepted.
 */
async function assertSectionsOf(
  db: Db,
  venueId: number,
  spellings: readonly Spelling[],
  before: readonly Spelling[],
): Promise<void> {
  const fresh = spellings.flatMap((one, index) =>
    before.some((known) => isSameJson(known, one)) ? [] : [{ ...one, index }],
  )
  if (fresh.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select distinct s.name from venue_configurations c join venue_sections s on s.venue_configuration_id = c.id where c.venue_id = ${venueId}`.execute(
    db,
  )
  const known = new Set(rows.map(({ name }) => sectionKey(name)))
  const wrong = fresh.filter(({ section }) => !known.has(sectionKey(section)))
  if (wrong.length === 0) return
  throw invalid(
    Object.fromEntries(
      wrong.map(({ section, index }) => [
        `sectionSpellings.${index}.section`,
        t('No manifest of this venue has a section {section}.', { section }),
      ]),
    ),
  )
}
