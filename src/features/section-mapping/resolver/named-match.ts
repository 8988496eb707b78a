import type { Candidate, ManifestIndex, Word } from './manifest-index.ts'
import { wordOf } from './manifest-index.ts'
import type { Match } from './matcher.ts'
import type { Token } from './tokens.ts'
import { noise, optionalWords } from './trade-vocabulary.ts'
import { likeness } from './word-match.ts'

/** How well words stand for a section that is called by words alone: each for at least one of the name's, none spare. */
function wordsFit(said: readonly Word[], name: readonly Word[]): number {
  const free = [...name]
  let sum = 0
  let isShort = false
  for (const word of said) {
    const found = free
      .map((one) => [one, Math.max(likeness(word, one), isShortFor(word.text, one.text) ? 0.7 : 0)] as const)
      .toSorted((a, b) => b[1] - a[1])[0]
    if (found && found[1] > 0) {
      free.splice(free.indexOf(found[0]), 1)
      sum += found[1]
      isShort ||= found[1] < 0.8
      continue
    }
    const span = initialsIn(word.text, free)
    if (span === null) return 0
    free.splice(span, word.text.length)
    sum += 0.7 * word.text.length
    isShort = true
  }
  if (free.some(({ meaning }) => !optionalWords.has(meaning))) return 0
  const like = sum / Math.max(1, name.length - free.length)
  return isShort ? Math.min(like, 0.9) : like
}

/** A word's first letter, or some of its letters in order, three or more of them or the last one too. */
function isShortFor(short: string, word: string): boolean {
  if (short[0] !== word[0] || short.length >= word.length) return false
  if (short.length === 1) return true
  let at = -1
  for (const letter of short) {
    at = word.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return short.length >= 3 || short.at(-1) === word.at(-1)
}

/** Where the letters are the first ones of words beside each other. */
function initialsIn(letters: string, words: readonly Word[]): number | null {
  if (letters.length < 2 || letters.length > words.length) return null
  for (let from = 0; from + letters.length <= words.length; from++)
    if ([...letters].every((letter, index) => words[from + index]?.text[0] === letter)) return from
  return null
}

/** Sections called by words alone that a listing's words can mean, the best first. */
export function namedMatches(tokens: readonly Token[], index: ManifestIndex): Match[] {
  const said = tokens.filter(({ text }) => !noise.has(text) && !optionalWords.has(text)).map(({ text }) => wordOf(text))
  if (said.length === 0 || tokens.some(({ isNumber }) => isNumber)) return []
  return index.named
    .flatMap((candidate: Candidate): Match[] => {
      const score = wordsFit(said, candidate.reading.words)
      return score === 0
        ? []
        : [{ candidate, score, ground: score > 0.9 ? 'words' : 'abbreviation', confidence: Math.min(0.95, score) }]
    })
    .toSorted((a, b) => b.score - a.score)
}

const generalAdmission = new Set(['ga', 'general admission', 'standing', 'floor ga', 'ga floor', 'ga standing'])
const open = new Set(['general', 'standing', 'floor', 'pit', 'lawn', 'field', 'pista'])

/** "GA" at a house with one place to stand. */
export function generalAdmissionMatch(key: string, { candidates }: ManifestIndex): Match | null {
  if (!generalAdmission.has(key)) return null
  const places = candidates.filter(({ section }) => section.isGeneralAdmission)
  const [only] = places
  if (!only || places.length > 1) return null
  const words = [...only.reading.words, ...only.zoneWords]
  return words.some(({ meaning }) => open.has(meaning))
    ? { candidate: only, score: 1, ground: 'words', confidence: 0.85 }
    : null
}
