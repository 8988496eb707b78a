// Holding orders, beside raw SQL that does the same writes in the same transactions, turn and turn about in one
// run. `node bench/order-writes.server.ts` prints how many a second each makes, with one and with sixteen at once.
import { randomUUID } from 'node:crypto'
import { openShop } from '../src/app/commands/traffic-shop.server.ts'
import { Refusal } from '../src/core/errors/errors.ts'
import { placeOrder } from '../src/features/orders/place-order.server.ts'
import type { WantedOrder } from '../src/features/orders/orders.ts'
import { referenceOf } from '../src/features/purchases/purchase-reference.ts'
import type { Bench, Work } from './same-writes.server.ts'
import { auditByHand, compare, inserterLike, inTransaction, withBench } from './same-writes.server.ts'

await withBench('bench_orders', async (bench) => {
  const { database, settings, pool } = bench
  const { lines, countries } = await openShop(database, settings)
  const { rows: users } = await pool.query<{ id: number }>('select id::integer from discovery_api_users limit 1')
  const caller = { userId: users[0]?.id ?? 0, name: 'Bench' }
  await pool.query('update ticket_listings set quantity = 1000')
  const customer = { firstName: 'Ana', lastName: 'García', email: 'ana@bench.example', country: countries[0] ?? 'ES' }

  const place = async (line: WantedOrder['lines'][number]): Promise<string> => {
    const key = randomUUID()
    const named = { caller: 'api_user', actorId: caller.userId, key, hash: key } as const
    return await placeOrder(database, { caller, named }, { lines: [line], customer })
  }
  // Not all that is listed is on sale; and stock is a row that the first order of a listing makes.
  const sold: WantedOrder['lines'] = []
  for (const line of lines.filter(({ kind }) => kind === 'event') as unknown as WantedOrder['lines'])
    if (sold.length < 100 && (await isOurs(line))) sold.push(line)
  /** Only our own stock: what a provider keeps runs out, and its simulator would be measured as well. */
  async function isOurs(line: WantedOrder['lines'][number]): Promise<boolean> {
    const reference = await place(line).catch(notOnSale)
    const { rows } = await pool.query(
      `select from order_placements o join purchases p on p.id = o.purchase_id where p.reference = $1 and o.supplier = 'house'`,
      [reference],
    )
    return rows.length > 0
  }
  const hold = async (): Promise<string> => {
    const line = sold[Math.floor(Math.random() * sold.length)]
    if (!line) throw new Error('Nothing is on sale.')
    return await place(line)
  }
  await compare(bench, 'holds', hold, await rawHolds(bench, await hold()))
})

function notOnSale(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

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
