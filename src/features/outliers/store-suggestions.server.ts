import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { resolversFor } from '../section-mapping/resolvers.server.ts'
import type { PastDecisions } from './suggest-sections.ts'
import { bestSuggestion, suggestSections } from './suggest-sections.ts'

interface Undecided {
  readonly id: number
  readonly section: string
  readonly row: string | null
  readonly configurationId: number
  readonly venueId: number
  readonly providerId: number | null
}

/** What was decided about wordings at venues, by venue and wording: one statement for any number of both. */
export async function pastDecisionsAt(
  db: Db,
  venueIds: readonly number[],
): Promise<(venueId: number, section: string) => PastDecisions> {
  const { rows } = await sql<{ venueId: number; key: string; name: string; times: number }>`
    select c.venue_id as "venueId", lower(d.raw_section) as key, d.section_name as name, count(*)::integer as times
    from section_decisions d join venue_configurations c on c.id = d.venue_configuration_id
    where c.venue_id = any(${[...new Set(venueIds)]}::bigint[]) and d.section_name is not null group by 1, 2, 3`.execute(
    db,
  )
  const byWording = Map.groupBy(rows, ({ venueId, key }) => `${venueId} ${key}`)
  return (venueId, section) =>
    new Map((byWording.get(`${venueId} ${section.toLowerCase()}`) ?? []).map(({ name, times }) => [name, times]))
}

/** Writes down which section each open outlier most likely means. Counters and guesses make no new version. */
export async function storeSuggestions(db: Db, configurationIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Undecided>`
    select id, raw_section as section, raw_row as row, venue_configuration_id as "configurationId", venue_id as "venueId",
      case when cardinality(provider_ids) = 1 then provider_ids[1] end as "providerId"
    from ticket_map_outliers where venue_configuration_id = any(${[...configurationIds]}::bigint[]) and status in ('open', 'reopened')
      and kind in ('unknown_section', 'ambiguous', 'wrong_configuration')`.execute(db)
  if (rows.length === 0) return
  const places = rows.map((one) => ({ ...one, performanceId: null }))
  const [resolversAt, pastOf] = [
    await resolversFor(db, places),
    await pastDecisionsAt(
      db,
      rows.map(({ venueId }) => venueId),
    ),
  ]
  const answers = places.map((place) => {
    const resolvers = resolversAt(place)
    const placement = resolvers?.live(place.section, place.row)
    const best =
      resolvers && placement
        ? bestSuggestion(
            suggestSections(place.section, placement, resolvers.index, pastOf(place.venueId, place.section)),
          )
        : null
    return { id: place.id, name: best?.candidate.section.name ?? null, confidence: best?.confidence ?? null }
  })
  await sql`
    update ticket_map_outliers o set suggestion = g.name, confidence = g.confidence
    from unnest(${answers.map(({ id }) => id)}::bigint[], ${answers.map(({ name }) => name)}::text[],
      ${answers.map(({ confidence }) => (confidence === null ? null : Math.round(confidence * 10_000)))}::integer[]) as g (id, name, confidence)
    where o.id = g.id and (o.suggestion, o.confidence) is distinct from (g.name, g.confidence)`.execute(db)
}
