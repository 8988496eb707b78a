import Papa from 'papaparse'
import { t } from '../../kit/language.ts'
import { isTimeZone, localOf } from '../../kit/zoned-time.ts'
import type { DateOrder, FileProblem, FileRow, FixtureFile } from './fixture-files.ts'
import { clockOf, isScore, mostInFile, orderOf, readDate, sidesOf, statusOf, titleParts } from './fixture-files.ts'

/** What a line of any format says, before it is understood. */
interface RawRow {
  readonly line: number
  readonly home?: string | undefined
  readonly away?: string | undefined
  /** Both sides in one text. */
  readonly sides?: string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  /** A moment, where the file has that and no local time. */
  readonly instant?: string | undefined
  readonly timeZone?: string | undefined
  readonly round?: string | undefined
  readonly venue?: string | undefined
  readonly competition?: string | undefined
  readonly season?: string | undefined
  readonly status?: string | undefined
  readonly hasScore?: boolean
  readonly isTbc?: boolean
}

export interface ReadingOptions {
  readonly dateOrder: DateOrder | null
}

/** Reads a file of fixtures: JSON, iCalendar or CSV, told apart by how it begins. */
export function readFixtures(content: string, options: ReadingOptions): FixtureFile {
  const text = content.replace(/^\uFEFF/, '')
  const start = text.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return understood('json', ...readJson(text), options)
  if (/^BEGIN:VCALENDAR/i.test(start)) return understood('ics', ...readIcs(text), options)
  return understood('csv', ...readCsv(text), options)
}

type Raw = readonly [rows: readonly RawRow[], problems: readonly FileProblem[], title: string | null]

/** Nothing that a match says is longer. What is longer is cut here, because patterns that look for words take the square of it. */
const longest = 400
/** Columns, or keys of a match, that are looked at. */
const mostColumns = 100

function word(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.slice(0, longest).trim() : typeof value === 'number' ? String(value) : ''
  return text === '' ? undefined : text
}

function understood(format: FixtureFile['format'], rows: readonly RawRow[], problems: readonly FileProblem[], title: string | null, options: ReadingOptions): FixtureFile {
  const order = options.dateOrder ?? orderOf(rows.flatMap(({ date }) => date ?? []))
  const read = rows.slice(0, mostInFile).map((row) => understand(row, order))
  const parts = title === null ? { competition: null, season: null } : titleParts(title)
  return {
    format, ...parts,
    rows: read.flatMap(({ row }) => row ?? []),
    problems: [
      ...problems, ...read.flatMap(({ problem }) => problem ?? []),
      ...(rows.length > mostInFile ? [{ line: rows[mostInFile]?.line ?? 0, message: t('From here on nothing is read: a file may have {n} matches.', { n: mostInFile }) }] : []),
    ],
    asksDateOrder: order === null && read.some(({ isAmbiguous }) => isAmbiguous),
  }
}

function understand(raw: RawRow, order: DateOrder | null): { row?: FileRow; problem?: FileProblem; isAmbiguous: boolean } {
  const wrong = (message: string) => ({ problem: { line: raw.line, message }, isAmbiguous: false })
  const sides = raw.sides === undefined ? null : sidesOf(raw.sides)
  const [home, away] = [raw.home ?? sides?.home, raw.away ?? sides?.away]
  if (home === undefined || away === undefined) return wrong(raw.sides === undefined ? t('A team is missing.') : t('“{text}” does not name two teams.', { text: raw.sides.slice(0, 80) }))
  if (home === away) return wrong(t('{name} would play itself.', { name: home }))
  if (home.length > 160 || away.length > 160) return wrong(t('A team’s name has more than 160 characters.'))
  let zone = raw.timeZone !== undefined && isTimeZone(raw.timeZone) ? raw.timeZone : null
  let [localDate, localTime, isAmbiguous]: [string | null, string | null, boolean] = [null, null, false]
  if (raw.instant !== undefined) {
    if (Number.isNaN(Date.parse(raw.instant))) return wrong(t('“{text}” is no moment.', { text: raw.instant.slice(0, 40) }))
    const local = localOf(raw.instant, 'UTC')
    // Years of more or fewer than four digits are no season's.
    if (!/^(?:19|2[01])\d\d-\d\d-\d\dT\d\d:\d\d$/.test(local)) return wrong(t('“{text}” is no moment.', { text: raw.instant.slice(0, 40) }))
    ;[localDate, localTime, zone] = [local.slice(0, 10), local.slice(11), 'UTC']
  } else {
    const date = readDate(raw.date ?? '', order)
    ;[localDate, isAmbiguous] = [date.day, date.isAmbiguous]
    // `15/08/2025 20:00` has both in one.
    localTime = clockOf(raw.time ?? /[\sT](\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?)/i.exec(raw.date ?? '')?.[1] ?? '')
  }
  if (localDate === null) return wrong(raw.date === undefined ? t('The date is missing.') : t('“{text}” is no date.', { text: raw.date.slice(0, 40) }))
  const row: FileRow = {
    line: raw.line, home, away, localDate, localTime, timeZone: zone,
    competition: raw.competition?.slice(0, 120) ?? null, season: raw.season?.slice(0, 20) ?? null, round: raw.round?.slice(0, 60) ?? null, venue: raw.venue ?? null,
    status: statusOf(raw.status) ?? (raw.hasScore ? 'played' : null), isTbc: raw.isTbc === true || localTime === null,
  }
  return { row, isAmbiguous }
}

