// Holding and confirming orders, beside raw SQL that does the same writes in the same transactions, turn and turn about in one
// run. `node bench/order-writes.server.ts` prints how many a second each makes, with one and with sixteen at once.
import { randomUUID } from 'node:crypto'
import { openShop } from '../src/app/commands/traffic-shop.server.ts'
import { Refusal } from '../src/core/errors/errors.ts'
import { payOrder, settlePayment } from '../src/features/orders/pay-order.server.ts'
import { testGateway } from '../src/features/orders/payment-gateway.server.ts'
import { placeOrder } from '../src/features/orders/place-order.server.ts'
import type { WantedOrder } from '../src/features/orders/orders.ts'
import { referenceOf } from '../src/features/purchases/purchase-reference.ts'
import type { Bench } from './same-writes.server.ts'
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
    if (sold.length < 100 && (await place(line).catch(notOnSale)) !== null) sold.push(line)
  const hold = async (): Promise<string> => {
    const line = sold[Math.floor(Math.random() * sold.length)]
    if (!line) throw new Error('Nothing is on sale.')
    return await place(line)
  }
  const sell = async (): Promise<string> => {
    const reference = await hold()
    const { payment } = await payOrder(database, testGateway, caller, reference, 'card')
    await settlePayment(database, payment, { state: 'captured', fee: 35, checks: {} })
    return reference
  }
  const byHand = await rawSales(bench, { held: await hold(), sold: await sell() })
  await compare(bench, 'holds', hold, byHand.hold)
  await compare(bench, 'holds and confirms', sell, async () => await byHand.confirm(await byHand.hold()))
})

function notOnSale(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

interface Held {
  readonly id: number
  readonly key: string
}

/** The writes of one order each, with the rows of two real ones as a pattern. */
async function rawSales(bench: Bench, { held, sold }: { readonly held: string; readonly sold: string }) {
  const { pool } = bench
  const idOf = async (reference: string) =>
    (await pool.query<{ id: number }>('select id::integer from purchases where reference = $1', [reference])).rows[0]
      ?.id
  const [heldId, soldId] = [await idOf(held), await idOf(sold)]
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
  const bookCall = await like('supplier_calls', `action = 'book' and key = ${keyOf(soldId)}`)
  const booking = await like('house_bookings', `key = ${keyOf(heldId)}`)
  const stockHold = await like('house_stock_holds', `key = ${keyOf(heldId)}`)
  const payment = await like('payments', `purchase_id = ${soldId}`)
  const message = await like('messages', `id = (select message_id from order_messages where purchase_id = ${soldId})`)
  const listed = await like('order_messages', `purchase_id = ${soldId}`)
  const { rows: stock } = await pool.query<{ id: number }>(
    'select id::integer from house_stock where listing_id is not null',
  )
  const total = `(select grand_total from purchases where id = ${heldId})`
  const grandTotal = Number((await pool.query<{ n: string }>(`select ${total} as n`)).rows[0]?.n)
  const open = { state: 'open', answer: null, tries: 0, settled_at: null }
  const settled = (client: Pick<typeof pool, 'query'>, key: string, action: string) => ({
    take: () =>
      client.query({
        name: 'take',
        text: "update supplier_calls set tries = 1, next_try_at = now() + interval '1 minute' where key = $1 and action = $2",
        values: [key, action],
      }),
    settle: () =>
      client.query({
        name: 'settle',
        text: `update supplier_calls set state = 'done', answer = '{"status": "CONFIRMED"}', settled_at = now() where key = $1 and action = $2`,
        values: [key, action],
      }),
  })
  return {
    async hold(): Promise<Held> {
      const key = randomUUID()
      const call = settled(pool, key, 'hold')
      await inTransaction(bench, (client) => holdCall(client, { key, ...open }))
      await call.take()
      const stockId = stock[Math.floor(Math.random() * stock.length)]?.id
      await inTransaction(bench, async (client) => {
        await booking(client, { key, reference: `H${key.slice(0, 11)}` })
        const text = 'update house_stock set taken = taken + 2 where id = $1 and taken + 2 <= capacity'
        await client.query({ name: 'stock', text, values: [stockId] })
        await stockHold(client, { key, stock_id: stockId })
      })
      await call.settle()
      return await inTransaction(bench, async (client) => {
        const text = "select nextval(pg_get_serial_sequence('purchases', 'id'))::integer as id"
        const id = (await client.query<{ id: number }>({ name: 'next', text })).rows[0]?.id ?? 0
        await purchase(client, { id, reference: referenceOf(id) })
        for (let position = 1; position <= (count[0]?.n ?? 1); position++)
          await item(client, { purchase_id: id, position })
        await placement(client, { purchase_id: id, supplier_key: key })
        await event(client, { purchase_id: id, kind: 'placed' })
        await event(client, { purchase_id: id, kind: 'held' })
        await auditByHand(client, 'place', id)
        return { id, key }
      })
    },
    async confirm({ id, key }: Held): Promise<void> {
      const call = settled(pool, key, 'book')
      const move = async (set: string, kind: string, more: (client: Parameters<typeof event>[0]) => Promise<unknown>) =>
        await inTransaction(bench, async (client) => {
          const text = `update purchases set ${set}, version = version + 1, updated_at = now() where id = $1`
          await client.query({ name: `move-${kind}`, text, values: [id] })
          await event(client, { purchase_id: id, kind })
          await more(client)
          await auditByHand(client, kind, id)
        })
      await inTransaction(bench, (client) =>
        payment(client, {
          purchase_id: id,
          psp_reference: `${id}-1`,
          state: 'pending',
          captured: 0,
          fee: 0,
          captured_at: null,
        }),
      )
      await move(
        `payment_status = 'captured', captured = ${grandTotal}, payment_fees = 35`,
        'payment_captured',
        (client) =>
          client.query({
            name: 'capture',
            text: `update payments set state = 'captured', captured = authorised, fee = 35, captured_at = now() where purchase_id = $1`,
            values: [id],
          }),
      )
      await move("booking_status = 'pending_supplier', supplier_status = 'PENDING'", 'sent_to_supplier', (client) =>
        bookCall(client, { key, ...open }),
      )
      await call.take()
      await inTransaction(bench, async (client) => {
        const text = "update house_stock_holds set state = 'booked' where key = $1"
        await client.query({ name: 'book-stock', text, values: [key] })
        const booked = "update house_bookings set state = 'booked', version = version + 1 where key = $1"
        await client.query({ name: 'book', text: booked, values: [key] })
      })
      await call.settle()
      await move(
        "booking_status = 'confirmed', fulfilment_status = 'awaiting_tickets', supplier_status = 'CONFIRMED', held_until = null",
        'supplier_confirmed',
        async (client) => {
          const text = "select nextval(pg_get_serial_sequence('messages', 'id'))::integer as id"
          const messageId = (await client.query<{ id: number }>({ name: 'next-message', text })).rows[0]?.id ?? 0
          await message(client, { id: messageId })
          await listed(client, { purchase_id: id, message_id: messageId })
        },
      )
    },
  }
}
