import type { Candidate, ManifestIndex, Word } from './manifest-index.ts'
import { wordOf } from './manifest-index.ts'
import type { Match } from './matcher.ts'
import type { Token } from './tokens.ts'
import { areas, directions, noise, notSectionNumbers, optionalWords, seatingWords } from './trade-vocabulary.ts'
import { likeness } from './word-match.ts'

/** How well words stand for a section that is called by words alone: each for at least one of the name's, none spare. */
function wordsFit(
  said: readonly Word[],
  name: readonly Word[],
  isAlone: boolean,
  isBare: boolean,
  vocabulary: ReadonlySet<string>,
): number {
  const free = [...name]
  let sum = 0
  let isShort = false
  for (const [at, word] of said.entries()) {
    const isLed = at === 0 && said.length > 1 && isBare
    const found = free
      .map((one) => [one, fitOf(word, one, isLed, vocabulary)] as const)
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
  if (free.some(({ meaning }) => !optionalWords.has(meaning) && !(meaning === 'stand' && isAlone))) return 0
  const like = sum / Math.max(1, name.length - free.length)
  return isShort ? Math.min(like, 0.9) : like
}

/** How well a word matches another; a word that the map itself has is short for no other. */
function fitOf(said: Word, name: Word, isLed: boolean, vocabulary: ReadonlySet<string>): number {
  if (vocabulary.has(said.meaning)) return said.meaning === name.meaning ? likeness(said, name) : 0
  // Nor is one that the trade has: a seat is no Stehplatz.
  if (
    seatingWords.has(said.meaning) ||
    areas.has(said.meaning) ||
    notSectionNumbers.has(said.meaning) ||
    said.text === 'ga'
  )
    return likeness(said, name)
  // A letter that leads is any word's first one: "F. Sur". One that follows says where: "Podium L", but never "Platea A".
  const isShort =
    said.text.length === 1 && !isLed
      ? directions.has(name.meaning) && (name.text.startsWith(said.text) || name.meaning.startsWith(said.text))
      : isShortFor(said.text, name.text)
  return Math.max(likeness(said, name), isShort ? 0.7 : 0)
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
  // "Warner Upper" for the Warner Stand Upper: "stand" can be left out where no other section has the words.
  const isName = said.some(({ meaning }) => !directions.has(meaning))
  const having = isName
    ? index.candidates.filter(({ needed, zoneWords }) =>
        said.every(({ meaning }) => [...needed, ...zoneWords].some((one) => one.meaning === meaning)),
      )
    : []
  const isAlone = (candidate: Candidate) => having.length === 1 && having[0] === candidate
  return index.named
    .flatMap((candidate: Candidate): Match[] => {
      const score = wordsFit(
        said,
        candidate.reading.words,
        isAlone(candidate),
        tokens[0]?.text.length === 1,
        index.vocabulary,
      )
      return score === 0
        ? []
        : [
            {
              candidate,
              score,
              isSlight: false,
              ground: score > 0.9 ? 'words' : 'abbreviation',
              confidence: Math.min(0.95, score),
            },
          ]
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
    ? { candidate: only, score: 1, ground: 'words', confidence: 0.85, isSlight: false }
    : null
}
