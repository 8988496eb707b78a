import type { Expression, RawBuilder } from 'kysely'
import { sql } from 'kysely'

/**
 * `foldEmail` (email.ts) in SQL. Lowered as ICU does it, because `lower` in the order of the bytes knows ASCII only; in
 * the default collation again at the end, so that an index on what it is compared with serves.
 */
export function foldedEmail(email: Expression<unknown>): RawBuilder<string> {
  return sql<string>`(btrim(lower(normalize(${email}, nfkc) collate alphabetical)) collate "default")`
}
