// Giving money back and issuing invoices, beside raw SQL that does the same writes in the same transactions, turn and turn
// about in one run. `node bench/money-writes.server.ts` prints how many a second each makes, with one and with sixteen at once.
import { sql } from 'kysely'
import { system } from '../src/core/access/access.ts'
import { appendAudit } from '../src/core/audit/audit.server.ts'
import type { AuditEntry } from '../src/core/audit/audit.server.ts'
import type { Call } from '../src/core/http/endpoint.server.ts'
import { lockOrder } from '../src/features/orders/order-moves.server.ts'
import { settleRefund } from '../src/features/orders/refund-moves.server.ts'
import { addRefund } from '../src/features/payments/refund-context.server.ts'
import { quoteRefund } from '../src/features/payments/refund-quote.server.ts'
import { referenceOf } from '../src/features/purchases/purchase-reference.ts'
import type { Bench, Work } from './same-writes.server.ts'
import { auditByHand, compare, inserterLike, inTransaction, timesInAll, withBench } from './same-writes.server.ts'

const actor = system('bench')

await withBench('bench_money', async (bench) => {
  const ids = await paidOrders(bench, 2 * (timesInAll + 60))
  /** Each order is used once, whoever uses it. */
  const withNext =
    (work: (id: number) => Promise<unknown>): Work =>
    () =>
      work(ids.pop() ?? 0)
  const [first = 0, second = 0] = ids.splice(0, 2)
  await refund(bench, first)
  await compare(
    bench,
    'refunds',
    withNext((id) => refund(bench, id)),
    withNext(await rawRefunds(bench, first)),
  )
  await issue(bench, second)
  await compare(
    bench,
    'invoices',
    withNext((id) => issue(bench, id)),
    withNext(await rawInvoices(bench, second)),
  )
})

/** Confirmed orders like one of the demo data, each with its payment. */
async function paidOrders(bench: Bench, count: number): Promise<number[]> {
  const { pool } = bench
  const { rows } = await pool.query<{ id: number; total: number }>(`
    select p.id::integer as id, p.grand_total::integer as total from purchases p
    where p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.refund_state = 'none' and p.currency = 'EUR'
      and p.kind = 'event' and p.coupon_id is null and p.captured = p.grand_total
      and (select count(*) from payments x where x.purchase_id = p.id and x.captured > 0) = 1
      and not exists (select from invoices i where i.purchase_id = p.id) order by p.id limit 1`)
  const [like] = rows
  if (!like) throw new Error('No order of the demo data will do.')
  const purchase = await inserterLike(bench, 'purchases', `id = ${like.id}`)
  const line = await inserterLike(bench, 'purchase_lines', `purchase_id = ${like.id}`)
  const payment = await inserterLike(bench, 'payments', `purchase_id = ${like.id} and captured > 0`)
  const ids: number[] = []
  for (let n = 0; n < count; n++)
    await inTransaction(bench, async (client) => {
      const text = "select nextval(pg_get_serial_sequence('purchases', 'id'))::integer as id"
      const id = (await client.query<{ id: number }>({ name: 'next', text })).rows[0]?.id ?? 0
      await purchase(client, { id, reference: referenceOf(id) })
      await line(client, {
        purchase_id: id,
        position: 1,
        kind: 'item',
        quantity: 1,
        unit_price: like.total,
        amount: like.total,
      })
      await payment(client, { purchase_id: id, psp_reference: `bench-${id}`, gateway_reference: null })
      ids.push(id)
    })
  return ids
}

/** As a bulk run does it: made, taken in hand, and settled as the gateway answers. */
async function refund({ database }: Bench, id: number): Promise<void> {
  const wish = { kind: 'goodwill', lines: [], amount: 100, reason: 'other', paidBy: 'platform', note: null } as const
  await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, sql`p.id = ${id}`)
    if (!order) throw new Error('The order is there.')
    await addRefund(db, order, {
      wish,
      quote: await quoteRefund(db, order, wish),
      actor,
      key: `bench-${id}`,
      isAlone: true,
    })
  })
  // `send-refunds` takes whatever is due; here each refund is its own.
  const { rows } = await sql<{ id: number }>`
    update refunds set state = 'processing', tries = tries + 1, next_try_at = now() + interval '20 seconds', updated_at = now(),
      version = version + 1
    where id = (select id from refunds where purchase_id = ${id} for update skip locked) returning id`.execute(
    database.kysely,
  )
  await settleRefund(database, rows[0]?.id ?? 0, { state: 'succeeded', reference: `re-${id}` })
}

