import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../platform/stored-texts/stored-columns.server.ts'
import type { LockedOrder } from './order-moves.server.ts'

// Store credit pays an order like money does: by a payment of its own. Authorised, it reserves what the customer has; captured, it is
// spent, voided it can be spent again; the database moves the credits with the payment. Each function here runs behind the
// order's lock.

type Order = Pick<LockedOrder, 'id' | 'reference' | 'currency'>

/**
 * Reserves store credit of the order's customer for it, what ends first before the rest.
 *
 * @throws Refusal 409 where the customer no longer has that much
 */
export async function holdCredit(db: Db, order: Order, amount: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, authorised_at)
    select ${order.id}, 'store_credit', 'store_credit', 'authorised', ${order.currency}, ${amount}, 0, 0,
      ${order.reference}::text || '-' || (select count(*) + 1 from payments where purchase_id = ${order.id}), now()
    returning id`.execute(db)
  const { rows: held } = await sql<{ amount: number }>`
    with locked as (
      select id, available, expires_at from store_credits
      where customer_id = (select customer_id from purchases where id = ${order.id}) and currency = ${order.currency}
        and available > 0 and expires_at > now()
      order by expires_at, id for no key update
    ), parts as (
      select id, least(available, greatest(0, ${amount}::bigint - (sum(available) over (order by expires_at, id) - available)))::bigint
        as part
      from locked
    )
    insert into store_credit_uses (credit_id, payment_id, amount)
    select id, ${rows[0]?.id ?? 0}, part from parts where part > 0 order by id returning amount`.execute(db)
  if (held.reduce((sum, one) => sum + one.amount, 0) < amount)
    throw new Refusal(409, t('The customer no longer has that much store credit.'), { error: 'NotPossible' })
}

/** What of an order is held of its customer's store credit. */
export async function heldCredit(db: Db, orderId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(authorised), 0)::bigint as amount from payments
    where purchase_id = ${orderId} and provider = 'store_credit' and state = 'authorised'`.execute(db)
  return rows[0]?.amount ?? 0
}

/** Spends what is held. The order has counted it in `captured` before, in the same transaction. */
export async function redeemCredit(db: Db, orderId: number): Promise<void> {
  await sql`
    update payments set state = 'captured', captured = authorised, captured_at = now(), updated_at = now(), version = version + 1
    where purchase_id = ${orderId} and provider = 'store_credit' and state = 'authorised'`.execute(db)
}

/** Gives back what is held for an order that has ended. Calling it twice gives nothing back twice. */
export async function releaseCredit(db: Db, orderId: number): Promise<void> {
  const { rows } = await sql<{ authorised: number }>`
    update payments set state = 'voided', updated_at = now(), version = version + 1
    where purchase_id = ${orderId} and provider = 'store_credit' and state = 'authorised' returning authorised`.execute(
    db,
  )
  for (const { authorised } of rows)
    await sql`
      insert into purchase_events (purchase_id, at, kind, actor_kind, amount, detail, said)
      values (${orderId}, now(), 'payment_voided', 'system', ${authorised}, ${storedSql(storedText('Store credit'))})`.execute(
      db,
    )
}

interface Goodwill {
  /** In minor units of the order's currency. */
  readonly amount: number
  readonly note: string
  readonly by: number | null
}

/** Gives the customer of an order store credit for a year. */
export async function giveGoodwill(db: Db, orderId: number, { amount, note, by }: Goodwill): Promise<void> {
  await sql`
    insert into store_credits (customer_id, currency, amount, reason, note, purchase_id, granted_by, expires_at)
    select customer_id, currency, ${amount}, 'goodwill', ${note}, id, ${by},
      (date_trunc('day', now() at time zone 'UTC') + interval '1 year 1 day') at time zone 'UTC'
    from purchases where id = ${orderId}`.execute(db)
}
