import { sql } from 'kysely'
import { expect } from 'vitest'
import { keyWith } from '../../src/features/discovery/testing/api-key.server.ts'
import type { Goods } from '../../src/features/orders/testing/goods.server.ts'
import type { Product } from '../product.ts'

/** A visit sold through the Orders API, paid and confirmed, whose supplier is not connected; its id. */
export async function confirmedVisit(
  { server }: Product,
  goods: Goods,
  units: readonly { readonly unitId: number; readonly quantity: number }[],
): Promise<number> {
  const db = server.database.kysely
  const { key } = await keyWith(db, ['orders'])
  const { status, body } = await server.anonymous.post(
    '/v1/orders',
    {
      lines: [{ kind: 'product', optionId: goods.optionId, date: goods.date, time: '09:30', units }],
      customer: { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' },
    },
    { 'authorization': `Bearer ${key}`, 'idempotency-key': 'confirmed-visit' },
  )
  expect(status, JSON.stringify(body)).toBe(201)
  const { rows } = await sql<{ id: number }>`
    select id from purchases where reference = ${(body as { reference: string }).reference}`.execute(db)
  const id = rows[0]?.id ?? 0
  await db.transaction().execute(async (trx) => {
    await sql`delete from order_placements where purchase_id = ${id}`.execute(trx)
    await sql`update purchases set captured = grand_total, payment_status = 'captured' where id = ${id}`.execute(trx)
    await sql`
      insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
      select id, 'stripe', 'card', 'captured', currency, grand_total, grand_total, 0, 'psp-' || id, now() from purchases where id = ${id}`.execute(
      trx,
    )
  })
  for (const status of ['pending_supplier', 'confirmed'])
    await sql`update purchases set booking_status = ${status} where id = ${id}`.execute(db)
  return id
}