const keys = {
  home: /^(home|home ?team|team ?1|host|local|heim|heimmannschaft|casa|domicile|equipo local)$/,
  away: /^(away|away ?team|team ?2|visitor|visitors|visitante|gast|auswarts|trasferta|exterieur|equipo visitante)$/,
  sides: /^(fixture|match|game|event|summary|subject|partido|spiel|partita)$/,
  date: /^(date|day|match ?date|kick ?off ?date|start ?date|fecha|datum|data)$/,
  time: /^(time|kick ?off|kick ?off ?time|start ?time|ko|hora|uhrzeit|ora|heure)$/,
  instant: /^(utc ?date|date ?utc|date ?time|datetime ?utc|starts ?at|start|kick ?off ?utc|timestamp)$/,
  timeZone: /^(time ?zone|timezone|tz|zone)$/,
  round: /^(round|round ?number|match ?day|match ?week|week|wk|gw|game ?week|jornada|spieltag|giornata|journee|stage)$/,
  venue: /^(venue|stadium|location|ground|arena|estadio|stadion|stadio|stade|place)$/,
  competition: /^(competition|league|tournament|div|division|liga|campeonato)$/,
  season: /^(season|temporada|saison|stagione|year)$/,
  status: /^(status|state)$/,
  score: /^(score|result|ft|res|resultado|ergebnis|risultato|fthg|home ?score|home ?goals)$/,
} as const
type Key = keyof typeof keys

const plainKey = (key: string) => key.slice(0, 60).normalize('NFKD').replace(/\p{M}/gu, '').replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim()

/** Which columns, or keys, say what. The first that fits has it. */
function columnsOf(names: readonly string[]): Map<Key, number> {
  const found = new Map<Key, number>()
  names.slice(0, mostColumns).forEach((name, at) => {
    for (const [key, pattern] of Object.entries(keys) as [Key, RegExp][]) {
      if (pattern.test(plainKey(name)) && !found.has(key)) {
        found.set(key, at)
        return
      }
    }
  })
  return found
}

function rowOf(line: number, valueOf: (key: Key) => unknown): RawRow {
  const said = (key: Key) => word(valueOf(key))
  const moment = said('instant')
  // Without a zone of its own it is a local date with its time.
  const isMoment = moment !== undefined && /(?:Z|[+-]\d\d:?\d\d)$/.test(moment)
  const score = valueOf('score')
  const round = said('round')
  return {
    line, home: said('home'), away: said('away'), sides: said('sides'), date: said('date') ?? (isMoment ? undefined : moment), time: said('time'),
    ...(isMoment && { instant: moment }), timeZone: said('timeZone'), round: round !== undefined && /^\d+$/.test(round) ? `Round ${round}` : round, venue: said('venue'),
    competition: said('competition'), season: said('season'), status: said('status'),
    hasScore: typeof score === 'number' || (typeof score === 'string' && (isScore(score.slice(0, longest)) || /^\d+$/.test(score.slice(0, longest).trim()))) || (typeof score === 'object' && score !== null && 'ft' in score),
  }
}

