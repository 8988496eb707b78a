import { noise, meaningOf, optionalWords } from './trade-vocabulary.ts'
import type { RowIndex } from './rows.ts'
import { rowIndex } from './rows.ts'
import type { Token } from './tokens.ts'
import { keyOf, singular, tokensOf } from './tokens.ts'

/** A section of a manifest, with what the resolver needs. */
export interface ManifestSection {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly zone: string | null
  readonly isGeneralAdmission: boolean
  readonly rows: readonly string[]
}

/** A word as it is written, without its plural, and what the trade means by it. */
export interface Word {
  readonly text: string
  readonly meaning: string
}

/** What a text says: words, numbers, letters beside a number and a letter by which a section is called (`Floor A`). */
export interface Reading {
  readonly tokens: readonly Token[]
  readonly words: readonly Word[]
  readonly numbers: readonly NumberSaid[]
  /** Letters glued to a number, or single ones beside it: the `PL` of `311PL`, the `A` of `12 A`. */
  readonly shorts: readonly string[]
  readonly letter: string | null
}

/** A number with the word before it: `Gate 4` is no section 4. */
export interface NumberSaid {
  readonly number: string
  readonly after: string | null
}

/** A section that was read. */
export interface Candidate {
  readonly section: ManifestSection
  readonly reading: Reading
  /** The words that a listing has to say: all but those that it can leave out. */
  readonly needed: readonly Word[]
  readonly zoneWords: readonly Word[]
  /** The 4 of a zone `Level 4`, which a listing of `Level 1` contradicts. */
  readonly zoneNumbers: readonly NumberSaid[]
  readonly rows: RowIndex
}

export interface ManifestIndex {
  readonly candidates: readonly Candidate[]
  readonly byKey: ReadonlyMap<string, readonly Candidate[]>
  readonly byBareKey: ReadonlyMap<string, readonly Candidate[]>
  readonly byCode: ReadonlyMap<string, readonly Candidate[]>
  readonly byNumber: ReadonlyMap<string, readonly Candidate[]>
  readonly byLetter: ReadonlyMap<string, readonly Candidate[]>
  /** Sections called by words alone. */
  readonly named: readonly Candidate[]
  /** How many sections say a word; those with a number or letter, since "Club lounge" says nothing about "Club 12". */
  readonly frequency: ReadonlyMap<string, number>
  /** The meanings of all words of names and zones. */
  readonly vocabulary: ReadonlySet<string>
}

export const wordOf = (text: string): Word => ({ text: singular(text), meaning: meaningOf(singular(meaningOf(text))) })

const isLetterName = (text: string) => /^([a-z])\1?$/.test(text)

/** Reads a text into words, numbers and letters. Words that only mean "section" are left out. */
export function readingOf(tokens: readonly Token[]): Reading {
  const words: string[] = []
  const numbers: NumberSaid[] = []
  const shorts: string[] = []
  const letters: string[] = []
  for (const [index, { text, isNumber, glued }] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    // "100 Level" is a floor, and no section 100.
    if (isNumber && text.endsWith('00') && after && meaningOf(after.text) === 'level') continue
    if (isNumber) numbers.push({ number: text, after: before && !before.isNumber ? before.text : null })
    else if (noise.has(text)) continue
    else if ((glued && before?.isNumber) || (after?.isNumber && after.glued)) shorts.push(text)
    else if (isLetterName(text)) letters.push(text)
    else words.push(text)
  }
  if (numbers.length > 0) shorts.push(...letters)
  return {
    tokens,
    words: words.map(wordOf),
    numbers,
    shorts,
    letter: numbers.length === 0 ? (letters.at(-1) ?? null) : null,
  }
}

/** The key without words that only mean "section". */
export const bareKey = (tokens: readonly Token[]) => keyOf(tokens.filter(({ text }) => !noise.has(text)))

/** Prepares a manifest for any number of look-ups. */
export function indexManifest(sections: readonly ManifestSection[]): ManifestIndex {
  const candidates = sections.map((section): Candidate => {
    const reading = readingOf(tokensOf(section.name))
    const zone = readingOf(tokensOf(section.zone ?? ''))
    return {
      section,
      reading,
      needed: reading.words.filter(({ meaning }) => !optionalWords.has(meaning)),
      zoneWords: zone.words.filter(({ meaning }) => !optionalWords.has(meaning)),
      zoneNumbers: zone.numbers,
      rows: rowIndex(section.rows),
    }
  })
  const isNumbered = ({ reading }: Candidate) => reading.numbers.length > 0 || reading.letter !== null
  const frequency = new Map<string, number>()
  for (const one of candidates)
    if (isNumbered(one))
      for (const meaning of new Set([...one.needed, ...one.zoneWords].map((word) => word.meaning)))
        frequency.set(meaning, (frequency.get(meaning) ?? 0) + 1)
  return {
    candidates,
    byKey: Map.groupBy(candidates, ({ reading }) => keyOf(reading.tokens)),
    byBareKey: Map.groupBy(candidates, ({ reading }) => bareKey(reading.tokens)),
    byCode: Map.groupBy(candidates, ({ section }) => section.code.toLowerCase()),
    byNumber: Map.groupBy(
      candidates.filter(({ reading }) => reading.numbers.length > 0),
      ({ reading }) => reading.numbers.at(-1)?.number ?? '',
    ),
    byLetter: Map.groupBy(
      candidates.filter(({ reading }) => reading.letter !== null),
      ({ reading }) => reading.letter ?? '',
    ),
    named: candidates.filter((one) => !isNumbered(one)),
    frequency,
    vocabulary: new Set(
      candidates.flatMap(({ needed, zoneWords }) => [...needed, ...zoneWords].map((one) => one.meaning)),
    ),
  }
}
