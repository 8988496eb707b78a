import type { MatchStatus } from './matches.ts'

/** A match as a file has it. */
export interface FileRow {
  /** Its line, or its number in a file without lines, from 1. */
  readonly line: number
  readonly competition: string | null
  readonly season: string | null
  readonly round: string | null
  /** By the clocks of `timeZone`; null where the file does not say. */
  readonly localDate: string
  readonly localTime: string | null
  /** Where the file itself says in which zone, UTC for a moment; null: by the clocks of the ground, unless somebody says otherwise. */
  readonly timeZone: string | null
  readonly home: string
  readonly away: string
  readonly venue: string | null
  /** Null: the file says nothing about it. */
  readonly status: MatchStatus | null
  readonly isTbc: boolean
}

/** What of a file cannot be read. */
export interface FileProblem { readonly line: number; readonly message: string }

export type DateOrder = 'dmy' | 'mdy'

export interface FixtureFile {
  readonly format: 'json' | 'csv' | 'ics'
  /** What the file says as a whole. */
  readonly competition: string | null
  readonly season: string | null
  readonly rows: readonly FileRow[]
  readonly problems: readonly FileProblem[]
  /** Its dates read as day and month and as month and day alike, and nobody has said yet which it is. */
  readonly asksDateOrder: boolean
}

/** Matches that one file may have. */
export const mostInFile = 5_000
/** Names of teams that one file may have, in whatever spelling: more than the first round of any cup. */
export const mostNames = 1_200

/** `English Championship 2025/26`: a competition and its season. */
export function titleParts(title: string): { competition: string | null; season: string | null } {
  const found = /^(.*?)[\s,:-]*((?:19|20)\d\d(?:\s*[/–-]\s*(?:(?:19|20)?\d\d))?)\s*$/.exec(title.trim())
  const competition = (found?.[1] ?? title).trim()
  return { competition: competition === '' ? null : competition.slice(0, 120), season: found?.[2]?.replace(/\s/g, '').replace(/[–-]/, '/') ?? null }
}

const statuses: readonly (readonly [RegExp, MatchStatus])[] = [
  [/^(postponed|ppd|susp|suspended|delayed|aplazado|rinviata|verschoben|report)/i, 'postponed'],
  [/^(abandoned|abd|cancel|annul|awarded)/i, 'abandoned'],
  [/^(ft|aet|pen|finished|final|played|full)/i, 'played'],
  [/^(scheduled|timed|ns|not started|confirmed)/i, 'scheduled'],
]

/** A status in the words of whoever made the file; null for words that say nothing here. */
export function statusOf(words: string | null | undefined): MatchStatus | null {
  const said = words?.trim() ?? ''
  return statuses.find(([pattern]) => pattern.test(said))?.[1] ?? null
}

/** `3-1`, `3:1`, `3 – 1 (1-0)`. */
export function isScore(text: string): boolean {
  return /^\s*\d{1,3}\s*[-:–]\s*\d{1,3}\b/.test(text)
}

/** `20:00`, `8:00 PM`, `20.00`, `20:00:00`, and with a zone after it that says nothing new; null for anything else. */
export function clockOf(text: string): string | null {
  const found = /^(\d{1,2})[:.h](\d{2})(?::\d{2})?\s*(am|pm|a\.m\.|p\.m\.)?(?:\s*(?:UTC)?[+-]\d.*)?$/i.exec(text.trim())
  if (!found) return null
  let hour = Number(found[1])
  const half = found[3]?.[0]?.toLowerCase()
  if (half === 'p' && hour < 12) hour += 12
  if (half === 'a' && hour === 12) hour = 0
  return hour > 23 || Number(found[2]) > 59 ? null : `${String(hour).padStart(2, '0')}:${found[2]}`
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function dayOf(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  return full >= 1900 && full <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

/** Whether a date can be read in both orders, in one, or not at all. */
export function readDate(text: string, order: DateOrder | null): { day: string | null; isAmbiguous: boolean } {
  const plain = text.trim().replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,]+/i, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(plain)
  if (iso) return { day: dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), isAmbiguous: false }
  const named = /^(\d{1,2})[\s.-]*([a-z]{3})[a-z]*[\s.,-]*(\d{4}|\d{2})/i.exec(plain) ?? null
  const american = /^([a-z]{3})[a-z]*[\s.]*(\d{1,2})[\s,]+(\d{4})/i.exec(plain)
  const [day, word, year] = named ? [named[1], named[2], named[3]] : american ? [american[2], american[1], american[3]] : []
  if (word !== undefined) return { day: dayOf(Number(year), months.indexOf(word.toLowerCase()) + 1, Number(day)), isAmbiguous: false }
  const figures = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/.exec(plain)
  if (!figures) return { day: null, isAmbiguous: false }
  const [first, second, full] = [Number(figures[1]), Number(figures[2]), Number(figures[3])]
  const [dmy, mdy] = [dayOf(full, second, first), dayOf(full, first, second)]
  const isAmbiguous = dmy !== null && mdy !== null && dmy !== mdy
  if (isAmbiguous) return { day: order === 'mdy' ? mdy : dmy, isAmbiguous }
  return { day: dmy ?? mdy, isAmbiguous: false }
}

/** In which order a file's dates are: what the dates that can be read only one way say; null where all can be read both ways. */
export function orderOf(texts: readonly string[]): DateOrder | null {
  for (const text of texts) {
    const figures = /^\D{0,10}(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(text.trim())
    if (figures && Number(figures[1]) > 12) return 'dmy'
    if (figures && Number(figures[2]) > 12) return 'mdy'
  }
  return null
}

/** `A v B`, `A vs. B`, `A - B`: the two sides of a fixture in one text; null where there are not two. */
export function sidesOf(text: string): { home: string; away: string } | null {
  const plain = text.trim().replace(/\s*\(?\b\d{1,3}\s*[-:–]\s*\d{1,3}\b\)?\s*$/, '')
  for (const between of [/\s+(?:v|vs|vs\.|v\.|versus|contra)\s+/i, /\s+[–—-]\s+/, /\s+\d{1,3}\s*[-:–]\s*\d{1,3}\s+/]) {
    const [home, away, ...more] = plain.split(between)
    if (home !== undefined && away !== undefined && more.length === 0 && home.trim() !== '' && away.trim() !== '') {
      // `Premier League: A v B` says the competition first.
      return { home: home.replace(/^[^:]{3,60}:\s+/, '').trim(), away: away.trim() }
    }
  }
  return null
}
