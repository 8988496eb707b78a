import { sql } from 'kysely'
import type { Client } from '../../../app/testing/start.server.ts'
import type { DisputeDesk } from '../../disputes/testing/dispute-desk.server.ts'
import { openDisputeDesk } from '../../disputes/testing/dispute-desk.server.ts'

/** A desk of disputes with what tests of statements do at it. */
export interface StatementDesk extends DisputeDesk {
  readonly staff: Client
  /** Statements and our books begin empty: whatever other tests moved has no part in them. */
  empty(): Promise<void>
  /** An order paid in one payment at some moment, as the tests of refunds make it. In minor units. */
  paidOn(moment: string, amount?: number): Promise<{ id: number; payment: string; currency: string }>
}

export async function openStatementDesk(postgresUrl: string | null, name: string): Promise<StatementDesk> {
  const desk = await openDisputeDesk(postgresUrl, name)
  const { db, server } = desk.desk
  return {
    ...desk,
    staff: await server.signIn('admin'),
    async empty() {
      await sql`truncate statement_lines, statements, reconciliation_findings`.execute(db)
      await sql`update payments set captured_at = now() - interval '90 days' where captured_at is not null`.execute(db)
      await sql`update refunds set succeeded_at = now() - interval '90 days' where succeeded_at is not null`.execute(db)
      await sql`update disputes set withdrawn_at = now() - interval '90 days' where withdrawn_at is not null`.execute(
        db,
      )
    },
    async paidOn(moment, amount = 5000) {
      const [id = 0] = await desk.paid(1, amount)
      const { rows } = await sql<{ payment: string; currency: string }>`
        update payments set captured_at = ${moment}::timestamptz where purchase_id = ${id}
        returning psp_reference as payment, currency`.execute(db)
      // The goods of an order desk make several orders of each that is asked for.
      await sql`
        update payments set captured_at = now() - interval '90 days' where captured_at > ${moment}::timestamptz + interval '1 minute'`.execute(
        db,
      )
      return { id, payment: rows[0]?.payment ?? '', currency: rows[0]?.currency ?? '' }
    },
  }
}

const headings = 'balance_transaction_id,created_utc,currency,gross,fee,reporting_category,source_id,payment_intent_id'
/** A statement as Stripe's CSV file. */
export const fileOf = (...rows: readonly string[]) => [headings, ...rows].join('\n')
