import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { RiskKind } from './risk-rules.ts'

/** What is counted of the order `p` for the rule `r`, by the kind of the rule. */
const findings: Readonly<Record<RiskKind, RawBuilder<unknown>>> = {
  /**
   * Orders of the same address within the hours of the rule, this one included. All are counted: a limit of as many as
   * decide has the planner read the whole table for them.
   */
  orders_by_email: sql`(select count(*) from purchases x where lower(x.customer_email) = lower(p.customer_email)
    and x.created_at > p.created_at - make_interval(hours => r.hours) and x.created_at <= p.created_at)`,
  /** Payments of the order that failed. */
  failed_payments: paymentsWith(sql`x.state = 'failed'`),
  avs_mismatch: paymentsWith(sql`x.avs = 'mismatch'`),
  cvc_mismatch: paymentsWith(sql`x.cvc = 'mismatch'`),
  three_ds_failed: paymentsWith(sql`x.three_ds = 'failed'`),
}

/** Payments of later changes are left out, so that an order counts the same whenever it is looked at. */
function paymentsWith(fault: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from payments x where x.purchase_id = p.id and x.visit_change_id is null and ${fault})`
}

/** Whether the rule `r` counts against the order `p`. */
export const countsAgainst = sql<boolean>`(case r.kind ${sql.join(
  Object.entries(findings).map(([kind, count]) => sql`when ${sql.lit(kind)} then ${count}`),
  sql` `,
)} end) >= r.threshold`

/** The highest score there is, whatever the points add up to. */
export const maxScore = 100

/** The score of an order by the active rules, 0 to 100, and the names of those that count against it. */
export async function scoreRisk(
  db: Db,
  orderId: number,
): Promise<{ readonly score: number; readonly reasons: string[] }> {
  const { rows } = await sql<{ name: string; points: number }>`
    select r.name, r.points from risk_rules r, purchases p
    where p.id = ${orderId} and r.is_enabled and ${countsAgainst} order by r.points desc, r.id`.execute(db)
  const score = Math.min(
    maxScore,
    rows.reduce((all, { points }) => all + points, 0),
  )
  return { score, reasons: rows.map(({ name }) => name) }
}
