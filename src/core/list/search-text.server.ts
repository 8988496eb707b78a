import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Words that are looked for one by one; what follows the last of them is looked for as it was typed. */
const maxWords = 6

/** Text for `like` in which `%`, `_` and `\` mean themselves, also where folding makes one of another sign. */
export function literal(text: string): string {
  return text
    .replace(/[％﹪]/g, '%')
    .replace(/＿/g, '_')
    .replace(/[＼﹨]/g, '\\')
    .replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** Without accents, as one sign for each letter. */
const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

/** Whether a trigram index knows anything of the text: three letters or digits in a row. */
export function isIndexable(text: string): boolean {
  return /[\p{L}\p{Nd}]{3}/u.test(bare(text))
}

/** The search text as patterns of the text that `searchedText` makes: every one of them has to match. */
export interface Wanted {
  /** Empty where only codes can match. */
  readonly patterns: readonly string[]
  /** Looked for anywhere; shorter text has to be the beginning of a field. */
  readonly isAnywhere: boolean
}

/**
 * Every pattern has letters that the index knows, so no search reads a whole table. Shorter text is the beginning of a field;
 * what has no two letters in a row is compared with codes alone.
 */
export function wantedIn(q: string): Wanted {
  const text = q.trim().replace(/\s+/g, ' ')
  if (isIndexable(text)) {
    const words = text.split(' ').filter((word) => /[\p{L}\p{Nd}]/u.test(word))
    const [first, rest] = [words.slice(0, maxWords - 1), words.slice(maxWords - 1).join(' ')]
    return { patterns: [...first, rest].filter(Boolean).map((word) => `%${literal(word)}%`), isAnywhere: true }
  }
  const isBeginning = /^[\p{L}\p{Nd}]{2}/u.test(bare(text))
  return { patterns: isBeginning ? [beginningOfField(text)] : [], isAnywhere: false }
}

/** A pattern as PostgreSQL compares it. The planner folds it, and so knows how frequent it is. */
export const folded = (pattern: string): Sql => sql`folded(${pattern})`
/** The same for statements whose plan is kept, which would fold it for every row. */
export const foldedOnce = (pattern: string): Sql => sql`(select folded(${pattern}))`

/** The fields of a row that its list is searched by, folded, each between line ends: the expression that its index is over. */
export const searchedText = (values: readonly Sql[]): Sql => sql`searchable(${sql.join(values)})`

/** The whole of a field, as it is in the text that is searched. */
export const wholeField = (text: string) => `%\n${literal(text)}\n%`
/** The beginning of a field. */
export const beginningOfField = (text: string) => `%\n${literal(text)}%`

/** A code without the spaces, dashes and dots that people put into it when they write it down; null where it has none. */
export function compactCode(text: string): string | null {
  const compact = text.replace(/[\s\-‐-―./_]+/g, '')
  return compact !== text && compact.length >= 4 ? compact : null
}
