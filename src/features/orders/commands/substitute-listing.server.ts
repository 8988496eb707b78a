import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import type { ChangePlan } from '../order-change.server.ts'
import { stockOf } from '../order-stock.server.ts'
import { likenessLabels } from '../replacement/replacement-labels.ts'
import type { Replacement } from '../replacement/replacement.endpoints.ts'
import type { Comparison } from '../replacement/replacements.server.ts'
import { compareReplacements, needsConsent } from '../replacement/replacements.server.ts'
import { soldGoodsOf } from '../sold-goods.server.ts'
import { priceTickets } from '../priced-tickets.server.ts'
import { inquire, intendCall } from '../supplier-calls.server.ts'
import type { SupplierRequest } from '../supplier-port.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { bookingRefusal } from './move-refusal.server.ts'

interface Wanted {
  readonly listingId: number
  /** How the customer agreed to tickets that are not known to be as good. */
  readonly consent: string | null
}
type Context = CommandContext<Wanted>

function refuse(order: CommandOrder, now: number): string | null {
  if (order.booking !== 'confirmed') return bookingRefusal(order)
  if (order.changeableUntil <= now) return t('Already started.')
  if (order.payment === 'disputed') return t('The payment is disputed.')
  if (order.changeUnderWay !== null) return t('Another change waits for {provider}.', { provider: order.provider })
  if (order.lines.length !== 1) return t('Only orders with one item can get other tickets. Place a new order instead.')
  if (order.supplierKey === null || order.supplier !== 'house')
    return t('Not booked from our own stock. Cancel it and place a new order.')
  return null
}

interface Chosen {
  readonly before: Comparison
  readonly to: Replacement
}

/** The listing as it is now, with what of it can be had. */
export async function chosen({ db, order, input, now }: Context): Promise<Chosen> {
  const before = await compareReplacements(db, String(order.id), now)
  const to = before.listings.find(({ listingId }) => listingId === input.listingId)
  if (!to) throw invalid({ listingId: t('These tickets are no longer available. Choose others.') })
  const { line } = await pricedFor(order, to, db, now)
  if (line.problem !== null) throw invalid({ listingId: line.problem })
  if (needsConsent(to.likeness) && input.consent === null)
    throw invalid({ consent: t('These tickets might not be as good. Enter how the customer agreed.') })
  return { before, to }
}

async function pricedFor(order: CommandOrder, { listingId }: Replacement, db: Context['db'], now: number) {
  const wanted = [{ kind: 'event' as const, listingId, quantity: order.quantity }]
  const [priced] = await priceTickets(db, wanted, now, order.customerCountry)
  if (!priced) throw new Error('A listing that was compared has a price.')
  return priced
}

const requestFor = async (
  { db, order }: Context,
  { listingId }: Replacement,
): Promise<SupplierRequest<'quoteChange'>> => ({
  lines: await stockOf(db, [{ listingId, quantity: order.quantity }]),
})

/** Asks our own stock whether it can be had. What it said is read again when the change is made. */
async function ask(context: Context, database: Pick<Database, 'kysely'>): Promise<void> {
  const { order } = context
  const { to } = await chosen(context)
  if (order.supplierKey === null) return
  const call = { supplier: order.supplier, key: order.supplierKey, request: await requestFor(context, to) }
  const { problem } = await inquire(database, { ...call, action: 'checkChange' })
  if (problem !== null) throw invalid({ listingId: problem })
  await inquire(database, { ...call, action: 'quoteChange' })
}

const placeOf = ({ section, row }: { readonly section: string | null; readonly row: string | null }): Said => ({
  all: [section ?? storedText('no section'), ...(row ? [storedText('row {row}', { row })] : [])],
  between: ' · ',
})

const changeOf = ({ before, to }: Chosen) =>
  storedText('{before} → {after}', {
    before: placeOf(before),
    after: { all: [placeOf(to), `(${to.seller})`], between: ' ' },
  })

