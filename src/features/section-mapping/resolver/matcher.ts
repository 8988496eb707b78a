import type { Candidate, ManifestIndex, NumberSaid, Reading, Word } from './manifest-index.ts'
import {
  areas,
  extras,
  floors,
  noise,
  notSectionNumbers,
  offerWords,
  opposites,
  ordinals,
  ownKinds,
  seatingWords,
} from './trade-vocabulary.ts'
import { meaningOf } from './trade-vocabulary.ts'
import { abbreviates, likeness } from './word-match.ts'

/** Why a section was left out, or found; in words in trace.ts. */
export type Ground = 'words' | 'abbreviation' | 'number'

export interface Match {
  readonly candidate: Candidate
  readonly score: number
  readonly ground: Ground
  readonly confidence: number
  /** So little of the name is said that it only keeps others from being sure: "Court 12" and "Court Central Loge 12". */
  readonly isSlight: boolean
}

/** How much better the best match has to be than the next. */
const margin = 1.3
/** Below this many digits a number is also a row's, a table's or a suite's, so by itself it finds no section. */
const ownDigits = 3

/** A text with more numbers names no one section, and would take long to compare. */
const maxNumbers = 8

interface Said {
  readonly known: number
  /** How much of what the name needs was said, from 0 to 1. */
  readonly coverage: number
  readonly isByLetters: boolean
  /** What the section is called was not said, only what kind of place it is. */
  readonly isNameMissing: boolean
  /** The A of `6A` was not said. */
  readonly isLetterMissing: boolean
  readonly unknown: readonly Word[]
  readonly unknownShorts: readonly string[]
}

/** Whether any word of a text means something that has no section. */
export const namesExtra = (reading: Reading, index: ManifestIndex): boolean =>
  reading.words.some(({ text, meaning }) => extras.has(text) && !index.frequency.has(meaning)) &&
  !index.named.some(({ reading: { words } }) => words.some(({ text }) => extras.has(text)))

/** A word that few sections say tells more. */
function weightOf(index: ManifestIndex, meaning: string): number {
  return Math.log2(1 + index.candidates.length / (index.frequency.get(meaning) ?? 1))
}

/** Compares what a listing says with a section's name and zone. */
function compare(reading: Reading, candidate: Candidate, index: ManifestIndex): Said {
  const { reading: name, zoneWords, needed } = candidate
  const words = [...name.words, ...zoneWords]
  const covered = new Set<string>()
  const unknown: Word[] = []
  const unknownShorts: string[] = []
  let known = 0
  let isByLetters = false
  const cover = (word: Word, like: number) => {
    if (!covered.has(word.meaning)) known += like * weightOf(index, word.meaning)
    covered.add(word.meaning)
  }
  const byLetters = (short: string, fallback: () => void) => {
    const like = Math.max(abbreviates(short, name.words), abbreviates(short, zoneWords) * 0.9)
    const first = name.words.find(({ text }) => text[0] === short[0]) ?? zoneWords[0]
    if (like === 0 || !first || (short.length === 1 && like < 0.8)) return fallback()
    isByLetters = true
    // Which of two words a single letter means does not depend on how rare they are.
    if (short.length > 1) cover(first, like)
    else {
      if (!covered.has(first.meaning)) known += like
      covered.add(first.meaning)
    }
  }
  for (const word of reading.words) {
    const [best, like] = closest(word, words)
    if (best && like > 0) cover(best, like)
    else byLetters(word.text, () => void unknown.push(word))
  }
  for (const short of reading.shorts) {
    if (name.shorts.includes(short)) {
      known += 1
      covered.add(`=${short}`)
    } else byLetters(short, () => void unknownShorts.push(short))
  }
  for (const short of name.shorts)
    if (reading.words.some(({ text, meaning }) => text.startsWith(short) || meaning.startsWith(short))) {
      known += 0.8
      covered.add(`=${short}`)
    }
  const wanted = [...needed.map(({ meaning }) => meaning), ...name.shorts.map((short) => `=${short}`)]
  const said = wanted.filter((one) => covered.has(one)).length
  return {
    known,
    coverage: wanted.length === 0 ? 1 : said / wanted.length,
    isByLetters,
    isNameMissing: needed.some(({ meaning }) => !covered.has(meaning) && !isKind(meaning)),
    isLetterMissing: name.shorts.some((short) => !covered.has(`=${short}`)),
    unknown,
    unknownShorts,
  }
}

const isKind = (meaning: string) => seatingWords.has(meaning) || areas.has(meaning) || ownKinds.has(meaning)

function closest(word: Word, words: readonly Word[]): [Word | null, number] {
  let best: Word | null = null
  let most = 0
  for (const one of words) {
    const like = likeness(word, one)
    if (like > most) [best, most] = [one, like]
  }
  return [best, most]
}

/** Whether the number or letter alone says which section is meant. */
const isOwnNumber = (reading: Reading, { reading: name }: Candidate) =>
  reading.letter === null && (name.numbers.at(-1)?.number ?? '').length >= ownDigits

/** Sections that are called by the same number or letter. */
const siblings = ({ reading: { letter, numbers } }: Candidate, index: ManifestIndex) =>
  (letter === null ? index.byNumber.get(numbers.at(-1)?.number ?? '') : index.byLetter.get(letter)) ?? []

