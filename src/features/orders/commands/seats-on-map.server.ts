import { sql } from 'kysely'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { CommandOrder, ItemLine } from './command-order.server.ts'

/** Where the tickets of a line are to be. */
export interface Seats {
  readonly position: number
  readonly section: string
  readonly row: string | null
  readonly seats: readonly string[]
}

interface MapSection {
  readonly name: string
  readonly rows: readonly string[]
  readonly isGeneralAdmission: boolean
}

interface MapAnswer {
  readonly hasMap: boolean
  /** Null where no section of the map has that name or code. */
  readonly section: MapSection | null
  /** Names of sections that are written alike, the likeliest first. */
  readonly closest: readonly string[]
}

async function askMap(db: Db, performanceId: number | null, section: string): Promise<MapAnswer> {
  const {
    rows: [answer],
  } = await sql<MapAnswer>`
    with s as (select v.* from performances f join venue_sections v on v.venue_configuration_id = f.venue_configuration_id
      where f.id = ${performanceId})
    select exists (select from s) as "hasMap",
      (select json_build_object('name', s.name, 'rows', s.rows, 'isGeneralAdmission', s.is_general_admission)
        from s where lower(s.name) = lower(${section}) or lower(s.code) = lower(${section})
        order by lower(s.name) = lower(${section}) desc limit 1) as section,
      array(select s.name from s order by similarity(s.name, ${section}) desc, s.position limit 3) as closest`.execute(
    db,
  )
  return answer ?? { hasMap: false, section: null, closest: [] }
}

const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Seats as the venue's map writes them. Where a line was sold in a section that the map doesn't have, its row and seats can change
 * there, with a warning; it can't be moved to another such section.
 *
 * @throws Refusal 422 with a sentence per field, for a section or a row that the map doesn't have
 */
export async function placedOnMap(
  db: Db,
  { performanceId }: Pick<CommandOrder, 'performanceId'>,
  line: Pick<ItemLine, 'section'>,
  input: Seats,
): Promise<{ readonly seats: Seats; readonly warning: string | null }> {
  const { hasMap, section, closest } = await askMap(db, performanceId, input.section)
  if (!hasMap) return { seats: input, warning: null }
  if (section === null) {
    if (line.section !== null && isAlike(line.section, input.section))
      return {
        seats: { ...input, section: line.section },
        warning: t('The venue’s map has no section {section}, so the row isn’t checked.', { section: line.section }),
      }
    throw invalid({
      section: t('The venue’s map has no section {section}. Closest: {closest}.', {
        section: input.section,
        closest: closest.join(', '),
      }),
    })
  }
  return { seats: { ...input, section: section.name, row: rowIn(section, input) }, warning: null }
}

/** The row as the map writes it. */
function rowIn({ name, rows, isGeneralAdmission }: MapSection, { row, seats }: Seats): string | null {
  if (isGeneralAdmission) {
    if (row) throw invalid({ row: t('{section} has no rows: it’s general admission.', { section: name }) })
    if (seats.length > 0)
      throw invalid({ seats: t('{section} has no seats: it’s general admission.', { section: name }) })
    return null
  }
  if (rows.length === 0) return row || null
  if (!row) {
    if (seats.length > 0) throw invalid({ row: t('Enter the row.') })
    return null
  }
  const found = rows.find((one) => isAlike(one, row))
  if (found === undefined)
    throw invalid({
      row: t('{section} has no row {row}. Its rows: {rows}.', { section: name, row, rows: someOf(rows) }),
    })
  return found
}

const maxNamed = 12
/** Few of them by name; many by the first and the last, as the map orders them. */
const someOf = (rows: readonly string[]) => (rows.length <= maxNamed ? rows.join(', ') : `${rows[0]}–${rows.at(-1)}`)
