export interface DiffPart { readonly text: string; readonly change: 'same' | 'added' | 'removed' }

/** Words of either text beyond which they are shown one after the other: comparing takes the product of both. */
const mostWords = 600

/** What has become of a text, word by word, in the order in which it is read. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [from, to] = [wordsOf(before), wordsOf(after)]
  if (from.length > mostWords || to.length > mostWords) return joined([{ text: before, change: 'removed' }, { text: after, change: 'added' }])
  return joined(differenceOf(from, to))
}

/** What has become of a sequence of words, paragraphs or whatever else is compared whole, by the longest that both have. */
export function differenceOf(from: readonly string[], to: readonly string[]): DiffPart[] {
  // The length of the longest common run of words behind each pair of places.
  const common = Array.from({ length: from.length + 1 }, () => Array.from({ length: to.length + 1 }, () => 0))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = from.length - 1; i >= 0; i--) {
    const row = common[i]
    if (!row) continue
    for (let j = to.length - 1; j >= 0; j--) row[j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [old = '', fresh = ''] = [from[i], to[j]]
    if (i < from.length && j < to.length && old === fresh) {
      parts.push({ text: old, change: 'same' })
      i++
      j++
    } else if (j >= to.length || (i < from.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ text: old, change: 'removed' })
      i++
    } else {
      parts.push({ text: fresh, change: 'added' })
      j++
    }
  }
  return parts
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.text === '') continue
    if (last?.change === part.change) result[result.length - 1] = { ...last, text: last.text + part.text }
    else result.push(part)
  }
  return result
}
