import type { Word } from './manifest-index.ts'

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
    if (
      isInOrder(
        short,
        words
          .slice(first)
          .map(({ text }) => text)
          .join(''),
      )
    ) {
      best = Math.max(best, first === 0 ? 0.8 : 0.45)
    }
  }
  return best
}

function isInOrder(letters: string, text: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return true
}

/** How alike a word of a listing and a word of a name are: 1 the same, 0 not at all. */
export function likeness(said: Word, name: Word): number {
  if (said.text === name.text) return 1
  if (said.meaning === name.meaning) return 0.95
  const [short, long] = said.text.length < name.text.length ? [said.text, name.text] : [name.text, said.text]
  if (short.length >= 3 && long.startsWith(short)) return 0.85
  return short.length >= 6 && isOneSlip(short, long) ? 0.8 : 0
}

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
