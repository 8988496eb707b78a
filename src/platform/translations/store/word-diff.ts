import { diffArrays } from 'diff'

export interface DiffPart {
  readonly text: string
  readonly change: 'same' | 'added' | 'removed'
}

/** Words that came or went, beyond which two texts are shown one after the other, as a patchwork would be unreadable. */
const maxEdits = 1_000

/** What has become of a text, word by word, in the order in which it is read. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = changesOf(wordsOf(before), wordsOf(after), maxEdits)
  return (parts ?? changesOf([before], [after]) ?? []).map(({ words, change }) => ({ text: words.join(''), change }))
}

/** What has become of a sequence of words, paragraphs or whatever else is compared whole, by the longest that both have. */
export function differenceOf(from: readonly string[], to: readonly string[]): DiffPart[] {
  return (changesOf(from, to) ?? []).flatMap(({ words, change }) => words.map((text) => ({ text, change })))
}

/** Words next to each other with the same fate are together. Undefined beyond so many edits. */
function changesOf(from: readonly string[], to: readonly string[], maxEditLength = Infinity) {
  return diffArrays([...from], [...to], { maxEditLength })?.map(({ value, added, removed }) => ({
    words: value,
    change: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
  }))
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []
