import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { countDrifts } from './drift.endpoints.ts'

/** No more are counted: a tab that says 1,000+ says enough. */
const maxCounted = 1_000

const parts = {
  open: sql`state = 'open'`,
  prices: sql`state = 'open' and field = 'netFrom'`,
  decided: sql`state <> 'open'`,
} as const

export const countDriftsServer = implement(countDrifts, async ({ db }) => {
  const {
    rows: [counted],
  } = await sql<Record<keyof typeof parts, number>>`
    select ${sql.join(
      Object.entries(parts).map(
        ([name, isOf]) =>
          sql`(select count(*) from (select from product_drifts where ${isOf} limit ${sql.lit(maxCounted + 1)}) as counted)::integer as ${sql.ref(name)}`,
      ),
    )}`.execute(db)
  const capped = (count = 0) => ({ count: Math.min(count, maxCounted), isMore: count > maxCounted })
  return { open: capped(counted?.open), prices: capped(counted?.prices), decided: capped(counted?.decided) }
})
