import type { ColumnKey, FileColumns, FileProblem } from './fixture-files.ts'
import { columnKeys, isScore } from './fixture-files.ts'
import { zoneInHeading } from './fixture-zone-names.server.ts'

/** A row of any format, before it is interpreted. */
export interface RawRow {
  readonly line: number
  readonly home?: string | undefined
  readonly away?: string | undefined
  /** Both sides in one text. */
  readonly sides?: string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  /** The zone according to a column or the heading of the time, in any words. */
  readonly zone?: string | undefined
  /** The zone of the time, where the file names one that there is. */
  readonly timeZone?: string | undefined
  readonly round?: string | undefined
  readonly venue?: string | undefined
  readonly competition?: string | undefined
  readonly season?: string | undefined
  readonly status?: string | undefined
  readonly hasScore?: boolean
  readonly isTbc?: boolean
}

/** A file, before it is interpreted. */
export interface Raw {
  readonly rows: readonly RawRow[]
  readonly problems: readonly FileProblem[]
  readonly title: string | null
  readonly columns?: FileColumns
}

/** No field of a match is longer. Longer text is cut here, because searching it for patterns takes quadratic time. */
export const longest = 400

/** Maximum columns, or keys of a match, that are read. */
const maxColumns = 100

export function word(value: unknown): string | undefined {
  const text =
    typeof value === 'string' ? value.slice(0, longest).trim() : typeof value === 'number' ? String(value) : ''
  return text === '' ? undefined : text
}

const keys: Readonly<Record<Exclude<ColumnKey, ''>, RegExp>> = {
  home: /^(home|home ?team|team ?1|host|local|heim|heimmannschaft|heimteam|casa|domicile|equipo local|thuis|thuisteam|thuisploeg|mandante|squadra casa|hemmalag|hjemmehold|home name)$/,
  away: /^(away|away ?team|team ?2|visitor|visitors|visitante|gast|gastmannschaft|auswarts|trasferta|exterieur|equipo visitante|uit|uitteam|uitploeg|squadra ospite|ospite|bortalag|udehold|away name)$/,
  sides: /^(fixture|match|game|event|summary|subject|partido|spiel|partita|begegnung|wedstrijd|jogo|rencontre)$/,
  date: /^(date|day|match ?date|kick ?off ?date|start ?date|fecha|datum|data|utc ?date|date ?utc|date ?time|datetime ?utc|starts ?at|start|kick ?off ?utc|timestamp|dia)$/,
  time: /^(time|kick ?off|kick ?off ?time|start ?time|ko|hora|uhrzeit|ora|heure|tijd|anstoss|horario)$/,
  timeZone: /^(time ?zone|timezone|tz|zone|zona horaria|zeitzone)$/,
  round:
    /^(round|round ?number|match ?day|match ?week|week|wk|gw|game ?week|jornada|spieltag|giornata|journee|stage|rodada|speelronde)$/,
  venue: /^(venue|stadium|location|ground|arena|estadio|stadion|stadio|stade|place)$/,
  competition: /^(competition|league|tournament|div|division|liga|campeonato)$/,
  season: /^(season|temporada|saison|stagione|year|seizoen)$/,
  status: /^(status|state|status short)$/,
  score: /^(score|result|ft|res|resultado|ergebnis|risultato|fthg|home ?score|home ?goals|score1|uitslag)$/,
}

const plainKey = (key: string) =>
  key
    .slice(0, 60)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The names of a heading without its remark, such as `(UTC)`, and without its group, such as `teams home`. */
function namesOf(heading: string): string[] {
  const bare = plainKey(heading.replace(/\s*[([][^)\]]*[)\]]\s*$/, ''))
  const short = bare.replace(/^(?:teams?|fixture|league|match|event|game) (?=.)/, '')
  return [...new Set([plainKey(heading), bare, bare.replace(/ (?:utc|gmt|local|c?es?t|et)$/, ''), short])]
}

/** What each column, or key of a match, contains. The first that fits gets it; exact names come first. */
export function mappingOf(headings: readonly string[]): ColumnKey[] {
  const mapping: ColumnKey[] = headings.map(() => '')
  const names = headings.slice(0, maxColumns).map(namesOf)
  for (let turn = 0; turn < 4; turn++) {
    names.forEach((options, at) => {
      const name = options[turn]
      if (name === undefined || mapping[at] !== '') return
      const found = columnKeys.find((key) => keys[key].test(name) && !mapping.includes(key))
      if (found !== undefined) mapping[at] = found
    })
  }
  return mapping
}

/** Whether the columns with the two teams are known. */
export const saysSides = (mapping: readonly ColumnKey[]) =>
  mapping.includes('sides') || (mapping.includes('home') && mapping.includes('away'))

/** Makes rows of cells, by what their columns are taken for. */
export function rowReader(headings: readonly string[], mapping: readonly ColumnKey[]) {
  const timeAt = mapping.indexOf('time')
  const zone = zoneInHeading(headings[timeAt === -1 ? mapping.indexOf('date') : timeAt] ?? '') ?? undefined
  return (line: number, valueAt: (at: number) => unknown): RawRow => {
    const valueOf = (key: ColumnKey) => {
      const at = mapping.indexOf(key)
      return at === -1 ? undefined : valueAt(at)
    }
    const said = (key: ColumnKey) => word(valueOf(key))
    const score = valueOf('score')
    const round = said('round')
    return {
      line,
      home: said('home'),
      away: said('away'),
      sides: said('sides'),
      date: said('date'),
      time: said('time'),
      zone: said('timeZone') ?? zone,
      round: round !== undefined && /^\d+$/.test(round) ? `Round ${round}` : round,
      venue: said('venue'),
      competition: said('competition'),
      season: said('season'),
      status: said('status'),
      hasScore:
        typeof score === 'number' ||
        (typeof score === 'string' &&
          (isScore(score.slice(0, longest)) || /^\d+$/.test(score.slice(0, longest).trim()))) ||
        (typeof score === 'object' && score !== null && 'ft' in score),
    }
  }
}