function readCsv(text: string): Raw {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [head = [], ...body] = data
  const columns = columnsOf(head)
  if (!columns.has('sides') && !(columns.has('home') && columns.has('away'))) {
    return [[], [{ line: 1, message: t('The first line has to name the columns: date, time, home and away, or fixture.') }], null]
  }
  return [body.slice(0, mostInFile + 1).map((cells, index) => rowOf(index + 2, (key) => {
    const at = columns.get(key)
    return at === undefined ? undefined : cells[at]
  })), [], null]
}

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ name: "…" }` where a team, a venue or a competition is a record of its own. */
const named = (value: unknown): unknown => (isValues(value) ? value['name'] ?? value['title'] ?? value : value)

function readJson(text: string): Raw {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [[], [{ line: 1, message: t('The file is not valid JSON.') }], null]
  }
  const list = Array.isArray(value) ? value : isValues(value) ? Object.values(value).find((item) => Array.isArray(item) && item.some(isValues)) : undefined
  if (!Array.isArray(list)) return [[], [{ line: 1, message: t('The file holds no list of matches.') }], null]
  const title = isValues(value) ? word(named(value['name'] ?? value['title'] ?? value['competition'])) ?? null : null
  const rows = list.slice(0, mostInFile + 1).map((item: unknown, index): RawRow => {
    if (!isValues(item)) return { line: index + 1 }
    const names = Object.keys(item)
    const columns = columnsOf(names)
    return rowOf(index + 1, (key) => {
      const at = columns.get(key)
      const found = at === undefined ? undefined : item[names[at] ?? '']
      return key === 'score' ? found : named(found)
    })
  })
  return [rows, [], title]
}

const unescaped = (text: string) => text.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1').trim()

/** `NAME;PARAMETER="a:b":value`: the first colon that is in no quotes ends the parameters (RFC 5545, 3.1). */
function contentLine(line: string): { key: string; parameters: string; value: string } | null {
  const name = /^[A-Z-]+(?=[;:])/i.exec(line)?.[0]
  if (name === undefined) return null
  let isQuoted = false
  for (let at = name.length; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) {
      return { key: name.toUpperCase(), parameters: line.slice(name.length, at).slice(0, longest), value: line.slice(at + 1).slice(0, longest) }
    }
  }
  return null
}

function readIcs(text: string): Raw {
  // A line that begins with a blank goes on from the one before (RFC 5545, 3.1).
  const lines: { at: number; text: string }[] = []
  text.split(/\r?\n/).forEach((line, index) => {
    const last = lines.at(-1)
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1)
    else lines.push({ at: index + 1, text: line })
  })
  const rows: RawRow[] = []
  let title: string | null = null
  let event: { at: number; values: Map<string, { value: string; parameters: string }> } | null = null
  for (const { at, text: line } of lines) {
    const parts = contentLine(line)
    if (!parts) continue
    const { key, parameters, value } = parts
    if (key === 'BEGIN' && value.toUpperCase() === 'VEVENT') event = { at, values: new Map() }
    else if (key === 'END' && value.toUpperCase() === 'VEVENT' && event) {
      if (rows.length <= mostInFile) rows.push(eventRow(event.at, event.values))
      event = null
    } else if (event) {
      if (!event.values.has(key)) event.values.set(key, { value, parameters })
    } else if (key === 'X-WR-CALNAME') title = unescaped(value)
  }
  return [rows, rows.length === 0 ? [{ line: 1, message: t('The calendar has no events.') }] : [], title]
}

function eventRow(line: number, values: ReadonlyMap<string, { value: string; parameters: string }>): RawRow {
  const start = values.get('DTSTART')
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(start?.value ?? '')
  const [, year, month, day, hour, minute, isUtc] = found ?? []
  const summary = values.get('SUMMARY')
  const status = values.get('STATUS')?.value.toUpperCase()
  const zone = /TZID="?([^;:"]+)"?/i.exec(start?.parameters ?? '')?.[1]
  const date = year === undefined ? start?.value : `${year}-${month}-${day}`
  const score = summary && /\d{1,3}\s*[-:–]\s*\d{1,3}/.test(summary.value)
  return {
    line, sides: summary && unescaped(summary.value), venue: word(unescaped(values.get('LOCATION')?.value ?? '')),
    ...(isUtc !== undefined ? { instant: `${date}T${hour}:${minute}:00Z` } : { date, ...(hour !== undefined && { time: `${hour}:${minute}` }) }),
    ...(zone !== undefined && { timeZone: zone }),
    ...(status === 'CANCELLED' && { status: 'cancelled' }), isTbc: status === 'TENTATIVE', hasScore: Boolean(score),
  }
}
