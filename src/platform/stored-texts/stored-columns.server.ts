import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { speaking } from '../../core/http/language.server.ts'
import type { Said } from './stored-text.ts'
import { sayStored } from './stored-text.ts'

/** The longest sentence that is kept, in characters. */
const maxSentence = 500

export interface StoredColumns {
  /** The sentence in English, or the words of a person or another program. */
  readonly detail: string | null
  /** What is said in the reader's language; null where `detail` stays as it is. */
  readonly said: Exclude<Said, string> | null
}

/** What was said as its two columns. */
export function storedColumns(said: Said | null | undefined): StoredColumns {
  if (said === null || said === undefined || said === '') return { detail: null, said: null }
  if (typeof said === 'string') return { detail: said.slice(0, maxSentence), said: null }
  return { detail: speaking('en', () => sayStored(said)).slice(0, maxSentence), said }
}

/** The values of the columns `detail` and `said`, in this order. */
export function storedSql(said: Said | null | undefined): RawBuilder<unknown> {
  const columns = storedColumns(said)
  return sql`${columns.detail}::text, ${columns.said && JSON.stringify(columns.said)}::jsonb`
}

/** Sets a column and the one beside it, `problem` and `problem_said`, to what was said; null clears both. */
export function setSaid(column: string, said: Said | null): RawBuilder<unknown> {
  const columns = storedColumns(said)
  return sql`${sql.ref(column)} = ${columns.detail}::text, ${sql.ref(`${column}_said`)} = ${columns.said && JSON.stringify(columns.said)}::jsonb`
}

/** What two such columns say to the reader. */
export function saidIn({ detail, said }: StoredColumns): string | null {
  return said === null || detail === null ? detail : sayStored(said)
}

/** A field of a resource that has such a column beside it, for its server part. */
export function spokenColumn(column: string) {
  return {
    kept: sql`coalesce(${sql.ref(`t.${column}_said`)}, to_jsonb(${sql.ref(`t.${column}`)}))`,
    say: (kept: unknown) => (kept === null ? null : sayStored(kept as Said)),
  }
}
