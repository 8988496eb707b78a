import type { Word } from './manifest-index.ts'
import { tradeMeanings } from './trade-vocabulary.ts'

/**
 * How well a short form matches words: its letters in the order of the words' letters, the first of them the first
 * letter of a word. 1 where it takes the first letter of every word, less where it skips words or takes letters from
 * inside one.
 */
export function abbreviates(short: string, words: readonly Word[]): number {
  if (short.length > 5) return 0
  let best = 0
  for (let first = 0; first < words.length; first++) {
    if (words[first]?.text[0] !== short[0]) continue
    const initials = words
      .slice(first)
      .map(({ text }) => text[0])
      .join('')
    if (first === 0 && short.length > 1 && initials === short) return 1
    if (takesLetters(short, words.slice(first))) best = Math.max(best, first === 0 ? 0.8 : 0.45)
  }
  return best
}

/** Whether the letters are those of the words in order; the first that a word gives is its first. */
function takesLetters(letters: string, words: readonly Word[]): boolean {
  const [word, ...rest] = words
  if (letters === '') return true
  if (!word) return false
  if (takesLetters(letters, rest)) return true
  if (word.text[0] !== letters[0]) return false
  let taken = 1
  for (let at = 1; ; at++) {
    if (takesLetters(letters.slice(taken), rest)) return true
    at = word.text.indexOf(letters[taken] ?? '', at)
    if (at === -1 || taken >= letters.length) return false
    taken++
  }
}

/** How alike a word of a listing and a word of a name are: 1 the same, 0 not at all. */
export function likeness(said: Word, name: Word): number {
  if (said.text === name.text) return 1
  if (said.meaning === name.meaning) return 0.95
  // North-east is no slip of north-west.
  if (isTradeWord(said) && isTradeWord(name)) return 0
  const [short, long] = said.text.length < name.text.length ? [said.text, name.text] : [name.text, said.text]
  if (short.length >= 3 && long.startsWith(short)) return 0.85
  return short.length >= 6 && isOneSlip(short, long) ? 0.8 : 0
}

/** Whether the trade gives the word its meaning. */
const isTradeWord = ({ text, meaning }: Word) => text !== meaning || tradeMeanings.has(meaning)

/** One letter more, less, other or in the place of its neighbour. */
function isOneSlip(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (long.length > short.length) return long.slice(at + 1) === short.slice(at)
  return (
    long.slice(at + 1) === short.slice(at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && long.slice(at + 2) === short.slice(at + 2))
  )
}
