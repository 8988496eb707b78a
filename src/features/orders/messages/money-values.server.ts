import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { dayIn, moneyIn, paidWithIn } from './letter-formats.ts'
import type { MessageKind, ValuesAbout } from './message-kinds.ts'
import { isAboutCredit } from './message-kinds.ts'

type Fill = (locale: string) => ValuesAbout

interface AboutMoney {
  readonly purchaseId: number
  readonly values: Fill
}

interface RefundFacts {
  readonly purchaseId: number
  readonly amount: number
  readonly currency: string
  readonly exponent: number
  readonly destination: 'original_method' | 'credit' | 'bank_transfer'
  readonly method: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly account: string | null
  readonly bankReference: string | null
  readonly creditUntil: string | null
}

export interface CreditFacts {
  readonly amount: number
  readonly left: number
  readonly currency: string
  readonly exponent: number
  /** The last day on which it can be spent. */
  readonly until: string
}

/** The last day of a credit, which ends as the next one begins. */
export const lastDayOf = (credit: string) =>
  sql`to_char((${sql.ref(`${credit}.expires_at`)} - interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD')`

/** What some refunds are for their customers, with the order of each. */
export const refundFacts = (which: RawBuilder<unknown>) => ({
  rows: sql<RefundFacts>`
    select r.purchase_id as "purchaseId", r.amount, r.currency, x.exponent, r.destination, p.method, p.card_brand as "cardBrand",
      p.card_last4 as "cardLast4", right(r.bank_account, 4) as account, r.bank_reference as "bankReference",
      ${lastDayOf('c')} as "creditUntil"
    from refunds r join payments p on p.id = r.payment_id join currencies x on x.code = r.currency
      left join store_credits c on c.refund_id = r.id
    where ${which} order by r.id`,
  about: (refund: RefundFacts): AboutMoney => ({
    purchaseId: refund.purchaseId,
    values: (locale) => ofRefund(locale, refund),
  }),
})

const ofRefund = (locale: string, refund: RefundFacts): ValuesAbout => ({
  refundAmount: moneyIn(locale, { ...refund, total: refund.amount }),
  refundMethod: refund.destination === 'original_method' ? paidWithIn(locale, refund) : '',
  refundAccount: refund.account ?? '',
  bankReference: refund.bankReference ?? '',
  creditUntil: refund.creditUntil === null ? '' : dayIn(locale, refund.creditUntil),
})

export const ofCredit = (locale: string, credit: CreditFacts): ValuesAbout => ({
  creditAmount: moneyIn(locale, { ...credit, total: credit.amount }),
  creditLeft: moneyIn(locale, { ...credit, total: credit.left }),
  creditUntil: dayIn(locale, credit.until),
})

interface Returned {
  readonly purchaseId: number
  readonly total: number
  readonly currency: string
  readonly exponent: number
}

/** Of `disputes d`: the bank kept money for its customer. */
export const isBankReturn = sql`d.status = 'lost' and d.withdrawn > d.reinstated`

/** What banks returned to customers, by the disputes that they won. */
export const bankReturnFacts = (which: RawBuilder<unknown>) => ({
  rows: sql<Returned>`
    select d.purchase_id as "purchaseId", d.withdrawn - d.reinstated as total, d.currency, x.exponent
    from disputes d join currencies x on x.code = d.currency
    where ${isBankReturn} and ${which} order by d.id`,
  about: ({ purchaseId, ...amount }: Returned): AboutMoney => ({
    purchaseId,
    values: (locale) => ({ returnedAmount: moneyIn(locale, amount) }),
  }),
})

/** What was sold twice, and what its customer gets for it. */
export interface OversellFacts {
  readonly lostPlaces: string
  readonly newPlaces: string
  /** Minor units; 0 where none is given. */
  readonly refund: number
  readonly credit: number
  readonly currency: string
  readonly exponent: number
}

const isApology = (kind: MessageKind) => kind === 'oversell_replaced' || kind === 'oversell_refunded'

export function ofOversell(
  locale: string,
  { lostPlaces, newPlaces, refund, credit, ...money }: OversellFacts,
): ValuesAbout {
  const words = (total: number) => (total === 0 ? '' : moneyIn(locale, { ...money, total }))
  return { lostPlaces, newPlaces, refundAmount: words(refund), creditAmount: words(credit) }
}

async function oversellMoney(db: Db, orders: readonly number[]): Promise<ReadonlyMap<number, Fill>> {
  const { rows } = await sql<OversellFacts & { purchaseId: number }>`
    select distinct on (x.purchase_id) x.purchase_id as "purchaseId", n.places as "lostPlaces", coalesce(x.new_places, '') as "newPlaces",
      x.refund, x.credit, p.currency, c.exponent
    from oversell_orders x join oversells n on n.id = x.oversell_id join purchases p on p.id = x.purchase_id
      join currencies c on c.code = p.currency
    where x.purchase_id = any(${[...orders]}::bigint[]) and x.outcome in ('replaced', 'refunded')
    order by x.purchase_id, x.oversell_id desc`.execute(db)
  return new Map(rows.map((facts) => [facts.purchaseId, (locale) => ofOversell(locale, facts)]))
}

/** The newest of an order is the last, and wins. */
const byOrder = (all: readonly AboutMoney[]) => new Map(all.map(({ purchaseId, values }) => [purchaseId, values]))

/** What a message that staff send, or try a template on, says of the newest refund or credit of each order. */
export async function newestMoney(
  db: Db,
  kind: MessageKind,
  orders: readonly number[],
): Promise<ReadonlyMap<number, Fill>> {
  if (kind === 'refund_made' || kind === 'refund_delayed') {
    const states = kind === 'refund_made' ? ['succeeded'] : ['failed', 'reversed']
    const { rows, about } = refundFacts(
      sql`r.id in (select max(o.id) from refunds o where o.purchase_id = any(${[...orders]}::bigint[])
        and o.state = any(${states}::text[]) group by o.purchase_id)`,
    )
    return byOrder((await rows.execute(db)).rows.map(about))
  }
  if (kind === 'bank_returned') {
    const { rows, about } = bankReturnFacts(sql`d.purchase_id = any(${[...orders]}::bigint[])`)
    return byOrder((await rows.execute(db)).rows.map(about))
  }
  if (isApology(kind)) return await oversellMoney(db, orders)
  if (!isAboutCredit(kind)) return new Map()
  const { rows } = await sql<CreditFacts & { purchaseId: number }>`
    select distinct on (p.id) p.id as "purchaseId", c.amount, c.available + c.expired as left, c.currency,
      x.exponent, ${lastDayOf('c')} as until
    from purchases p join store_credits c on c.customer_id = p.customer_id join currencies x on x.code = c.currency
    where p.id = any(${[...orders]}::bigint[]) order by p.id, c.id desc`.execute(db)
  return new Map(rows.map((credit) => [credit.purchaseId, (locale) => ofCredit(locale, credit)]))
}
