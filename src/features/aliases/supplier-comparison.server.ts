import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ComparedProduct } from './alias.endpoints.ts'
import { readComparison } from './alias.endpoints.ts'
import { aliasIdOf } from './alias-members.server.ts'
import type { Contender } from './comparison.ts'
import { compareSuppliers } from './comparison.ts'

/** Days whose orders count: a supplier's older record says little about it today. */
const days = 365

type Known =
  | 'productId'
  | 'title'
  | 'provider'
  | 'isLive'
  | 'isSold'
  | 'price'
  | 'net'
  | 'currency'
  | 'cancellationPolicy'
  | 'cancellationHours'
  | 'rating'
  | 'reviewCount'
  | 'orders'
  | 'rejected'
  | 'cancelled'
type Fact = Contender & Pick<ComparedProduct, Known>

/** For people who look after products and not after sales. */
const unseen = {
  orders: null,
  rejected: null,
  cancelled: null,
  rejectionRate: null,
  keptShare: null,
  expectedProfit: null,
} as const

/** One statement for all members: their orders are counted by product in the index that purchases have for it. */
export const readComparisonServer = implement(readComparison, async ({ db, params, actor }) => {
  const {
    rows: [found],
  } = await sql<{ facts: Fact[] }>`
    with members as materialized (select m.product_id, m.rank from alias_members m where m.alias_id = ${aliasIdOf(params)}),
    orders as (
      select p.product_id, count(*) as decided, count(*) filter (where p.booking_status = 'rejected') as rejected,
        count(*) filter (where p.booking_status = 'cancelled') as cancelled
      from purchases p where p.product_id in (select product_id from members) and p.created_at >= now() - make_interval(days => ${days}::integer)
        and p.booking_status in ('confirmed', 'completed', 'cancelled', 'rejected') group by p.product_id
    )
    select (select coalesce(json_agg(json_build_object(
      'productId', p.id, 'title', p.title, 'provider', json_build_object('id', s.id, 'title', s.name), 'rank', m.rank, 'isLive', p.status = 'live',
      'isSold', p.id is not distinct from a.chosen_product_id, 'price', p.retail_from, 'net', p.net_from, 'currency', p.currency,
      'cancellationPolicy', p.cancellation_policy, 'cancellationHours', p.cancellation_hours,
      'isRefundable', p.cancellation_policy <> 'ALL_SALES_FINAL',
      'rating', p.rating, 'reviewCount', p.review_count, 'orders', coalesce(o.decided, 0), 'rejected', coalesce(o.rejected, 0),
      'cancelled', coalesce(o.cancelled, 0)) order by m.rank), '[]')
      from members m join products p on p.id = m.product_id join providers s on s.id = p.provider_id left join orders o on o.product_id = p.id) as facts
    from aliases a where a.id = ${aliasIdOf(params)}`.execute(db)
  if (!found) throw new Refusal(404, t('Alias not found.'))
  const { scores, verdict } = compareSuppliers(found.facts)
  const seesOrders = may(actor.grants, 'ui', 'purchases')
  return {
    days: seesOrders ? days : null,
    verdict: seesOrders ? verdict : null,
    contenders: found.facts.flatMap(({ rank: _, isRefundable: _known, ...fact }) => {
      const score = scores.get(fact.productId)
      return score ? [{ ...fact, ...score, ...(!seesOrders && unseen) }] : []
    }),
  }
})
