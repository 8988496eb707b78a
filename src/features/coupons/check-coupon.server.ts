import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { checkCouponUse } from './check-coupon.ts'
import { historyOf, termColumns } from './coupon-redemptions.server.ts'
import type { StoredCoupon } from './coupon-redemptions.server.ts'
import type { CouponUse, UseLine } from './coupon-use.ts'
import { productSections } from './line-sections.server.ts'
import { discountOf, eligibleLines, explainUse } from './coupon-use.ts'

interface Purchase extends Omit<CouponUse, 'lines'> {
  readonly id: number
  readonly reference: string
  readonly isUsed: boolean
  readonly lines: readonly (UseLine & { readonly title: string })[]
}

/** Checks a coupon against a purchase with the rules of the checkout. Reports every rule and changes nothing. */
export const checkCouponUseServer = implement(checkCouponUse, async ({ params, query, db }) => {
  const {
    rows: [coupon],
  } = await sql<StoredCoupon>`select t.id, ${termColumns} from coupons t where t.id = ${params.id}`.execute(db)
  if (!coupon) throw new Refusal(404, t('Coupon not found.'))
  const purchase = await findPurchase(db, coupon.id, query.purchase)
  if (!purchase) throw invalid({ purchase: t('Purchase {purchase} not found.', { purchase: query.purchase }) })
  const rules = explainUse(coupon, purchase, await historyOf(db, purchase.id, coupon.id, purchase), Date.now())
  const isUsable = rules.every(({ refusal }) => refusal === null)
  const inScope = new Set(eligibleLines(coupon, purchase))
  return {
    reference: purchase.reference,
    currency: purchase.currency,
    isUsed: purchase.isUsed,
    isUsable,
    discount: isUsable ? discountOf(coupon, purchase) : 0,
    rules: [...rules],
    lines: purchase.lines.map((line) => ({
      title: line.title,
      quantity: line.quantity,
      amount: line.amount,
      isInScope: inScope.has(line),
    })),
  }
})

/** A purchase as a coupon sees it. Where, what and when is said once for a purchase, so its lines share it. */
async function findPurchase(db: Db, couponId: number, reference: string): Promise<Purchase | undefined> {
  const {
    rows: [purchase],
  } = await sql<Purchase>`
    select o.id, o.reference, o.currency, o.channel, o.customer_locale as locale, o.customer_id as "customerId", o.customer_email as email,
      exists (select from coupon_redemptions r where r.purchase_id = o.id and r.coupon_id = ${couponId} and r.state <> 'released') as "isUsed",
      (select coalesce(json_agg(json_build_object(
          'title', l.title, 'quantity', l.quantity, 'amount', l.amount, 'travelOn', o.travel_date, 'eventId', o.event_id,
          'performerIds', array(select distinct unnest(array_remove(array_append(e.performer_ids, o.performer_id), null))),
          'venueId', o.venue_id, 'cityId', o.city_id, 'productId', o.product_id, 'providerId', o.provider_id,
          'aliasIds', ${productSections.aliasIds},
          'categoryIds', array_remove(array[e.category_id], null) || ${productSections.categoryIds},
          'subcategoryIds', array_remove(array[e.subcategory_id], null) || coalesce(p.subcategory_ids, '{}')
        ) order by l.position), '[]')
        from purchase_lines l left join events e on e.id = o.event_id left join products p on p.id = o.product_id
        where l.purchase_id = o.id and l.kind = 'item') as lines
    from purchases o where o.reference = ${reference}`.execute(db)
  return purchase
}
