import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { formatMoney, formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Database } from '../../../db/database.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import { writeLetters } from '../messages/order-letter.server.ts'
import { sendLetters } from '../messages/send-order-messages.server.ts'
import type { ChangePlan } from '../order-change.server.ts'
import { changedColumns, writeChangedLines } from '../order-change.server.ts'
import { stockOf } from '../order-stock.server.ts'
import { suppliedVisitOf } from '../supplied-visit.server.ts'
import { holdForChange } from '../house-stock-changes.server.ts'
import { inquire, intendCall } from '../supplier-calls.server.ts'
import type { SupplierRequest } from '../supplier-port.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import { bookingRefusal } from './move-refusal.server.ts'
import type { PlannedVisit, WantedVisit } from './planned-visit.server.ts'
import { planVisit } from './planned-visit.server.ts'
import type { Quoted } from './visit-effects.server.ts'
import { changeIn, isOldVoucher, keepsPlaces, netAfter, visitEffects } from './visit-effects.server.ts'

type Context = CommandContext<WantedVisit>

/** Why a visit can’t be moved now. */
export function refuseVisitChange(order: CommandOrder, now: number): string | null {
  if (order.kind !== 'product') return t('Only visits of products can be moved.')
  if (order.booking !== 'confirmed') return bookingRefusal(order)
  if (order.changeableUntil <= now) return t('Already started.')
  if (order.payment === 'disputed') return t('The payment is disputed.')
  const refunded = refundedDifference(order)
  if (refunded !== null) return refunded
  if (order.changeUnderWay !== null)
    return t('A change to {date} waits for {provider}.', {
      date: formatDate(order.changeUnderWay),
      provider: order.provider,
    })
  if (order.changeUnpaid !== null && order.isBeingPaid)
    return t('The customer is paying for the change to {date}.', { date: formatDate(order.changeUnpaid) })
  return null
}

/** What went back can be what an earlier change cost less: then we have exactly what the visit costs, and it can change again. */
function refundedDifference({ refunded, refundPending, captured, grandTotal, ...order }: CommandOrder): string | null {
  if (refundPending > 0) return t('A refund is under way. Wait until it is done.')
  if (refunded === 0) return null
  return captured - refunded === grandTotal && order.hasOnlyPlainRefunds
    ? null
    : t('This order was partly refunded for another reason. Cancel it and place a new order instead.')
}

/** What the supplier of an order is asked for a visit: its own stock by lines, another in its own codes. */
async function requestOf(
  { db, order }: Context,
  { line, priced }: PlannedVisit,
): Promise<SupplierRequest<'quoteChange'>> {
  if (order.supplier === 'house') return { lines: await stockOf(db, [priced.stock]) }
  const outside = await suppliedVisitOf(db, { lines: [line] }, [priced])
  return { lines: [], ...(outside && { visit: outside.visit }) }
}

/** Asks the supplier whether it can be had and what it wants for it. What it said is read again when the change is made. */
async function askForVisit(context: Context, database: Pick<Database, 'kysely'>): Promise<void> {
  const { order } = context
  const plan = await planVisit(context)
  if (order.supplierKey === null) return
  const call = { supplier: order.supplier, key: order.supplierKey, request: await requestOf(context, plan) }
  const { problem } = await inquire(database, { ...call, action: 'checkChange' })
  if (problem !== null) throw invalid({ [plan.isSameParty ? 'date' : 'units']: problem })
  await inquire(database, { ...call, action: 'quoteChange' })
}

/** The newest quote for exactly this visit. Null: no supplier is connected. */
async function quoted(context: Context, plan: PlannedVisit): Promise<Quoted | null> {
  const { db, order } = context
  if (order.supplierKey === null) return null
  const request = await requestOf(context, plan)
  const {
    rows: [quote],
  } = await sql<{ token: string; fee: number }>`
    select answer ->> 'token' as token, (answer ->> 'fee')::integer as fee from supplier_calls
    where key = ${order.supplierKey} and action = 'quoteChange' and state = 'done' and request = ${JSON.stringify(request)}::jsonb
    order by id desc limit 1`.execute(db)
  if (!quote)
    throw new Refusal(409, t('The supplier has no quote for this. Preview it again.'), { error: 'NotPossible' })
  return { ...quote, request }
}