/** Whether a listing says something that rules the section out. */
function contradicts(said: Said, candidate: Candidate, reading: Reading, index: ManifestIndex): boolean {
  const isOwn = isOwnNumber(reading, candidate)
  const says = ({ reading: name, zoneWords }: Candidate, meaning: string) =>
    [...name.words, ...zoneWords].some((word) => word.meaning === meaning)
  // "Madison Club 107" is somewhere in the Madison Club, and not in section 107.
  const left = new Set(said.unknown.map(({ meaning }) => meaning))
  if (index.named.some(({ reading: { words } }) => words.length > 1 && words.every(({ meaning }) => left.has(meaning))))
    return true
  return said.unknown.some(({ text, meaning }) => {
    if (
      opposites.some(
        (group) =>
          group.has(meaning) &&
          [...group].some((one) => siblings(candidate, index).some((sibling) => says(sibling, one))),
      )
    )
      return true
    if (ownKinds.has(meaning) || (offerWords.has(meaning) && said.known === 0)) return true
    // A small number or a letter is called by other places too, so every word that the map knows counts against it.
    if (
      !isOwn &&
      ((index.vocabulary.has(meaning) && !offerWords.has(meaning)) || areas.has(meaning) || ordinals.has(meaning))
    )
      return true
    const isComplete = said.coverage === 1 && candidate.needed.length > 0
    if (notSectionNumbers.has(text) && reading.numbers.some(({ after }) => after !== null && noise.has(after)))
      return false
    return !isComplete && (index.frequency.has(meaning) || (said.known === 0 && notSectionNumbers.has(text)))
  })
}

/** Whether every other number of the listing has its explanation: a level, a gate or a number of the name. */
function numbersFit({ numbers }: Reading, at: number, { reading: name, zoneNumbers }: Candidate): boolean {
  const names = (word: string | null) => word !== null && name.words.some(({ meaning }) => meaning === meaningOf(word))
  const isOther = ({ number, after }: NumberSaid) =>
    after !== null &&
    !names(after) &&
    (notSectionNumbers.has(meaningOf(after)) || (floors.has(meaningOf(after)) && number.length < ownDigits))
  const isElsewhere = ({ number, after }: NumberSaid) =>
    after !== null &&
    floors.has(meaningOf(after)) &&
    zoneNumbers.some(
      (zone) => zone.after !== null && meaningOf(zone.after) === meaningOf(after) && zone.number !== number,
    )
  return numbers.every((one, index) => {
    const { number } = one
    if (index !== at && isElsewhere(one)) return false
    if (index === at) return !isOther(one)
    return isOther(one) || name.numbers.slice(0, -1).some((one) => one.number === number)
  })
}

/** Whether what is left unsaid or unknown is little enough to trust the number alone. */
function isTrusted(said: Said, candidate: Candidate, reading: Reading): boolean {
  if (said.unknownShorts.some((short) => short.length === 1)) return false
  const number = reading.letter ?? candidate.reading.numbers.at(-1)?.number ?? ''
  const isOwn = reading.letter !== null || number.length >= ownDigits
  if (said.isLetterMissing && (!isOwn || reading.words.length > 0)) return false
  if (said.known > 0) return true
  const isBare = candidate.needed.length === 0
  if (reading.words.length === 0 && reading.shorts.length === 0)
    return reading.letter === null
      ? isOwn || isBare
      : candidate.needed.length <= 1 && candidate.needed.every(({ meaning }) => isKind(meaning))
  const isSeating = said.unknown.every(({ meaning }) => seatingWords.has(meaning)) && said.unknownShorts.length === 0
  if (reading.letter !== null) return isSeating && isBare
  return isOwn || (isBare && isSeating)
}

/** The sections that a listing's number or letter can mean, the best first. */
export function anchoredMatches(reading: Reading, index: ManifestIndex): Match[] {
  if (reading.numbers.length > maxNumbers) return []
  const matches = new Map<Candidate, Match>()
  const consider = (candidate: Candidate) => {
    const said = compare(reading, candidate, index)
    if (contradicts(said, candidate, reading, index) || !isTrusted(said, candidate, reading)) return
    const ground = said.known === 0 ? 'number' : said.isByLetters ? 'abbreviation' : 'words'
    const unsure = said.unknown.length + said.unknownShorts.length > 0 ? 0.1 : 0
    matches.set(candidate, {
      isSlight: said.known > 0 && (said.coverage < 0.5 || said.isNameMissing) && !isOwnNumber(reading, candidate),
      candidate,
      score: said.known * (0.5 + said.coverage / 2),
      ground,
      confidence: (ground === 'number' ? 0.85 : ground === 'abbreviation' ? 0.9 : 0.96) - unsure,
    })
  }
  for (const [at, { number }] of reading.numbers.entries())
    for (const candidate of index.byNumber.get(number) ?? [])
      if (numbersFit(reading, at, candidate)) consider(candidate)
  if (reading.letter !== null) for (const candidate of index.byLetter.get(reading.letter) ?? []) consider(candidate)
  return [...matches.values()].toSorted((a, b) => b.score - a.score)
}

/** The best match, if enough of its name is said and it is better than the next by the margin. */
export function winner(matches: readonly Match[]): Match | null {
  const [best, next] = matches
  if (!best || best.isSlight || (next && !(best.score > 0 && best.score >= next.score * margin))) return null
  return best
}
