/**
 * How alike two names of teams are. Knows how names are made (legal forms, founding years, accents, shortenings) and no
 * team by name.
 */

/** Words that say what a club is in law or plays, and not which one it is: in the languages that fixtures come in. */
const forms = new Set([
  'fc',
  'afc',
  'cf',
  'sc',
  'ac',
  'as',
  'sc',
  'ss',
  'ssc',
  'us',
  'ud',
  'cd',
  'rc',
  'rcd',
  'ca',
  'cfc',
  'acf',
  'bc',
  'sv',
  'sk',
  'fk',
  'nk',
  'bk',
  'if',
  'ik',
  'jk',
  'vfb',
  'vfl',
  'tsv',
  'tsg',
  'fsv',
  'bsc',
  'osc',
  'ogc',
  'sco',
  'aj',
  'sl',
  'cr',
  'ec',
  'se',
  'kv',
  'krc',
  'kaa',
  'hc',
  'bbc',
  'rfc',
  'lfc',
  'wfc',
  'club',
  'football',
  'futbol',
  'calcio',
  'balompie',
  'soccer',
  'the',
  'de',
  'del',
  'da',
  'di',
  'do',
  'of',
  'and',
  'y',
  'e',
])
const isYear = (word: string) => /^(?:1[89]|20)\d\d$/.test(word)

/** A file's names are all compared with each other, so what is derived from a name is cached. */
function remembered<T>(work: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    if (kept.size > 50_000) kept.clear()
    const made = work(text)
    kept.set(text, made)
    return made
  }
}

/** Letters without accents, in lower case; whatever else is in it as single spaces. */
export const plainName = remembered(plainNameOf)

function plainNameOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/&/g, ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A name without its legal form and founding year; the whole name if nothing else remains. */
export const coreName = remembered(coreNameOf)

function coreNameOf(name: string): string {
  const words = plainName(name).split(' ')
  const core = words.filter((word) => !forms.has(word) && !isYear(word))
  return (core.length === 0 ? words : core).join(' ')
}

const trigramsOf = remembered(trigramsIn)

function trigramsIn(text: string): ReadonlySet<string> {
  return new Set(
    text.split(' ').flatMap((word) => {
      const padded = `  ${word} `
      return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
    }),
  )
}

