import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { emailForCounting, foldEmail } from '../../core/email.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { CouponTerms, CouponUse, UseHistory } from './coupon-use.ts'
import { discountOf, foldCode, refuseUse, termKeys } from './coupon-use.ts'
import { stateSql } from './coupons.server.ts'

export interface Redemption {
  readonly id: number
  readonly couponId: number
  /** What the coupon takes off, in minor units of the purchase's currency. */
  readonly amount: number
  readonly currency: string
}

export interface StoredCoupon extends CouponTerms {
  readonly id: number
}

/** What a coupon is, as `refuseUse` wants it, of the row called `t`. */
export const termColumns = sql.join(termKeys.map((key) => sql`${sql.ref(`t.${columnOf(key)}`)} as ${sql.ref(key)}`))

/**
 * Claims a coupon for a purchase at checkout: reserves one use and returns the discount. Must run in the transaction
 * that writes the purchase. Claiming the same coupon again returns the same redemption.
 *
 * Rows are locked in the order purchase, coupon, as everywhere in this file. The coupon's lock keeps the count per
 * customer exact. The condition of the update and the table's CHECK make sure as well that the last use is given only
 * once.
 *
 * @throws Refusal 404 for a code that does not exist, 409 with a message for the customer if it can't be used
 */
export async function redeem(db: Db, purchaseId: number, code: string, use: CouponUse): Promise<Redemption> {
  await sql`select 1 from purchases where id = ${purchaseId} for no key update`.execute(db)
  const {
    rows: [coupon],
  } = await sql<StoredCoupon>`
    select t.id, ${termColumns} from coupons t where t.code = ${foldCode(code)} for update`.execute(db)
  if (!coupon) throw new Refusal(404, t('Coupon not found.'))
  const claimed = await findRedemption(db, purchaseId, coupon.id)
  if (claimed && claimed.state !== 'released') return redemptionOf(claimed)

  const history = await historyOf(db, purchaseId, coupon.id, use)
  const why = refuseUse(coupon, use, history, Date.now())
  if (why !== null) throw new Refusal(409, why)
  const amount = discountOf(coupon, use)
  const {
    rows: [taken],
  } = await sql`
    update coupons t set times_used = t.times_used + 1 where t.id = ${coupon.id} and ${stateSql()} = 'active'
    returning t.id`.execute(db)
  if (!taken) throw new Refusal(409, t('This coupon has been used up.'))
  const {
    rows: [made],
  } = await sql<RedemptionRow>`
    insert into coupon_redemptions (coupon_id, purchase_id, customer_id, email_folded, currency, amount, terms)
    values (${coupon.id}, ${purchaseId}, ${use.customerId}, ${emailForCounting(use.email)}, ${use.currency}, ${amount},
      ${JSON.stringify(coupon)})
    on conflict (purchase_id, coupon_id) do update set state = 'reserved', customer_id = excluded.customer_id,
      email_folded = excluded.email_folded, currency = excluded.currency, amount = excluded.amount,
      terms = excluded.terms, changed_at = now()
    returning id, coupon_id, amount, currency, state`.execute(db)
  if (!made) throw new Error('An upsert answers with its row.')
  await sql`update purchases set coupon_id = ${coupon.id} where id = ${purchaseId} and coupon_id is null`.execute(db)
  return redemptionOf(made)
}

/**
 * Makes the reserved uses of a purchase final, once it is confirmed. Answers with how many there were.
 *
 * @public The checkout calls it, which is still to be built.
 */
export async function consumeRedemptions(db: Db, purchaseId: number): Promise<number> {
  const { rows } = await sql`
    update coupon_redemptions set state = 'consumed', changed_at = now()
    where purchase_id = ${purchaseId} and state = 'reserved' returning id`.execute(db)
  return rows.length
}

/**
 * Gives back the uses of a purchase. Reserved ones always (the checkout expired or was given up); consumed ones
 * only where the purchase was cancelled in full and the coupon, as it was when it was claimed, says so. Calling it
 * twice gives nothing back twice. Answers with how many were given back.
 */
export async function releaseRedemptions(
  db: Db,
  purchaseId: number,
  because: 'expired' | 'cancelled',
): Promise<number> {
  await sql`select 1 from purchases where id = ${purchaseId} for no key update`.execute(db)
  await sql`select 1 from coupons where id in (select coupon_id from coupon_redemptions where purchase_id = ${purchaseId})
    order by id for update`.execute(db)
  const isCancelled = because === 'cancelled'
  const { rows } = await sql`
    with released as (
      update coupon_redemptions set state = 'released', changed_at = now()
      where purchase_id = ${purchaseId} and (state = 'reserved'
        or (${isCancelled} and state = 'consumed' and (terms -> 'isReturnedOnCancel')::boolean))
      returning id, coupon_id, coalesce(split_of, id) as whole
    )
    update coupons set times_used = times_used - 1 from released where coupons.id = released.coupon_id
      -- Of an order that was split the use is free again once every part of it is.
      and not exists (select 1 from coupon_redemptions o where o.state <> 'released' and o.id <> released.id
        and (o.id = released.whole or o.split_of = released.whole))
    returning coupons.id`.execute(db)
  return rows.length
}

interface RedemptionRow {
  id: number
  coupon_id: number
  amount: number
  currency: string
  state: string
}

function redemptionOf(row: RedemptionRow): Redemption {
  return { id: row.id, couponId: row.coupon_id, amount: row.amount, currency: row.currency }
}

async function findRedemption(db: Db, purchaseId: number, couponId: number): Promise<RedemptionRow | undefined> {
  const {
    rows: [row],
  } = await sql<RedemptionRow>`
    select id, coupon_id, amount, currency, state from coupon_redemptions
    where purchase_id = ${purchaseId} and coupon_id = ${couponId}`.execute(db)
  return row
}

/**
 * What a customer has done before, this purchase apart. Where it decides, read it after the coupon is locked, so that it
 * sees what every earlier holder of the lock has written.
 */
export async function historyOf(db: Db, purchaseId: number, couponId: number, use: CouponUse): Promise<UseHistory> {
  const email = emailForCounting(use.email)
  const {
    rows: [history],
  } = await sql<UseHistory>`
    select
      (select count(distinct coalesce(split_of, id)) from coupon_redemptions where coupon_id = ${couponId} and state <> 'released'
        and purchase_id <> ${purchaseId} and (customer_id = ${use.customerId} or email_folded = ${email})) as "usesByCustomer",
      (exists (select 1 from purchases where id <> ${purchaseId} and captured > 0
          and (customer_id = ${use.customerId} or customer_email = ${foldEmail(use.email)}))) as "hasBoughtBefore",
      array(select c.stack_group from coupon_redemptions r join coupons c on c.id = r.coupon_id
        where r.purchase_id = ${purchaseId} and r.coupon_id <> ${couponId} and r.state <> 'released') as "otherStackGroups"
  `.execute(db)
  if (!history) throw new Error('A select without from answers with one row.')
  return history
}