async function effects(context: Context): Promise<readonly Effect[]> {
  const { db, order } = context
  const all = await chosen(context)
  const { before, to } = all
  const money = (amount: number) => formatMoney(amount, order.currency)
  return [
    { about: 'order', text: sayStored(changeOf(all)) },
    { about: 'customer', text: t(likenessLabels[to.likeness]) },
    { about: 'customer', text: t('The price stays {total}.', { total: money(order.grandTotal) }) },
    ...(order.ticketsDelivered > 0 || order.eTickets.length > 0
      ? [
          {
            about: 'customer' as const,
            text: t('Tickets that were delivered are no longer valid, and new ones become due.'),
          },
        ]
      : []),
    {
      about: 'supplier',
      text: t('We owe {cost} for them instead of {before}.', { cost: money(to.cost), before: money(before.cost) }),
    },
    {
      about: 'stock',
      text: t('{n, plural, one {# ticket} other {# tickets}} of {code} booked. The old ones were released.', {
        n: order.quantity,
        code: to.code,
      }),
    },
    { about: 'margin', text: t('{before} → {after}', { before: money(before.margin), after: money(to.margin) }) },
    await messageEffect(db, order.oversell === null ? 'change' : 'oversell_replaced'),
  ]
}

async function planFor(context: Context, all: Chosen): Promise<ChangePlan> {
  const { db, order, input, actor, now } = context
  const { before, to } = all
  const line = { kind: 'event' as const, listingId: to.listingId, quantity: order.quantity }
  const priced = await pricedFor(order, to, db, now)
  const goods = await soldGoodsOf(db, { lines: [line] }, [priced])
  const [sold] = goods.lines
  const [item] = order.lines
  if (!sold || !item) throw new Error('Tickets that were compared are there.')
  return {
    // Day and start are as they were: a change says what it waits for by them.
    set: {
      travel_date: order.localDate,
      starts_at: new Date(order.startsAt).toISOString(),
      contents: goods.contents,
      provider_id: goods.providerId,
    },
    items: null,
    tickets: {
      position: item.position,
      title: sold.title,
      listing: sold.listing ?? to.code,
      section: sold.section ?? to.section,
      rawSection: sold.rawSection ?? null,
      row: sold.row ?? null,
      notes: sold.notes ?? [],
      labels: sold.labels ?? [],
      placedBy: sold.placedBy ?? null,
      ruleId: sold.ruleId ?? null,
    },
    waived: 0,
    moreCost: to.cost - before.cost,
    isVoucherDue: order.ticketsDelivered > 0 && order.fulfilment !== 'failed',
    isVoucherThere: false,
    answersRequest: false,
    decidedBy: personOf(actor),
    detail: {
      all: [
        changeOf(all),
        ...(input.consent === null ? [] : [storedText('Customer agreed: {consent}', { consent: input.consent })]),
      ],
      between: '. ',
    },
    before: { place: sayStored(placeOf(before)), cost: before.cost, listing: item.title },
    after: {
      place: sayStored(placeOf(to)),
      cost: to.cost,
      listing: to.code,
      likeness: to.likeness,
      consent: input.consent,
    },
  }
}

/** Written down and asked after the commit: the tickets move, or stay, when our stock has said so. */
export const substituteServer: CommandServer<Wanted> = {
  refuse,
  ask,
  effects,
  async apply(context) {
    const { db, order, input } = context
    const all = await chosen(context)
    const request = await requestFor(context, all.to)
    const { rows } = await sql<{ token: string }>`
      select answer ->> 'token' as token from supplier_calls
      where key = ${order.supplierKey} and action = 'quoteChange' and state = 'done' and request = ${JSON.stringify(request)}::jsonb
      order by id desc limit 1`.execute(db)
    const [quote] = rows
    if (!quote || order.supplierKey === null)
      throw new Refusal(409, t('The supplier has no quote for this. Preview it again.'), { error: 'NotPossible' })
    const plan = await planFor(context, all)
    const call = { action: 'applyChange' as const, key: order.supplierKey, step: `change-${order.version}` }
    await sql`
      insert into visit_changes (purchase_id, supplier_key, step, plan, decided_by)
      values (${order.id}, ${call.key}, ${call.step}, ${JSON.stringify(plan)}, ${plan.decidedBy})`.execute(db)
    await intendCall(db, { ...call, supplier: order.supplier, request: { ...request, token: quote.token } })
    return {
      set: {},
      timeline: { kind: 'changed', detail: storedText('Other tickets asked for: {detail}', { detail: plan.detail }) },
      message: t('Tickets being replaced'),
      before: plan.before,
      after: plan.after,
      ...(input.consent !== null && { reason: input.consent }),
    }
  },
}