async function rawRefunds(bench: Bench, first: number): Promise<(id: number) => Promise<void>> {
  const { pool } = bench
  const row = await inserterLike(bench, 'refunds', `purchase_id = ${first}`)
  const event = await inserterLike(bench, 'purchase_events', `purchase_id = ${first} and kind = 'refund_succeeded'`)
  return async (id) => {
    const { rows } = await pool.query<{ id: number }>({
      name: 'payment-of',
      text: 'select id::integer from payments where purchase_id = $1',
      values: [id],
    })
    await inTransaction(bench, async (client) => {
      const text = "update purchases set refund_pending = 100, refund_state = 'approved' where id = $1"
      await client.query({ name: 'pending', text, values: [id] })
      await row(client, {
        purchase_id: id,
        payment_id: rows[0]?.id,
        state: 'approved',
        idempotency_key: `raw-${id}`,
        psp_reference: null,
        succeeded_at: null,
        next_try_at: new Date(),
      })
    })
    const take = "update refunds set state = 'processing', tries = 1, version = version + 1 where purchase_id = $1"
    await pool.query({ name: 'take', text: take, values: [id] })
    await inTransaction(bench, async (client) => {
      const text = `update purchases set refunded = 100, refund_pending = 0, refund_state = 'partial',
        payment_status = 'partially_refunded', version = version + 1, updated_at = now() where id = $1`
      await client.query({ name: 'refunded', text, values: [id] })
      await event(client, { purchase_id: id })
      await auditByHand(client, 'refund-succeeded', id)
      const settle = `update refunds set state = 'succeeded', next_try_at = null, succeeded_at = now(), version = version + 1
        where purchase_id = $1`
      await client.query({ name: 'settle', text: settle, values: [id] })
    })
  }
}

/** What the call does, with its audit. */
async function issue({ database, composed }: Bench, id: number): Promise<void> {
  const call = composed.implementations.find(
    ({ endpoint: { method, path } }) => method === 'POST' && path === '/rest/data/purchases/:id/invoice',
  )
  if (!call) throw new Error('Invoices can be issued.')
  await database.kysely.transaction().execute(async (db) => {
    const entries: AuditEntry[] = []
    const audit = { record: (entry: AuditEntry) => void entries.push(entry) }
    await call.handle({ db, params: { id: String(id) }, query: {}, input: {}, actor, audit } as unknown as Call)
    await appendAudit(db, entries, { actor })
  })
}

async function rawInvoices(bench: Bench, first: number): Promise<(id: number) => Promise<void>> {
  const own = `(select id from invoices where purchase_id = ${first})`
  const line = await inserterLike(bench, 'invoice_lines', `invoice_id = ${own}`)
  const tax = await inserterLike(bench, 'invoice_taxes', `invoice_id = ${own}`)
  const document = await inserterLike(bench, 'invoices', `id = ${own}`)
  const event = await inserterLike(bench, 'purchase_events', `purchase_id = ${first} and kind = 'invoice_issued'`)
  return async (id) => {
    await inTransaction(bench, async (client) => {
      const text = "select nextval(pg_get_serial_sequence('invoices', 'id'))::integer as id"
      const invoiceId = (await client.query<{ id: number }>({ name: 'next', text })).rows[0]?.id
      await line(client, { invoice_id: invoiceId })
      await tax(client, { invoice_id: invoiceId })
      const numbered = { sequence: null, number: null, issued_at: null, hash: null, previous_hash: null }
      await document(client, { id: invoiceId, purchase_id: id, purchase_reference: referenceOf(id), ...numbered })
      await event(client, { purchase_id: id })
      await auditByHand(client, 'issue-invoice', id)
    })
  }
}
