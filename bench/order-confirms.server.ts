// Confirming paid orders, beside raw SQL that does the same writes in the same transactions, turn and turn about in one run: the
// gateway says that a payment was captured, the supplier is asked, and the customer is written to. `node
// bench/order-confirms.server.ts` prints how many a second each makes, with one and with sixteen at once.
import { sql } from 'kysely'
import type pg from 'pg'
import { testGateway } from '../src/features/orders/payment-gateway.server.ts'
import { payOrder, settlePayment } from '../src/features/orders/pay-order.server.ts'
import { openCounter } from './counter.server.ts'
import type { Bench, Work } from './same-writes.server.ts'
import { auditByHand, compare, inserterLike, inTransaction, withBench } from './same-writes.server.ts'

/** An order whose customer is paying. */
interface Pending {
  readonly id: number
  readonly key: string
  readonly payment: string
  readonly total: number
}

await withBench('bench_confirms', async (bench) => {
  const hold = await openCounter(bench)
  const pending: Pending[] = []
  const prepare = async (howMany: number) => {
    for (let n = 0; n < howMany; n++) pending.push(await begun(bench, await hold()))
  }
  const next = () => {
    const order = pending.pop()
    if (!order) throw new Error('More orders were confirmed than were prepared.')
    return order
  }
  const confirm: Work = async () =>
    await settlePayment(bench.database, next().payment, { state: 'captured', fee: 10, checks: {} })
  await prepare(1)
  const [like] = pending
  if (!like) throw new Error('An order was prepared.')
  await confirm(0)
  const byHand = await rawConfirms(bench, like)
  await compare(bench, 'confirms', confirm, async () => await byHand(next()), prepare)
})

async function begun({ database, pool }: Bench, reference: string): Promise<Pending> {
  const { payment, amount } = await payOrder(database, testGateway, sql`p.reference = ${reference}`, 'card')
  const { rows } = await pool.query<{ id: number; key: string }>(
    `select p.id::integer, o.supplier_key as key from purchases p join order_placements o on o.purchase_id = p.id where p.reference = $1`,
    [reference],
  )
  const [order] = rows
  if (!order) throw new Error('An order that was placed is there.')
  return { ...order, payment, total: amount }
}

/** The writes of one confirmation, with the rows of a real one as a pattern. */
async function rawConfirms(bench: Bench, like: Pending): Promise<(order: Pending) => Promise<void>> {
  const { pool } = bench
  const event = await inserterLike(bench, 'purchase_events', `purchase_id = ${like.id} and kind = 'payment_captured'`)
  const bookCall = await inserterLike(bench, 'supplier_calls', `action = 'book' and key = '${like.key}'`)
  const order = `set version = version + 1, updated_at = now(),`
  const texts = {
    paid: `update purchases ${order} payment_status = 'captured', captured = grand_total, payment_fees = 10 where id = $1`,
    payment: `update payments set state = 'captured', captured = authorised, captured_at = now(), fee = 10, updated_at = now(), version = version + 1
      where psp_reference = $1`,
    sent: `update purchases ${order} booking_status = 'pending_supplier', supplier_status = 'PENDING', due_at = now() + interval '4 hours' where id = $1`,
    taken: `update supplier_calls set tries = tries + 1, next_try_at = now() + interval '1 minute' where key = $1 and action = 'book'`,
    held: `update house_stock_holds set state = 'booked' where key = $1`,
    booked: `update house_bookings set state = 'booked', version = version + 1, updated_at = now() where key = $1`,
    settled: `update supplier_calls set state = 'done', answer = '{"status": "CONFIRMED"}', settled_at = now() where key = $1 and action = 'book'`,
    confirmed: `update purchases ${order} booking_status = 'confirmed', fulfilment_status = 'awaiting_tickets', supplier_status = 'CONFIRMED',
      held_until = null, due_at = now() + interval '24 hours' where id = $1`,
  }
  const prepared = (name: keyof typeof texts, value: unknown) => ({ name, text: texts[name], values: [value] })
  const letters = await lettersLike(bench, like.id)
  return async ({ id, key, payment }) => {
    await inTransaction(bench, async (client) => {
      await client.query(prepared('paid', id))
      await event(client, { purchase_id: id, kind: 'payment_captured' })
      await auditByHand(client, 'capture', id)
      await client.query(prepared('payment', payment))
    })
    await inTransaction(bench, async (client) => {
      await client.query(prepared('sent', id))
      await event(client, { purchase_id: id, kind: 'sent_to_supplier', amount: null })
      await auditByHand(client, 'send-to-supplier', id)
      await bookCall(client, { key, state: 'open', answer: null, tries: 0, settled_at: null })
    })
    await pool.query(prepared('taken', key))
    await inTransaction(bench, async (client) => {
      await client.query(prepared('held', key))
      await client.query(prepared('booked', key))
    })
    await pool.query(prepared('settled', key))
    await inTransaction(bench, async (client) => {
      await client.query(prepared('confirmed', id))
      await event(client, { purchase_id: id, kind: 'supplier_confirmed', amount: null })
      await letters(client, id)
      await auditByHand(client, 'confirm', id)
    })
  }
}

/** The customer's message, in the outbox and on the list of their order. */
async function lettersLike(bench: Bench, id: number): Promise<(client: pg.ClientBase, id: number) => Promise<unknown>> {
  const message = await inserterLike(
    bench,
    'messages',
    `id = (select max(message_id) from order_messages where purchase_id = ${id})`,
  )
  const text = `insert into order_messages (purchase_id, kind, locale, subject, message_id)
    values ($1, 'confirmation', 'en', 'Your booking is confirmed', currval(pg_get_serial_sequence('messages', 'id')))`
  return async (client, order) => {
    await message(client, {})
    await client.query({ name: 'listed', text, values: [order] })
  }
}
