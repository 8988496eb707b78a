import { sql } from 'kysely'
import { createLog } from '../../../core/http/log.server.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { PaymentGateway } from '../../orders/payment-gateway.server.ts'
import { voidPaymentsJob } from '../void-payments.server.ts'

/** One run of the job: everything that is due is voided, or asked about. */
export async function voidPayments(database: Database, gateway: PaymentGateway | null): Promise<void> {
  const { signal } = new AbortController()
  await voidPaymentsJob(gateway).run({ database, log: createLog({ level: 'silent' }), signal, count: () => {} })
}

/** Makes due what got no answer. */
export async function voidsAreDue(db: Db): Promise<void> {
  await sql`update payment_voids set next_try_at = now() where settled_at is null`.execute(db)
}

/** An order that is unpaid gets a payment that is authorised and not captured. */
export async function authorise(db: Db, id: number, gatewayReference: string | null = null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update purchases set payment_status = 'authorised' where id = ${id}`.execute(trx)
    await sql`
      insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, gateway_reference, authorised_at)
      select id, 'stripe', 'card', 'authorised', currency, grand_total, 0, 0, 'auth-' || id, ${gatewayReference}, now()
      from purchases where id = ${id}`.execute(trx)
  })
}

/** What became of the payment of an order, and of giving it up. */
export async function voidOf(db: Db, id: number) {
  const { rows } = await sql<{ order: string; payment: string; void: string | null; reason: string | null }>`
    select p.payment_status as order, x.state as payment, v.state as void, v.reason
    from purchases p join payments x on x.purchase_id = p.id left join payment_voids v on v.payment_id = x.id where p.id = ${id}`.execute(
    db,
  )
  return rows[0]
}
