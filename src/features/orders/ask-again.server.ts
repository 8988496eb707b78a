import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import { takeUpBookings } from './confirm-order.server.ts'
import { askSupplier } from './supplier-calls.server.ts'
import type { SupplierCommand, SupplierName } from './supplier-port.server.ts'
import { supplierOf } from './suppliers.server.ts'

/** Asks the supplier of an order at once for what the jobs would ask later, and writes down what it says. */
export async function askAgain(database: Database, orderId: number): Promise<void> {
  const { kysely: db } = database
  const { rows } = await sql<{ supplier: SupplierName; key: string; action: SupplierCommand; step: string }>`
    update supplier_calls c set next_try_at = now() from order_placements o
    where o.purchase_id = ${orderId} and c.key = o.supplier_key and c.state = 'open'
    returning c.supplier, c.key, c.action, c.step`.execute(db)
  for (const { supplier, ...call } of rows) await askSupplier(database, supplierOf(database, supplier), call)
  await sql`
    update supplier_bookings b set next_poll_at = now() from order_placements o
    where o.purchase_id = ${orderId} and b.key = o.supplier_key and b.next_poll_at is not null`.execute(db)
  await takeUpBookings(database, sql`p.id = ${orderId}`)
}
