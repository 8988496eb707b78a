// Refunds of paid orders, beside raw SQL that does the same writes in the same transactions, turn and turn about in one run: staff
// make one as they saw it previewed, it is taken in hand, the gateway is asked, its answer is settled and the customer is written to.
// `node bench/refund-writes.server.ts` prints how many a second each makes, with one and with sixteen at once.
import type { Actor } from '../src/core/access/access.ts'
import { system } from '../src/core/access/access.ts'
import type { AuditEntry } from '../src/core/audit/audit.server.ts'
import { appendAudit } from '../src/core/audit/audit.server.ts'
import type { Call } from '../src/core/http/endpoint.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { implementOrderCommands } from '../src/features/orders/commands/order-commands.server.ts'
import { refund } from '../src/features/orders/commands/refund-commands.ts'
import { testGateway } from '../src/features/orders/payment-gateway.server.ts'
import { beginToCountRefunds } from '../src/features/payments/refund-limits.server.ts'
import { sendRefundsJob } from '../src/features/payments/send-refunds.server.ts'
import { paidOrders } from './paid-orders.server.ts'
import type { Bench, Work } from './same-writes.server.ts'
import { auditByHand, compare, inserterLike, inTransaction, withBench } from './same-writes.server.ts'

const bencher: Actor = system('bench')
const wish = {
  kind: 'goodwill',
  lines: [],
  amount: 500,
  reason: 'other',
  paidBy: 'platform',
  note: null,
  destination: 'original_method',
  iban: null,
}
/** An order with what its preview was answered with. */
interface Previewed {
  readonly id: number
  readonly token: string
}

await withBench('bench_refunds', async (bench) => {
  const { database, settings } = bench
  const ids = await paidOrders(bench)
  const calls = implementOrderCommands({ settings, database })
  const named = (path: string) => {
    const call = calls.find(({ endpoint }) => endpoint.path === path)
    if (!call) throw new Error(`No call has the path ${path}.`)
    return call
  }
  const [preview, apply] = [named(refund.preview.path), named(refund.apply.path)]
  const job = sendRefundsJob(testGateway)
  const context = { database, log: createLog({ level: 'silent' }), signal: new AbortController().signal }

  const ready: Previewed[] = []
  // A preview writes nothing: a person reads it before they refund.
  const prepare = async (howMany: number) => {
    for (const id of ids.splice(-2 * howMany)) {
      const params = { id: String(id) }
      // Edge: what of a call the handler uses.
      const call = { db: database.kysely, params, input: wish, actor: bencher }
      const { token } = (await preview.handle(call as unknown as Call)) as { token: string }
      ready.push({ id, token })
    }
  }
  const next = () => {
    const order = ready.pop()
    if (!order) throw new Error('All orders that were prepared have their refund.')
    return order
  }
  const refundOne = async (): Promise<number> => {
    const { id, token } = next()
    // No one at a keyboard makes so many within a minute.
    beginToCountRefunds()
    await database.kysely.transaction().execute(async (db) => {
      const entries: AuditEntry[] = []
      const call = {
        db,
        params: { id: String(id) },
        input: { ...wish, token },
        actor: bencher,
        audit: { record: (entry: AuditEntry) => void entries.push(entry) },
        request: { headers: { 'idempotency-key': `bench-${id}` } },
        // The job that it wakes is run by this bench itself.
        reply: { raw: { once: () => {} } },
      }
      await apply.handle(call as unknown as Call)
      await appendAudit(db, entries, { actor: bencher })
    })
    await job.run(context as unknown as Parameters<typeof job.run>[0])
    return id
  }
  await prepare(1)
  const like = await refundOne()
  await compare(bench, 'refunds', refundOne, await rawRefunds(bench, like, () => next().id), prepare)
})

/** The writes of one refund each, with the rows of a real one as a pattern. Its postings are the database’s. */
async function rawRefunds(bench: Bench, refunded: number, next: () => number): Promise<Work> {
  const { pool } = bench
  const refundRow = await inserterLike(bench, 'refunds', `purchase_id = ${refunded}`)
  const event = await inserterLike(bench, 'purchase_events', `purchase_id = ${refunded} and kind = 'refund_succeeded'`)
  const message = await inserterLike(
    bench,
    'messages',
    `id = (select max(message_id) from order_messages where purchase_id = ${refunded})`,
  )
  const letter = await inserterLike(bench, 'order_messages', `purchase_id = ${refunded}`)
  const order = `set version = version + 1, updated_at = now(),`
  const texts = {
    pending: `update purchases ${order} refund_pending = 500, refund_state = 'processing' where id = $1`,
    taken: `update refunds set state = 'processing', tries = 1, next_try_at = now() + interval '20 seconds', updated_at = now(),
      version = version + 1 where purchase_id = $1`,
    paidBack: `update purchases ${order} refund_pending = 0, refunded = 500, refund_state = 'partial',
      payment_status = 'partially_refunded' where id = $1`,
    arrived: `update refunds set state = 'succeeded', next_try_at = null, psp_reference = $2, succeeded_at = now(), updated_at = now(),
      version = version + 1 where purchase_id = $1`,
  }
  const prepared = (name: keyof typeof texts, ...values: unknown[]) => ({ name, text: texts[name], values })
  return async () => {
    const id = next()
    await inTransaction(bench, async (client) => {
      await client.query(prepared('pending', id))
      const { rows } = await client.query<{ id: number }>({
        name: 'payment',
        text: 'select id::integer from payments where purchase_id = $1',
        values: [id],
      })
      await refundRow(client, {
        purchase_id: id,
        payment_id: rows[0]?.id,
        state: 'approved',
        idempotency_key: `raw-${id}`,
        psp_reference: null,
        succeeded_at: null,
        tries: 0,
        next_try_at: new Date(),
      })
      await event(client, { purchase_id: id, kind: 'refund_approved', actor_kind: 'staff' })
      await auditByHand(client, 'refund', id)
    })
    await pool.query(prepared('taken', id))
    await inTransaction(bench, async (client) => {
      await client.query(prepared('paidBack', id))
      await event(client, { purchase_id: id })
      await auditByHand(client, 'refund-succeeded', id)
      await client.query(prepared('arrived', id, `raw-${id}`))
      await message(client, {})
      const text = "select currval(pg_get_serial_sequence('messages', 'id'))::integer as id"
      const { rows } = await client.query<{ id: number }>({ name: 'message', text })
      await letter(client, { purchase_id: id, message_id: rows[0]?.id, occasion: `refund-made-raw-${id}` })
    })
  }
}