/** Shared trigrams of all, from 0 to 1, as pg_trgm counts them. */
function similarity(a: string, b: string): number {
  const [one, other] = [trigramsOf(a), trigramsOf(b)]
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared++
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

/** `utd` of `united`, `man` of `manchester`: the letters come in the same order, the first one first. */
function isShortFor(short: string, long: string): boolean {
  if (short.length < 2 || short.length >= long.length || short[0] !== long[0]) return false
  if (long.startsWith(short)) return true
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length && short.at(-1) === long.at(-1)
}

/** Every word of the one is a word of the other, or short for one, in the same order. */
function isShortening(short: readonly string[], long: readonly string[]): boolean {
  let at = 0
  let shortened = 0
  for (const word of long) {
    const wanted = short[at]
    if (wanted === undefined) break
    if (wanted === word) at++
    else if (isShortFor(wanted, word)) {
      at++
      shortened++
    }
  }
  return at === short.length && shortened > 0
}

/** `betis` of `real betis`: all words are in the other name, and one of them is long enough to say something. */
function isPartOf(short: readonly string[], long: readonly string[]): boolean {
  return short.every((word) => long.includes(word)) && short.some((word) => word.length > 3 && !common.has(word))
}

/** Words that many clubs have, so that sharing them says nothing. */
const common = new Set([
  'united',
  'city',
  'town',
  'real',
  'sporting',
  'athletic',
  'atletico',
  'rovers',
  'county',
  'union',
  'inter',
])

const startOf = (a: string, b: string) => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

const beginsAs = (a: string, b: string) => startOf(a, b) >= Math.max(2, Math.ceil(Math.min(a.length, b.length) / 2))

/**
 * `ath madrid` for `atletico madrid`, `wolves` for `wolverhampton wanderers`: each word is in the other name, or begins
 * one of its words.
 */
function isShortAtEnds(short: readonly string[], long: readonly string[]): boolean {
  const [first = ''] = short
  if (short.length === 1) {
    // One word has to share two thirds: `portland` and `portsmouth` are two towns.
    const start = long[0] ?? ''
    const shared = startOf(first, start)
    return shared >= 4 && shared * 3 >= first.length * 2
  }
  let at = 0
  for (const word of short) {
    const found = long.findIndex((other, place) => place >= at && (other === word || beginsAs(word, other)))
    if (found === -1) return false
    at = found + 1
  }
  return short.some((word) => long.includes(word) && !common.has(word))
}

/** `maguncia 05` and `mainz 05`: the year of a club is in its name, and the rest begins alike. */
function sharesNumber(short: readonly string[], long: readonly string[]): boolean {
  const number = short.find((word) => /^\d{2,4}$/.test(word) && long.includes(word))
  const [one, other] = [short, long].map((words) => words.find((word) => /^\p{L}{3,}$/u.test(word)) ?? '')
  return number !== undefined && startOf(one ?? '', other ?? '') >= 2
}

/** `friburgo` and `freiburg`: of names of one word, a quarter of the letters can differ. */
function isMisspelled([one = '', ...more]: readonly string[], [other = '', ...others]: readonly string[]): boolean {
  if (more.length + others.length > 0 || Math.min(one.length, other.length) < 6) return false
  const most = Math.max(one.length, other.length)
  return most <= 30 && distance(one, other) <= most / 4
}

/** Too little evidence to decide, but enough to ask. */
function looseLikeness(short: readonly string[], long: readonly string[]): Likely | null {
  if (isPartOf(short, long)) return { score: 0.6, why: 'part' }
  if (isShortAtEnds(short, long)) return { score: 0.6, why: 'short' }
  return sharesNumber(short, long) || isMisspelled(short, long) ? { score: likely, why: 'spelling' } : null
}

/** Longest name in words that is compared closely; no team has as many. */
const maxWords = 10

/** Letters to change, add or leave out to make one of the other. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1]
    for (let at = 0; at < b.length; at++)
      line.push(Math.min((above[at] ?? 0) + (letter === b[at] ? 0 : 1), (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1))
    above = line
  }
  return above[b.length] ?? a.length
}

/** Why two names are taken to be of one team. */
export type Likeness = 'same' | 'form' | 'part' | 'short' | 'initials' | 'spelling' | 'fixture' | 'season'
export interface Likely {
  readonly score: number
  readonly why: Likeness
}

/** At or above this score, a match is accepted without asking. */
export const sure = 0.95
/** At or above this score, the user is asked; below it, the teams count as different. */
export const likely = 0.55

/** The confidence that two names are the same team, from 0 to 1, and the reason; null without any evidence. */
export function likenessOf(a: string, b: string): Likely | null {
  if (plainName(a) === plainName(b)) return { score: 1, why: 'same' }
  const [one, other] = [coreName(a), coreName(b)]
  if (one === other) return { score: sure, why: 'form' }
  const [short, long] = (one.length <= other.length ? [one, other] : [other, one]).map((core) => core.split(' ')) as [
    string[],
    string[],
  ]
  if (short.every((word) => long.includes(word)) && short[0] === long[0]) return { score: 0.75, why: 'part' }
  if (isShortening(short, long)) return { score: 0.7, why: 'short' }
  const initials = long.length > 1 ? long.map((word) => word[0]).join('') : ''
  if (
    initials.length >= 3 &&
    (short.join('') === initials || plainName(one.length <= other.length ? a : b).replaceAll(' ', '') === initials)
  )
    return { score: 0.65, why: 'initials' }
  const loose = long.length > maxWords ? null : looseLikeness(short, long)
  if (loose) return loose
  const alike = similarity(one, other)
  return alike >= likely ? { score: Math.min(0.9, alike), why: 'spelling' } : null
}
