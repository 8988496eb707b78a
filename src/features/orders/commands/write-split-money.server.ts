import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { SplitPlan } from './split-shares.ts'

export interface NewOrder {
  readonly id: number
  readonly reference: string
}

/** The part of each payment, which the gateway knows by the payment itself, and of the store credit that it spent. */
export async function movePayments(db: Db, { id, reference }: NewOrder, { payments }: SplitPlan): Promise<void> {
  if (payments.length === 0) return
  const parts = sql`jsonb_to_recordset(${JSON.stringify(payments.map((one, index) => ({ ...one, place: index + 1 })))}::jsonb)
    m (id bigint, captured bigint, fee bigint, place integer)`
  await sql`
    update payments x set captured = x.captured - m.captured, authorised = x.authorised - m.captured, fee = x.fee - m.fee,
      moved = x.moved + case when x.split_of is null then m.captured else 0 end,
      moved_fee = x.moved_fee + case when x.split_of is null then m.fee else 0 end, updated_at = now(), version = version + 1
    from ${parts} where x.id = m.id`.execute(db)
  await sql`
    insert into payments (purchase_id, split_of, provider, method, state, currency, authorised, captured, fee, psp_reference, three_ds, avs,
      cvc, card_brand, card_last4, authorised_at, captured_at)
    select ${id}::bigint, coalesce(x.split_of, x.id), x.provider, x.method, x.state, x.currency, m.captured, m.captured, m.fee,
      ${reference}::text || '-' || m.place, x.three_ds, x.avs, x.cvc, x.card_brand, x.card_last4, x.authorised_at, x.captured_at
    from payments x join ${parts} on m.id = x.id order by m.place`.execute(db)
  await moveCredit(db, reference, payments)
}

/** What was spent of a credit follows its payment: first the credit that ends last, so that the rest is as it was held. */
async function moveCredit(db: Db, reference: string, payments: SplitPlan['payments']): Promise<void> {
  const { rows: uses } = await sql<{ id: number; paymentId: number; amount: number }>`
    select u.id, u.payment_id as "paymentId", u.amount from store_credit_uses u
    where u.payment_id = any(${payments.map((one) => one.id)}::bigint[]) and u.state = 'redeemed'
    order by u.payment_id, u.id desc for no key update`.execute(db)
  for (const [index, payment] of payments.entries()) {
    let left = payment.captured
    for (const { id, amount } of uses.filter(({ paymentId }) => paymentId === payment.id)) {
      const part = Math.min(left, amount)
      if (part === 0) break
      left -= part
      const to = `${reference}-${index + 1}`
      if (part === amount) {
        await sql`
          update store_credit_uses set payment_id = (select id from payments where psp_reference = ${to}), changed_at = now() where id = ${id}`.execute(
          db,
        )
        continue
      }
      await sql`update store_credit_uses set amount = amount - ${part}, changed_at = now() where id = ${id}`.execute(db)
      await sql`
        insert into store_credit_uses (credit_id, payment_id, amount, state)
        select u.credit_id, x.id, ${part}::bigint, 'redeemed' from store_credit_uses u, payments x
        where u.id = ${id} and x.psp_reference = ${to}`.execute(db)
    }
  }
}

/** One use of the coupon, of which both orders have a part of the discount. */
export async function moveCoupons(
  db: Db,
  order: Pick<CommandOrder, 'id'>,
  made: NewOrder,
  { sums, keptDiscount }: SplitPlan,
): Promise<void> {
  if (sums.discount === 0) return
  const share = sql`round(r.amount::numeric * ${sums.discount} / ${sums.discount + keptDiscount})::bigint`
  await sql`
    insert into coupon_redemptions (coupon_id, purchase_id, customer_id, email_folded, currency, amount, state, terms, at, split_of)
    select r.coupon_id, ${made.id}::bigint, r.customer_id, r.email_folded, r.currency, ${share}, r.state, r.terms, r.at, coalesce(r.split_of, r.id)
    from coupon_redemptions r where r.purchase_id = ${order.id} and r.state <> 'released' order by r.coupon_id`.execute(
    db,
  )
  await sql`
    update coupon_redemptions r set amount = r.amount - ${share}, changed_at = now()
    where r.purchase_id = ${order.id} and r.state <> 'released'`.execute(db)
}