function planOf({ order, input, actor }: Context, plan: PlannedVisit, fee: number): ChangePlan {
  const { sold, goods, price, priced, isSameParty } = plan
  const free = goods.policy.find(({ refund }) => refund === 10_000)
  const instant = (moment: number) => new Date(moment).toISOString()
  return {
    set: {
      travel_date: input.date,
      local_time: input.time,
      starts_at: instant(goods.startsAt),
      ends_at: instant(goods.endsAt),
      cancel_until: free ? instant(free.until) : null,
      cancellation_policy: JSON.stringify(goods.policy.map(({ until, refund }) => ({ until: instant(until), refund }))),
      ...(!isSameParty && { contents: goods.contents, quantity: priced.line.quantity }),
      ...(price !== null && {
        items_total: price.items,
        fees_total: priced.line.fees,
        discount_total: (price.coupon?.amount ?? 0) + price.stillWaived + price.waived,
        grand_total: price.total,
      }),
    },
    items:
      price === null
        ? null
        : goods.lines
            .filter(({ kind }) => kind === 'item')
            .map(({ title, quantity, unitPrice, unitId, unitType }) => ({
              title,
              quantity,
              unitPrice,
              unitId: unitId ?? null,
              unitType: unitType ?? null,
            })),
    waived: price?.waived ?? 0,
    ...(price !== null && { coupon: price.coupon, stillWaived: price.stillWaived }),
    moreCost: netAfter(plan, fee) - sold.netCost,
    isVoucherDue: isOldVoucher(order),
    isVoucherThere: order.ticketsDelivered > 0 && order.hasInstantDelivery,
    answersRequest: isAskedFor(order, input),
    decidedBy: personOf(actor),
    detail: { all: Object.values(changeIn(order, plan)).filter((text) => text !== null), between: ' · ' },
    before: { date: order.localDate, time: order.localTime, total: order.grandTotal, quantity: order.quantity },
    after: {
      date: input.date,
      time: input.time,
      total: price?.total ?? order.grandTotal,
      quantity: isSameParty ? order.quantity : priced.line.quantity,
    },
  }
}

/** The day that the customer waits to be moved to; its time where they named one. */
function isAskedFor({ request }: CommandOrder, { date, time }: WantedVisit): boolean {
  return (
    request?.kind === 'change' &&
    request.wantedDate === date &&
    (request.wantedTime === null || request.wantedTime === time)
  )
}

/** What a supplier has to agree to is written down and asked after the commit; the rest is done at once. */
async function applyVisit(context: Context) {
  const { db, order } = context
  const planned = await planVisit(context)
  const quote = await quoted(context, planned)
  const plan = planOf(context, planned, quote?.fee ?? 0)
  await sql`
    update visit_changes set state = 'expired', settled_at = now() where purchase_id = ${order.id} and state = 'unpaid'`.execute(
    db,
  )
  if (planned.price !== null && planned.price.charge > 0)
    return await waitForPayment(context, { plan, quote, charge: planned.price.charge, hours: planned.hours })
  if (quote === null || order.supplierKey === null) {
    await writeChangedLines(db, order.id, plan)
    return {
      set: { ...changedColumns(plan), ...(plan.isVoucherDue && { fulfilment_status: 'awaiting_tickets' }) },
      timeline: { kind: 'changed' as const, detail: plan.detail },
      message: t('Visit changed'),
      tells: 'change' as const,
      before: plan.before,
      after: plan.after,
    }
  }
  const call = { action: 'applyChange' as const, key: order.supplierKey, step: `change-${order.version}` }
  await sql`
    insert into visit_changes (purchase_id, supplier_key, step, plan, decided_by)
    values (${order.id}, ${call.key}, ${call.step}, ${JSON.stringify(plan)}, ${plan.decidedBy})`.execute(db)
  await intendCall(db, { ...call, supplier: order.supplier, request: { ...quote.request, token: quote.token } })
  return {
    set: {},
    timeline: {
      kind: 'changed' as const,
      detail: storedText('Asked {provider}: {detail}', { provider: order.provider, detail: plan.detail }),
    },
    message: t('Change sent to {provider}', { provider: order.provider }),
    before: plan.before,
    after: plan.after,
  }
}

interface Charged {
  readonly plan: ChangePlan
  readonly quote: Quoted | null
  readonly charge: number
  readonly hours: number
}

/** The change is written down, and its customer is sent the link by which they pay what it costs more. */
async function waitForPayment({ db, order, actor, now }: Context, { plan, quote, charge, hours }: Charged) {
  if (keepsPlaces(order) && quote !== null)
    await holdForChange(db, order.supplierKey, { seconds: hours * 3_600, lines: quote.request.lines })
  const until = new Date(now + hours * 3_600_000).toISOString()
  const request = quote === null ? null : JSON.stringify({ ...quote.request, token: quote.token })
  await sql`
    insert into visit_changes (purchase_id, supplier_key, step, state, plan, decided_by, charge, pay_until, request)
    values (${order.id}, ${order.supplierKey}, ${`change-${order.version}`}, 'unpaid', ${JSON.stringify(plan)}, ${plan.decidedBy}, ${charge},
      ${until}, ${request})`.execute(db)
  const kind = 'change_payment'
  await sendLetters(db, kind, await writeLetters(db, [order.id], kind), actor.name)
  const money = formatMoney(charge, order.currency)
  return {
    set: {},
    timeline: {
      kind: 'message_sent' as const,
      detail: storedText('Waits for {money} from the customer: {detail}', {
        money: { money: charge, currency: order.currency },
        detail: plan.detail,
      }),
    },
    message: t('Payment link for {money} sent', { money }),
    before: plan.before,
    after: { ...plan.after, charge },
  }
}

export const changeVisitServer: CommandServer<WantedVisit> = {
  refuse: refuseVisitChange,
  ask: askForVisit,
  async effects(context) {
    const plan = await planVisit(context)
    return await visitEffects(context, plan, await quoted(context, plan))
  },
  apply: applyVisit,
}
