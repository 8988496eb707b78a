import { t } from '../../core/i18n/language.ts'
import type { FileProblem, FileRow, FixtureFile } from './fixture-files.ts'

/** The rows of a file that are of one season of one competition, and the others, which are left out. */
export interface OneSeason {
  readonly competition: string | null
  readonly season: string | null
  readonly rows: readonly FileRow[]
  readonly others: readonly FileProblem[]
}

type IsSame = (chosen: string, said: string) => boolean

const isSameName: IsSame = (chosen, said) => chosen.trim().toLowerCase() === said.trim().toLowerCase()

/** `2036-37` is `2036/37`, and so is each of its years: some files have the year of each match. */
const isSameSeason: IsSame = (chosen, said) => {
  const own = isYears.test(said) ? yearsIn(said) : []
  return isSameName(chosen, said) || (own.length > 0 && own.every((year) => yearsIn(chosen).includes(year)))
}

const isYears = /^\s*\d{4}(?:\s*[/–-]\s*(?:\d\d)?\d\d)?\s*$/

/** Of `Temporada 2036-37`, too. */
function yearsIn(season: string): string[] {
  const [, first, second] = /(?<!\d)(\d{4})(?:\s*[/–-]\s*(?:\d\d)?(\d\d))?(?!\d)/.exec(season) ?? []
  if (first === undefined) return []
  return second === undefined ? [first] : [first, `${first.slice(0, 2)}${second}`]
}

/** Two years, one after the other: the years of one season's matches, or two seasons. */
function areTwoYears(names: readonly (string | null)[]): boolean {
  const years = [...new Set(names.flatMap((name) => name?.trim() ?? []))].toSorted()
  return years.length === 2 && years.every((year) => /^\d{4}$/.test(year)) && Number(years[1]) - Number(years[0]) === 1
}

/** What the file names first. The name in its title is better if it includes that: `2036/37` and not `2036`. */
function firstOf(said: readonly (string | null)[], ofFile: string | null, isSame: IsSame): string | null {
  const first = said.find((name) => name !== null) ?? null
  if (first === null || ofFile === null) return first ?? ofFile
  return isSame(ofFile, first) && !isSame(first, ofFile) ? ofFile : first
}

/**
 * What is chosen, or else what the file names first, and which rows are of something else. A choice that no row names is
 * another name for the first one; a row without a name is of that, too. Null as the first one: all rows are of one.
 */
function choiceAmong(said: readonly (string | null)[], chosen: string | null, first: string | null, isSame: IsSame) {
  const isNamed = said.some((name) => name !== null && chosen !== null && isSame(chosen, name))
  const wanted = isNamed ? chosen : first
  return {
    name: chosen ?? first,
    otherOf(said: string | null): string | null {
      const own = said ?? first
      return wanted === null || own === null || isSame(wanted, own) ? null : own
    },
  }
}

/** Keeps the rows of one season of one competition: a file can have several, and each is imported by itself. */
export function ofOneSeason(
  file: Pick<FixtureFile, 'rows' | 'competition' | 'season'>,
  chosen: { readonly competition?: string | null | undefined; readonly season?: string | null | undefined },
): OneSeason {
  const named = file.rows.map((row) => row.competition)
  const competition = choiceAmong(
    named,
    chosen.competition ?? null,
    firstOf(named, file.competition, isSameName),
    isSameName,
  )
  const ofIt = file.rows.filter((row) => competition.otherOf(row.competition) === null)
  const years = ofIt.map((row) => row.season)
  const first = firstOf(years, file.season, isSameSeason)
  // Whether these are one season or two is asked, unless the title says it.
  const isUnclear = areTwoYears(years) && first !== file.season
  const season = choiceAmong(years, chosen.season ?? null, isUnclear ? null : first, isSameSeason)
  const others: FileProblem[] = []
  const rows = file.rows.filter((row) => {
    const [name, year] = [competition.otherOf(row.competition), season.otherOf(row.season)]
    if (name !== null)
      others.push({ line: row.line, message: t('{name} is another competition. Import it separately.', { name }) })
    else if (year !== null)
      others.push({ line: row.line, message: t('{name} is another season. Import it separately.', { name: year }) })
    return name === null && year === null
  })
  return { competition: competition.name, season: season.name, rows, others }
}
