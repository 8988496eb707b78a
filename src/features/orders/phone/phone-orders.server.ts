import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { may } from '../../../core/access/access.ts'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { nameIn } from '../../../core/http/idempotency.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { mailRouteOf } from '../../../platform/mail/messages.server.ts'
import { isCalledOff } from '../../events/schedule/event-status.server.ts'
import { confirmOrder } from '../confirm-order.server.ts'
import { paymentLink } from '../messages/order-links.server.ts'
import { writeLetters } from '../messages/order-letter.server.ts'
import { sendLetters } from '../messages/send-order-messages.server.ts'
import type { WantedOrder } from '../orders.ts'
import { buyerOf, placeOrder } from '../place-order.server.ts'
import type { PricedOrder, PriceOverride } from '../quotes.server.ts'
import { priceOrder } from '../quotes.server.ts'
import { phoneCustomer } from './phone-customers.server.ts'
import { phoneGoods } from './phone-goods.server.ts'
import type { PhoneOrder } from './phone-order.endpoints.ts'
import { holdMinutes, placeByPhone, quoteByPhone, readPhoneGoods, readPhoneSale } from './phone-order.endpoints.ts'
import { largestChange, limitSentence } from '../price-limits.server.ts'

/** The calls by which staff sell by phone. */
export function implementPhoneOrders({
  database,
  settings,
}: Pick<ServerContext, 'database' | 'settings'>): readonly Implementation[] {
  const { reportingCurrency } = settings
  return [
    implement(readPhoneGoods, async ({ db, query }) => await phoneGoods(db, query), { enforcesLimits: true }),
    implement(
      quoteByPhone,
      async ({ db, input: { overrides = [], customerId = null, customer, ...wanted }, actor }) => {
        const known = customerId === null ? customer : (await phoneCustomer(db, customerId)).customer
        const buyer = known ? await buyerOf(db, known) : null
        const order = await priceOrder(db, wanted, buyer, { channel: 'phone', overrides, reportingCurrency })
        return {
          quote: order.quote,
          listPrices: order.priced.map(({ line, override }) => override?.listPrice ?? line.price),
          problems: overrideProblems(actor, order, overrides),
        }
      },
      { transaction: false, enforcesLimits: true },
    ),
    implement(
      placeByPhone,
      async ({ input: { overrides = [], customerId = null, customer, ...wanted }, actor, request }) => {
        const db = database.kysely
        if (actor.id === null) throw new Error('Staff sell by phone.')
        const named = nameIn(request, { caller: 'staff', actorId: actor.id }, 'required')
        if (!named) throw new Error('A call without a key is refused before this.')
        const who = await buyerIn(db, customerId, customer)
        const order: WantedOrder = { ...wanted, locale: wanted.locale ?? who.locale, customer: who.customer }
        const reference = await placeOrder(
          database,
          { caller: { userId: actor.id, name: actor.name }, named, reportingCurrency, staff: saleOf(actor, overrides) },
          order,
        )
        const placed = await readPlaced(db, reference)
        if (placed.total === 0) await confirmOrder(database, placed.id, { actor, kind: 'staff' })
        return { ...placed, isMailed: mailRouteOf(settings) === 'smtp' }
      },
      { transaction: 'own', enforcesLimits: true },
    ),
    implement(readPhoneSale, async ({ db, params, actor }) => {
      const { rows } = await sql<SaleRow>`
        select p.id, p.reference, s.seller_name as seller, ${linkColumns}, ${isAwaited} and ${isOff} as "isOff",
          (select coalesce(json_agg(json_build_object('title', o.title, 'listPrice', o.list_price, 'price', o.price, 'reason', o.reason)
            order by o.position), '[]') from price_overrides o where o.purchase_id = p.id) as overrides
        from purchases p left join phone_sales s on s.purchase_id = p.id where p.id = ${recordIdIn(params.id)}`.execute(
        db,
      )
      const [sale] = rows
      if (!sale) throw new Refusal(404, t('Purchase not found.'))
      const { seller, overrides } = sale
      const mayPay = may(actor.grants, 'write', 'purchases')
      return {
        seller,
        overrides,
        paymentLink: mayPay ? linkOf(sale) : null,
        problem: mayPay && sale.isOff ? t('The event was cancelled, so this order can’t be paid.') : null,
      }
    }),
  ]
}

