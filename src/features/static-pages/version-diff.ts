import { plainOfRichText } from '../../core/rich-text-plain.ts'
import type { DiffPart } from '../../platform/translations/store/word-diff.ts'
import { differenceOf, wordDiff } from '../../platform/translations/store/word-diff.ts'

/** A paragraph, heading or entry of a list of either version, in the order in which they are read. */
export interface DiffBlock {
  readonly change: 'same' | 'added' | 'removed' | 'changed'
  readonly parts: readonly DiffPart[]
}

/**
 * A stored text as the paragraphs, headings, list items and images that make it up, in reading order.
 */
function blocksOf(html: string): string[] {
  return html
    .split(/(?=<(?:p|h[234])>|<img )/)
    .map((block) => block.replace(/^<img data-image="(\d+)" alt="([^"]*)">/, '[$1: $2] '))
    .map(plainOfRichText)
    .filter((text) => text !== '')
}

/** Words that two blocks share, as a part of those of the longer: whether one has become the other. */
function likeness(a: string, b: string): number {
  const [one, other] = [new Set(a.split(' ')), new Set(b.split(' '))]
  return [...one].filter((word) => other.has(word)).length / Math.max(one.size, other.size)
}

/** Blocks as alike as this are shown as one that was changed. */
const alike = 0.35

/** The changes to a text, block by block, and word by word within a changed block. */
export function versionDiff(before: string, after: string): DiffBlock[] {
  const blocks: DiffBlock[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const settle = () => {
    blocks.push(...paired(removed, added))
    ;[removed, added] = [[], []]
  }
  for (const part of differenceOf(blocksOf(before), blocksOf(after))) {
    if (part.change === 'removed') removed.push(part.text)
    else if (part.change === 'added') added.push(part.text)
    else {
      settle()
      blocks.push({ change: 'same', parts: [part] })
    }
  }
  settle()
  return blocks
}

/** Removed and added blocks between two that stayed, those that are alike together. */
function paired(removed: readonly string[], added: readonly string[]): DiffBlock[] {
  const left = [...added]
  const blocks: DiffBlock[] = []
  for (const old of removed) {
    const place = left.findIndex((fresh) => likeness(old, fresh) >= alike)
    const fresh = left[place]
    if (fresh === undefined) blocks.push({ change: 'removed', parts: [{ text: old, change: 'removed' }] })
    else {
      blocks.push(
        ...left
          .splice(0, place + 1)
          .slice(0, -1)
          .map(asAdded),
        { change: 'changed', parts: wordDiff(old, fresh) },
      )
    }
  }
  return [...blocks, ...left.map(asAdded)]
}

function asAdded(text: string): DiffBlock {
  return { change: 'added', parts: [{ text, change: 'added' }] }
}
