// Holding orders, beside raw SQL that does the same writes in the same transactions, turn and turn about in one
// run. `node bench/order-writes.server.ts` prints how many a second each makes, with one and with sixteen at once.
import { randomUUID } from 'node:crypto'
import { referenceOf } from '../src/features/purchases/purchase-reference.ts'
import { openCounter } from './counter.server.ts'
import type { Bench, Work } from './same-writes.server.ts'
import { auditByHand, compare, inserterLike, inTransaction, withBench } from './same-writes.server.ts'

await withBench('bench_orders', async (bench) => {
  const hold = await openCounter(bench)
  await compare(bench, 'holds', hold, await rawHolds(bench, await hold()))
})

/** The writes of one order each, with the rows of a real one as a pattern. */
async function rawHolds(bench: Bench, held: string): Promise<Work> {
  const { pool } = bench
  const idOf = async (reference: string) =>
    (await pool.query<{ id: number }>('select id::integer from purchases where reference = $1', [reference])).rows[0]
      ?.id
  const heldId = await idOf(held)
  const keyOf = (id: number | undefined) => `(select supplier_key from order_placements where purchase_id = ${id})`
  const like = (table: string, where: string) => inserterLike(bench, table, where)
  const purchase = await like('purchases', `id = ${heldId}`)
  const item = await like('purchase_lines', `purchase_id = ${heldId} and position = 1`)
  const { rows: count } = await pool.query<{ n: number }>(
    `select count(*)::integer as n from purchase_lines where purchase_id = ${heldId}`,
  )
  const placement = await like('order_placements', `purchase_id = ${heldId}`)
  const event = await like('purchase_events', `purchase_id = ${heldId}`)
  const holdCall = await like('supplier_calls', `action = 'hold' and key = ${keyOf(heldId)}`)
  const booking = await like('house_bookings', `key = ${keyOf(heldId)}`)
  const stockHold = await like('house_stock_holds', `key = ${keyOf(heldId)}`)
  const { rows: stock } = await pool.query<{ id: number }>(
    'select id::integer from house_stock where listing_id is not null',
  )
  // It is in hand from its first moment, as the product's own is.
  const inHand = { state: 'open', answer: null, tries: 1, settled_at: null }
  const settle = (key: string) =>
    pool.query({
      name: 'settle',
      text: `update supplier_calls set state = 'done', answer = '{"status": "CONFIRMED"}', settled_at = now() where key = $1 and action = 'hold'`,
      values: [key],
    })
  return async () => {
    const key = randomUUID()
    await inTransaction(bench, (client) => holdCall(client, { key, ...inHand }))
    const stockId = stock[Math.floor(Math.random() * stock.length)]?.id
    await inTransaction(bench, async (client) => {
      await booking(client, { key, reference: `H${key.slice(0, 11)}` })
      const text = 'update house_stock set taken = taken + 2 where id = $1 and taken + 2 <= capacity'
      await client.query({ name: 'stock', text, values: [stockId] })
      await stockHold(client, { key, stock_id: stockId })
    })
    await settle(key)
    await inTransaction(bench, async (client) => {
      const text = "select nextval(pg_get_serial_sequence('purchases', 'id'))::integer as id"
      const id = (await client.query<{ id: number }>({ name: 'next', text })).rows[0]?.id ?? 0
      await purchase(client, { id, reference: referenceOf(id) })
      for (let position = 1; position <= (count[0]?.n ?? 1); position++)
        await item(client, { purchase_id: id, position })
      await placement(client, { purchase_id: id, supplier_key: key })
      await event(client, { purchase_id: id, kind: 'placed' })
      await event(client, { purchase_id: id, kind: 'held' })
      await auditByHand(client, 'place', id)
    })
  }
}
