import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { lockOrder, moveOrder } from '../orders/order-moves.server.ts'
import { settlePayment, voidPaymentsName } from '../orders/pay-order.server.ts'
import type { PaymentGateway, VoidAnswer, VoidRequest } from '../orders/payment-gateway.server.ts'

// As refunds are sent: the end of an order leaves the intent, it is taken in hand and committed, the gateway is asked with a key of
// its own, and its answer is settled. What a lost answer leaves is asked about before anything is sent again.

const nextTry = sql`now() + least(interval '1 day', interval '20 seconds' * power(2, least(v.tries, 13)))`
const rounding = sql`interval '1 millisecond'`

interface TakenVoid extends Omit<VoidRequest, 'key'> {
  readonly id: number
  /** Our own name for the payment. */
  readonly name: string
  readonly tries: number
}

/** Gives up what was authorised for orders that have ended and what would pay an order twice, and asks about what got no answer. */
export function voidPaymentsJob(gateway: PaymentGateway | null): Job {
  return {
    name: voidPaymentsName,
    label: msg('Voided payments'),
    does: msg('Voids what was authorised for orders that ended, and payments that would charge an order twice.'),
    staleWithout: msg('Money stays blocked on customers’ cards for ended orders, and orders can be paid twice.'),
    cron: '* * * * *',
    overlap: 'share',
    async run({ database, log, signal }) {
      while (gateway && !signal.aborted) {
        const taken = await take(database.kysely)
        if (!taken) return
        await voidOne(database, gateway, taken).catch((error: unknown) =>
          log.warn({ err: error, payment: taken.name }, 'A payment is not voided yet'),
        )
      }
    },
  }
}

/** @throws what the gateway throws; the void stays `processing` and is asked about later */
async function voidOne(database: Database, gateway: PaymentGateway, taken: TakenVoid): Promise<void> {
  await settleVoid(database, taken.name, await ask(gateway, taken))
}

async function ask(gateway: PaymentGateway, taken: TakenVoid): Promise<VoidAnswer> {
  if (!gateway.handles(taken.provider)) return { state: 'failed', reason: 'provider_not_connected' }
  const request: VoidRequest = { provider: taken.provider, payment: taken.payment, key: `void-${taken.name}` }
  const known = taken.tries > 1 ? await gateway.findVoid(request) : null
  return known ?? (await gateway.void(request))
}

/** Takes one in hand that is due, so that no two processes void it. */
async function take(db: Db): Promise<TakenVoid | null> {
  const { rows } = await sql<TakenVoid>`
    with taken as (
      update payment_voids v set state = 'processing', tries = v.tries + 1, next_try_at = ${nextTry}
      where v.payment_id = (select payment_id from payment_voids where next_try_at <= now() + ${rounding}
        order by next_try_at, payment_id limit 1 for update skip locked)
      returning v.payment_id, v.tries
    )
    select x.id, t.tries, x.provider, x.psp_reference as name, coalesce(x.gateway_reference, x.psp_reference) as payment
    from taken t join payments x on x.id = t.payment_id`.execute(db)
  return rows[0] ?? null
}

/**
 * Writes down what became of a void, once however often it is said. Money that was taken before is kept on the order until
 * staff decide on a refund.
 */
export async function settleVoid(database: Database, name: string, answer: VoidAnswer): Promise<void> {
  if (answer.state === 'captured')
    await settlePayment(database, name, { state: 'captured', fee: answer.fee, checks: {} })
  await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, sql`p.id = (select purchase_id from payments where psp_reference = ${name})`)
    if (!order) return
    const { rows } = await sql<{ id: number; state: string; amount: number }>`
      select id, state, authorised as amount from payments where psp_reference = ${name} for no key update`.execute(db)
    const [payment] = rows
    if (!payment) return
    if (answer.state === 'voided' && (payment.state === 'authorised' || payment.state === 'pending')) {
      await sql`update payments set state = 'voided', updated_at = now(), version = version + 1 where id = ${payment.id}`.execute(
        db,
      )
      const { rows: others } = await sql`
        select from payments where purchase_id = ${order.id} and state = 'authorised'`.execute(db)
      await moveOrder(db, order, {
        moves: order.payment === 'authorised' && others.length === 0 ? ['void'] : [],
        steps: [{ kind: 'payment_voided', amount: payment.amount }],
        action: 'void-payment',
        by: { actor: system('payment gateway'), kind: 'system' },
      })
    }
    const reason = answer.state === 'voided' ? null : answer.state === 'captured' ? 'captured_already' : answer.reason
    await sql`
      update payment_voids set state = ${reason === null ? 'done' : 'refused'}, reason = ${reason}, settled_at = now(), next_try_at = null
      where payment_id = ${payment.id} and settled_at is null`.execute(db)
  })
}
