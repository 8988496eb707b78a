/**
 * How alike two names of teams are. Knows how names are made (legal forms, founding years, accents, shortenings) and no
 * team by name.
 */

/** Words that say what a club is in law or plays, and not which one it is: in the languages that fixtures come in. */
const forms = new Set([
  'fc', 'afc', 'cf', 'sc', 'ac', 'as', 'sc', 'ss', 'ssc', 'us', 'ud', 'cd', 'rc', 'rcd', 'ca', 'cfc', 'acf', 'bc', 'sv', 'sk', 'fk', 'nk', 'bk', 'if', 'ik', 'jk',
  'vfb', 'vfl', 'tsv', 'tsg', 'fsv', 'bsc', 'osc', 'ogc', 'sco', 'aj', 'sl', 'cr', 'ec', 'se', 'kv', 'krc', 'kaa', 'hc', 'bbc', 'rfc', 'lfc', 'wfc', 'club',
  'football', 'futbol', 'calcio', 'balompie', 'soccer', 'the', 'de', 'del', 'da', 'di', 'do', 'of', 'and', 'y', 'e',
])
const isYear = (word: string) => /^(?:1[89]|20)\d\d$/.test(word)

/** A file's names are compared each with each, so what is worked out of a name is kept for a while. */
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
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    .replace(/ı/g, 'i').replace(/ø/g, 'o').replace(/ł/g, 'l').replace(/ß/g, 'ss').replace(/æ/g, 'ae').replace(/œ/g, 'oe')
    .replace(/&/g, ' and ').replace(/['’.]/g, '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** What is left of a name without its legal form and founding year; all of it where nothing would be left. */
export const coreName = remembered(coreNameOf)

function coreNameOf(name: string): string {
  const words = plainName(name).split(' ')
  const core = words.filter((word) => !forms.has(word) && !isYear(word))
  return (core.length === 0 ? words : core).join(' ')
}

const trigramsOf = remembered(trigramsIn)

function trigramsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').flatMap((word) => {
    const padded = `  ${word} `
    return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
  }))
}

/** Shared trigrams of all, from 0 to 1, as pg_trgm counts them. */
export function similarity(a: string, b: string): number {
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

/** Why two names are taken to be of one team. */
export type Likeness = 'same' | 'form' | 'part' | 'short' | 'initials' | 'spelling'
export interface Likely { readonly score: number; readonly why: Likeness }

/** From here on nobody needs to be asked. */
export const sure = 0.95
/** From here on somebody is asked; below, they are taken to be different teams. */
export const likely = 0.55

/** How sure it is that two names mean one team, from 0 to 1, and why; null where nothing says so. */
export function likenessOf(a: string, b: string): Likely | null {
  if (plainName(a) === plainName(b)) return { score: 1, why: 'same' }
  const [one, other] = [coreName(a), coreName(b)]
  if (one === other) return { score: sure, why: 'form' }
  const [short, long] = (one.length <= other.length ? [one, other] : [other, one]).map((core) => core.split(' ')) as [string[], string[]]
  if (short.every((word) => long.includes(word)) && short[0] === long[0]) return { score: 0.75, why: 'part' }
  if (isShortening(short, long)) return { score: 0.7, why: 'short' }
  const initials = long.length > 1 ? long.map((word) => word[0]).join('') : ''
  if (initials.length >= 3 && (short.join('') === initials || plainName(one.length <= other.length ? a : b).replaceAll(' ', '') === initials)) return { score: 0.65, why: 'initials' }
  const alike = similarity(one, other)
  return alike >= likely ? { score: Math.min(0.9, alike), why: 'spelling' } : null
}
