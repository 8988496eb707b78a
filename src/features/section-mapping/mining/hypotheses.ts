import type { Candidate, ManifestIndex } from '../resolver/manifest-index.ts'
import { wordOf } from '../resolver/manifest-index.ts'
import type { Token } from '../resolver/tokens.ts'
import { keyOf, tokensOf } from '../resolver/tokens.ts'
import {
  floors,
  noise,
  notSectionNumbers,
  offerWords,
  opposites,
  ownKinds,
  seatingWords,
} from '../resolver/trade-vocabulary.ts'
import { likeness } from '../resolver/word-match.ts'

/** Words of one phrase at most, and texts of one phrase that are looked at for what it can mean. */
const [maxWords, maxTexts] = [3, 80]

const isWord = ({ text, isNumber }: Token) => !isNumber && !noise.has(text)

/** The runs of words in a text that can mean something at a venue: "gold circle", "gold" and "circle" of "Gold Circle 12". */
export function phrasesOf(text: string): string[] {
  const tokens = tokensOf(text)
  const phrases = new Set<string>()
  for (let from = 0; from < tokens.length; from++)
    for (let to = from; to < Math.min(tokens.length, from + maxWords); to++) {
      const token = tokens[to]
      if (!token || !isWord(token)) break
      phrases.add(keyOf(tokens.slice(from, to + 1)))
    }
  return [...phrases]
}

const known = (word: string): boolean => {
  const { meaning } = wordOf(word)
  return [ownKinds, offerWords, notSectionNumbers, floors, seatingWords, ...opposites].some((group) =>
    group.has(meaning),
  )
}

/** Whether the trade gives a phrase a meaning of its own. Only a person's decision can give it another one. */
export const hasMeaning = (phrase: string): boolean => phrase.split(' ').every(known)

/** Whether one says left and the other right. */
export function areOpposite(phrase: string, replacement: string): boolean {
  const meanings = (text: string) => tokensOf(text).map((token) => wordOf(token.text).meaning)
  const [said, meant] = [meanings(phrase), meanings(replacement)]
  return opposites.some((group) => {
    const own = said.filter((one) => group.has(one))
    return own.length > 0 && meant.some((one) => group.has(one) && !own.includes(one))
  })
}

/** A text's tokens without one appearance of the phrase, and without words that only mean "section". */
function without(text: string, phrase: readonly string[]): Token[] {
  const tokens = tokensOf(text)
  const at = tokens.findIndex((_, from) => phrase.every((word, index) => tokens[from + index]?.text === word))
  return tokens.filter(({ text: word }, index) => !(index >= at && index < at + phrase.length) && !noise.has(word))
}

/** The words of a section's name that a text does not say, as the name writes them; null where its number is another. */
function unsaid(rest: readonly Token[], { section, reading }: Candidate): string | null {
  const numbers = rest.filter(({ isNumber }) => isNumber)
  const own = reading.tokens.filter(({ isNumber }) => isNumber)
  if (own.length !== numbers.length || own.some(({ text }, index) => text !== numbers[index]?.text)) return null
  const said = rest.filter(({ isNumber }) => !isNumber).map(({ text }) => wordOf(text))
  const words = section.name.split(/\s+/).filter((word) => !/\d/.test(word) && tokensOf(word).some(isWord))
  const isSaid = (word: string) => {
    const [token] = tokensOf(word)
    return token !== undefined && said.some((one) => likeness(one, wordOf(token.text)) > 0)
  }
  // A name without a number is only this one where everything else that the text says is in it.
  if (own.length === 0 && !said.every((one) => words.some((word) => likeness(one, wordOf(word.toLowerCase())) > 0)))
    return null
  // A section that is only a number is said by its zone, or by a word that means "section".
  if (words.length === 0) return section.zone !== null && said.length === 0 ? section.zone : 'Section'
  const left = words.filter((word) => !isSaid(word))
  return left.length === 0 || (left.length === words.length && own.length === 0) ? null : left.join(' ')
}

interface Meant {
  readonly section: string
  /** The section that someone decided on; undefined where every section is possible. */
  readonly only?: string
}

/** What a phrase can mean on a map, those first that explain the most texts. */
export function meaningsOf(phrase: string, texts: readonly Meant[], index: ManifestIndex): string[] {
  const words = phrase.split(' ')
  const votes = new Map<string, { readonly replacement: string; votes: number }>()
  for (const { section, only } of texts.slice(0, maxTexts)) {
    const rest = without(section, words)
    const number = rest.findLast(({ isNumber }) => isNumber)?.text
    const candidates = number === undefined ? index.named : (index.byNumber.get(number) ?? [])
    const own = new Map<string, string>()
    for (const candidate of candidates) {
      if (only !== undefined && candidate.section.name !== only) continue
      const replacement = rest.length === 0 ? null : unsaid(rest, candidate)
      if (replacement !== null && keyOf(tokensOf(replacement)) !== phrase)
        own.set(keyOf(tokensOf(replacement)), replacement)
    }
    for (const [key, replacement] of own) {
      const vote = votes.get(key) ?? { replacement, votes: 0 }
      vote.votes += only === undefined ? 1 : 3
      votes.set(key, vote)
    }
  }
  return [...votes.values()]
    .filter((one) => one.votes > 1)
    .toSorted((a, b) => b.votes - a.votes)
    .slice(0, 4)
    .map(({ replacement }) => replacement)
}
