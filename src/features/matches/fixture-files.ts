import type { MatchStatus } from './matches.ts'

/** A match as a file has it. */
export interface FileRow {
  /** Its line, or its number in a file without lines, from 1. */
  readonly line: number
  readonly competition: string | null
  readonly season: string | null
  readonly round: string | null
  /** In `timeZone`; null if the file does not say. */
  readonly localDate: string
  readonly localTime: string | null
  /**
   * The zone that the file itself gives, UTC for an instant; null means local time at the venue, unless set otherwise.
   */
  readonly timeZone: string | null
  readonly home: string
  readonly away: string
  readonly venue: string | null
  /** Null: not in the file. */
  readonly status: MatchStatus | null
  readonly isTbc: boolean
  /** A time or zone that cannot be read, so the user is asked what it means. */
  readonly unread: Unread | null
  /** Only a dash separates its two sides, as in calendar entries of any kind. */
  readonly isGuess: boolean
}

/** A text of the file that can be taken in several ways, or in none. */
export interface Unread {
  readonly kind: 'time' | 'zone'
  readonly text: string
}

/** What the columns of a file contain, with the first values of each. */
export interface FileColumns {
  readonly headings: readonly string[]
  readonly mapping: readonly ColumnKey[]
  readonly sample: readonly (readonly string[])[]
}

/** The kinds of column. */
export const columnKeys = [
  'home',
  'away',
  'sides',
  'date',
  'time',
  'timeZone',
  'round',
  'venue',
  'competition',
  'season',
  'status',
  'score',
] as const
export type ColumnKey = (typeof columnKeys)[number] | ''

/** A part of a file that cannot be read. */
export interface FileProblem {
  readonly line: number
  readonly message: string
}

export type DateOrder = 'dmy' | 'mdy'

export interface FixtureFile {
  readonly format: 'json' | 'csv' | 'ics'
  /** Values for the file as a whole. */
  readonly competition: string | null
  readonly season: string | null
  readonly rows: readonly FileRow[]
  readonly problems: readonly FileProblem[]
  /** Its dates are valid both as day/month and as month/day, and the order has not been chosen yet. */
  readonly asksDateOrder: boolean
  /** Null for a calendar, whose entries identify their own parts. */
  readonly columns: FileColumns | null
}

/** Maximum matches per file. */
export const maxInFile = 5_000
/** Maximum team names per file, in any spelling: more than the first round of any cup. */
export const maxNames = 1_200

/** `English Championship 2025/26`: a competition and its season. */
export function titleParts(title: string): { competition: string | null; season: string | null } {
  const found = /^(.*?)[\s,:-]*((?:19|20)\d\d(?:\s*[/–-]\s*(?:(?:19|20)?\d\d))?)\s*$/.exec(title.trim())
  const competition = (found?.[1] ?? title).trim()
  return {
    competition: competition === '' ? null : competition.slice(0, 120),
    season: found?.[2]?.replace(/\s/g, '').replace(/[–-]/, '/') ?? null,
  }
}

const statuses: readonly (readonly [RegExp, MatchStatus])[] = [
  [/^(postponed|ppd|susp|suspended|delayed|aplazado|rinviata|verschoben|report)/i, 'postponed'],
  [/^(cancel|canc|cancl|abgesagt|annul|anulad|suspendido definitivamente)/i, 'cancelled'],
  [/^(abandoned|abd|awarded|awd|wo\b|abgebrochen)/i, 'abandoned'],
  [/^(ft|aet|pen|finished|final|played|full)/i, 'played'],
  [/^(scheduled|timed|ns|not started|confirmed)/i, 'scheduled'],
]

/** Maps a status in the words of the file's author; null for words that are not recognised. */
export function statusOf(words: string | null | undefined): MatchStatus | null {
  const said = words?.trim() ?? ''
  return statuses.find(([pattern]) => pattern.test(said))?.[1] ?? null
}

/** `3-1`, `3:1`, `3 – 1 (1-0)`. */
export function isScore(text: string): boolean {
  return /^\s*\d{1,3}\s*[-:–]\s*\d{1,3}\b/.test(text)
}

/** A name without additions such as the one in `Amber FC (TBC)`. Null while the team is not known yet. */
export function sideOf(text: string): { name: string | null; isTbc: boolean } {
  const plain = text.replace(/\s*[([](?:tb[acd]|to be (?:confirmed|announced))[)\]]\s*$/i, '').trim()
  const isUnknown =
    plain === '' || /^(?:tb[acd]|\?+|[-–—]+|to be (?:confirmed|announced|decided)|por definir)$/i.test(plain)
  return { name: isUnknown ? null : plain, isTbc: plain !== text.trim() }
}

/** `A v B`, `A vs. B`, `A - B`: both sides of a fixture in one text; null if there are not two. */
export function sidesOf(text: string): { home: string; away: string; isGuess: boolean } | null {
  const plain = text.trim().replace(/\s*\(?\b\d{1,3}\s*[-:–]\s*\d{1,3}\b\)?\s*$/, '')
  const separators = [/\s+(?:v|vs|vs\.|v\.|versus|contra)\s+/i, /\s+[–—-]\s+/, /\s+\d{1,3}\s*[-:–]\s*\d{1,3}\s+/]
  for (const [place, between] of separators.entries()) {
    const [home, away, ...more] = plain.split(between)
    if (home !== undefined && away !== undefined && more.length === 0 && home.trim() !== '' && away.trim() !== '') {
      // `Premier League: A v B` begins with the competition.
      return { home: home.replace(/^[^:]{3,60}:\s+/, '').trim(), away: away.trim(), isGuess: place === 1 }
    }
  }
  return null
}
