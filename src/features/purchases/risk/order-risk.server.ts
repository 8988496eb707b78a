import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** From here on a paid order waits for staff to look at it. */
export const reviewFrom = 80

/** What is counted or compared, by the kind of a rule. */
const findings = {
  /** Orders of the same address within the hours of the rule, this one included. */
  orders_by_email: sql`(select count(*) from purchases x where lower(x.customer_email) = lower(p.customer_email)
    and x.created_at > p.created_at - make_interval(hours => r.hours) and x.created_at <= p.created_at)`,
  /** Payments of the order that failed. */
  failed_payments: sql`(select count(*) from payments x where x.purchase_id = p.id and x.state = 'failed')`,
  avs_mismatch: sql`(select count(*) from payments x where x.purchase_id = p.id and x.avs = 'mismatch')`,
  cvc_mismatch: sql`(select count(*) from payments x where x.purchase_id = p.id and x.cvc = 'mismatch')`,
  three_ds_failed: sql`(select count(*) from payments x where x.purchase_id = p.id and x.three_ds = 'failed')`,
}

/** The score of an order by the active rules, 0 to 100, and the names of those that count against it. */
export async function scoreRisk(
  db: Db,
  orderId: number,
): Promise<{ readonly score: number; readonly reasons: string[] }> {
  const kinds = sql.join(
    Object.entries(findings).map(([kind, count]) => sql`when ${sql.lit(kind)} then ${count}`),
    sql` `,
  )
  const { rows } = await sql<{ name: string; points: number }>`
    select r.name, r.points from risk_rules r, purchases p
    where p.id = ${orderId} and r.is_enabled and (case r.kind ${kinds} end) >= r.threshold order by r.points desc, r.id`.execute(
    db,
  )
  const score = Math.min(
    100,
    rows.reduce((all, { points }) => all + points, 0),
  )
  return { score, reasons: rows.map(({ name }) => name) }
}
