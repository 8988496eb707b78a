/** Longer texts are no names of screens. */
const LONGEST = 60

/** Letters as people compare them: without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/**
 * How well the typed text matches a title, 0 best; null when it does not. Seven steps and no weights, so that the order
 * is predictable: the title itself, its beginning, words of it, a part of it, then the same with its surroundings (its
 * group), and last the beginnings of its words run together (`allp` for All purchases).
 */
export function rankOf(typed: string, title: string, around = ''): number | null {
  const query = folded(typed)
  if (query === '') return 0
  if (query.length > LONGEST) return null
  const text = folded(title)
  if (text === query) return 0
  if (text.startsWith(query)) return 1
  const words = wordsOf(query)
  if (words.length === 0) return null
  if (allBegin(words, wordsOf(text))) return 2
  if (text.includes(query)) return 3
  const whole = `${folded(around)} ${text}`
  if (allBegin(words, wordsOf(whole))) return 4
  if (words.every((word) => whole.includes(word))) return 5
  return abbreviates(words.join(''), wordsOf(text)) ? 6 : null
}

/** Every word typed begins a word of the text. */
function allBegin(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((word) => words.some((other) => other.startsWith(word)))
}

/** Made of the beginnings of some of the words, in their order. */
function abbreviates(typed: string, words: readonly string[]): boolean {
  if (typed === '') return true
  return words.some((word, index) => {
    const rest = words.slice(index + 1)
    for (let length = sharedStart(typed, word); length > 0; length--) {
      if (abbreviates(typed.slice(length), rest)) return true
    }
    return false
  })
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** The matching items, best first and otherwise in their own order. */
export function bestOf<T extends { readonly title: string; readonly around?: string }>(
  typed: string,
  things: readonly T[],
): T[] {
  return things
    .map((thing) => ({ thing, rank: rankOf(typed, thing.title, thing.around) }))
    .filter((found): found is { thing: T; rank: number } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing)
}
