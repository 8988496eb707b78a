import { sql } from 'kysely'

/** Performances `p` that have yet to begin. While its day is undecided, a performance never counts as past. */
export const isUpcoming = sql`(p.starts_at > now() or p.is_date_tbd)`
