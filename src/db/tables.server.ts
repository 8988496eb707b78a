/**
 * The kit reads tables by the names that definitions give, so it knows no columns at compile time. What comes out
 * is typed at the edge where it is read: by a definition, or by the row type of a hand-written query.
 */
export type Tables = Record<string, Record<string, unknown>>