interface Linked {
  readonly id: number
  readonly reference: string
  readonly isPayable: boolean
  readonly until: number
}
interface SaleRow extends Linked {
  readonly seller: string | null
  /** Whether it could be paid, had its performance not been cancelled. */
  readonly isOff: boolean
  readonly overrides: { title: string; listPrice: number; price: number; reason: string }[]
}

/** What a change of an order costs more is paid by a link as well. */
const changeUntil = sql`(select c.pay_until from visit_changes c where c.purchase_id = p.id and c.state = 'unpaid' and c.pay_until > now()
  and p.booking_status = 'confirmed' and p.payment_status = 'captured')`
const isAwaited = sql`(p.booking_status = 'pending_payment' and p.payment_status = 'unpaid' and p.grand_total > 0
    and coalesce(p.held_until > now(), false))`
const isOff = sql`exists (select from performances f where f.id = p.performance_id and ${isCalledOff})`
const linkColumns = sql`(${isAwaited} and not ${isOff}) or ${changeUntil} is not null as "isPayable",
  coalesce((extract(epoch from coalesce(${changeUntil}, p.held_until)) * 1000)::float8, 0) as until`

const linkOf = ({ id, reference, isPayable, until }: Linked) => (isPayable ? paymentLink(id, reference, until) : null)

async function readPlaced(db: Db, reference: string): Promise<Omit<PhoneOrder, 'isMailed'>> {
  const { rows } = await sql<Omit<PhoneOrder, 'paymentLink' | 'isMailed'> & Linked>`
    select p.id, p.reference, p.kind, p.title, p.grand_total as total, p.currency, p.held_until as "heldUntil", ${linkColumns}
    from purchases p where p.reference = ${reference}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An order that was placed is there.')
  const { isPayable, until, ...order } = found
  return { ...order, paymentLink: linkOf({ ...order, isPayable, until }) }
}

/** @throws Refusal 422 where no customer is said, or none is found */
async function buyerIn(db: Db, customerId: number | null, customer: WantedOrder['customer'] | undefined) {
  if (customerId !== null) return await phoneCustomer(db, customerId)
  if (customer) return { customer, locale: 'en' }
  throw invalid({ customerId: t('Choose a customer, or enter their details.') })
}

/** What is different about an order that this person takes. */
function saleOf(actor: Actor, overrides: readonly PriceOverride[]) {
  return {
    actor,
    overrides,
    seconds: holdMinutes * 60,
    check(order: PricedOrder, { cityId }: { readonly cityId: number }) {
      assertWithinLimits(actor, 'write', 'purchases', { cityId })
      const problems = overrideProblems(actor, order, overrides)
      if (Object.keys(problems).length > 0) throw invalid(problems)
    },
    async write(db: Db, purchaseId: number, { priced, quote }: PricedOrder) {
      await sql`insert into phone_sales (purchase_id, sold_by, seller_name) values (${purchaseId}, ${actor.id}, ${actor.name})`.execute(
        db,
      )
      const changed = priced.flatMap(({ line, override }, index) =>
        override ? [{ position: index + 1, title: line.title, ...override }] : [],
      )
      await sql`
        insert into price_overrides (purchase_id, position, title, list_price, price, reason)
        select ${purchaseId}, position, title, "listPrice", price, reason
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) o (position smallint, title text, "listPrice" bigint, price bigint, reason text)`.execute(
        db,
      )
      if (quote.total === 0) return
      const kind = 'payment_link'
      await sendLetters(db, kind, await writeLetters(db, [purchaseId], kind), actor.name)
    },
  }
}

/** By field, what a person's role does not let them change. */
function overrideProblems(
  actor: Actor,
  { priced, quote }: PricedOrder,
  overrides: readonly PriceOverride[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [index, { line, price }] of overrides.entries()) {
    const at = `overrides.${index}.price`
    const sold = priced[line]
    if (!sold) {
      problems[`overrides.${index}.line`] = t('The order doesn’t have this line.')
      continue
    }
    const list = sold.override?.listPrice ?? sold.line.price
    const percent = largestChange(actor, sold.use.cityId)
    if (overrides.findIndex((one) => one.line === line) < index) problems[at] = t('This line has a price already.')
    else if (list === 0) problems[at] = t('This is free, so its price can’t be changed.')
    else if (Math.abs(price - list) * 100 > list * percent) problems[at] = limitSentence(percent, list, quote.currency)
  }
  return problems
}
