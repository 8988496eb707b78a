import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/**
 * Average and count of the approved reviews of the subject `t`, beside the suppliers' figures: one lookup in the totals
 * for each.
 */
export function ownTotalsOf(kind: 'product' | 'alias' | 'lineup'): {
  readonly ownRating: RawBuilder<unknown>
  readonly ownReviewCount: RawBuilder<unknown>
} {
  const of = sql`from review_totals r where r.kind = ${sql.lit(kind)} and r.subject_id = t.id`
  return {
    ownRating: sql`(select r.average::float8 ${of})`,
    ownReviewCount: sql`coalesce((select r.review_count ${of}), 0)`,
  }
}
