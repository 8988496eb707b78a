import type { Kysely } from 'kysely'

/**
 * The core reads tables by the names that definitions give, so it knows no columns at compile time. What comes out
 * is typed at the edge where it is read: by a definition, or by the row type of a hand-written query.
 */
export type Tables = Record<string, Record<string, unknown>>

/** The database, or the transaction that a changing call runs in. */
export type Db = Kysely<Tables>
