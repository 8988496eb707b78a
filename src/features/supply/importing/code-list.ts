/** What was found in a text that people pasted. */
export interface PastedCodes {
  /** Each code once, in the order of the text. */
  readonly codes: readonly string[]
  /** How often codes were repeated. */
  readonly duplicates: number
  /** What looks like a code and is none, with its line. */
  readonly refused: readonly { readonly line: number; readonly text: string }[]
  /** Lines of words alone, such as the titles of a list. */
  readonly linesOfWords: number
}

/** The most codes that can be pasted at a time. */
export const maxCodes = 1_000
/** The most characters of a text; pages are larger than lists. */
export const maxPasted = 200_000

/** Reads a code as a supplier writes it, or out of an address of the supplier's site. Null: it is none. */
export type ReadCode = (text: string) => string | null

const isAddress = (word: string) => /^(?:https?:\/\/|www\.)/i.test(word)

/**
 * Reads codes in whatever shape they come: one a line, with commas, in quotes, as rows of a table beside a title, as
 * addresses. Words without a digit are no attempt at a code.
 */
export function readPasted(text: string, readCode: ReadCode): PastedCodes {
  const codes = new Set<string>()
  const refused: { line: number; text: string }[] = []
  let duplicates = 0
  let linesOfWords = 0
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    const words = wordsOf(line)
    let attempts = 0
    for (const word of words) {
      const code = readCode(word)
      if (code === null && !/\d/.test(word) && !isAddress(word)) continue
      attempts++
      if (code === null) refused.push({ line: index + 1, text: word.slice(0, 80) })
      else if (codes.has(code)) duplicates++
      else codes.add(code)
    }
    if (words.length > 0 && attempts === 0) linesOfWords++
  }
  return { codes: [...codes], duplicates, refused, linesOfWords }
}

function wordsOf(line: string): string[] {
  return line
    .replace(/[\p{Cf}\p{Cc}]+/gu, (match) => (match.includes('\t') ? '\t' : ''))
    .split(/\s+/)
    .flatMap((word) => (isAddress(word) ? [word] : word.split(/[,;|]/)))
    .map((word) => word.replace(/^["'“”‘’«»=()[\]<>]+|["'“”‘’«»()[\]<>.,;]+$/g, ''))
    .filter((word) => word !== '')
}
