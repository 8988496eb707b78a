import { sql } from 'kysely'
import { may } from '../../../core/access/access.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import { assertMayGive } from '../../payments/refund-limits.server.ts'
import { leftToRefund } from '../../payments/refund-quote.server.ts'
import type { OpenOversell } from '../oversells.server.ts'
import { lockOversell, reportOversell, settleOversell } from '../oversells.server.ts'
import { findOversellsName } from '../find-oversells.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { bookingRefusal } from './move-refusal.server.ts'
import { inOrder } from './command-state.server.ts'
import { apologyEffect, cancelOversold, refundEffects } from './oversell-remedies.server.ts'
import { chosen, substituteServer } from './substitute-listing.server.ts'
import { placesIn } from '../order-change.server.ts'

interface Resolution {
  readonly outcome: 'keep' | 'replace' | 'refund' | 'dismiss'
  readonly listingId: number | null
  readonly consent: string | null
  readonly paidBy: 'platform' | 'seller' | 'provider'
  /** Store credit that says sorry, in minor units of the order's currency. */
  readonly credit: number | null
  readonly note: string | null
}
type Context = CommandContext<Resolution>

/** What an order is for, as its customer knows it. */
const placesOf = ({ lines }: CommandOrder) =>
  lines
    .map(({ title, section, row, seats }) => [section ?? title, row, seats.join(', ')].filter(Boolean).join(' · '))
    .join('; ')
    .slice(0, 255)

export const reportOversellServer: CommandServer<{ readonly how: 'seller' | 'provider'; readonly reason: string }> = {
  refuse(order, now) {
    if (order.oversell !== null) return t('Already recorded.')
    if (order.booking !== 'confirmed') return bookingRefusal(order)
    return order.changeableUntil <= now ? t('Already started.') : null
  },
  effects: async ({ order }) => [
    {
      about: 'order',
      text: t('The order waits for you to resolve the oversell of {places}.', { places: placesOf(order) }),
    },
    ...(order.lines.length > 1
      ? [
          {
            about: 'order' as const,
            text: t('This is about the whole order. If only some items are affected, split it first.'),
          },
        ]
      : []),
    { about: 'message', text: t('The customer gets no message yet.') },
  ],
  async apply({ db, order, input, actor }) {
    const { how, reason } = input
    const places = placesOf(order)
    const { quantity, performanceId } = order
    await reportOversell(db, order.id, { how, places, quantity, performanceId, by: personOf(actor) })
    return {
      set: { is_oversold: true },
      timeline: { kind: 'noted', detail: storedText('Oversell reported: {reason}', { reason }) },
      message: t('Oversell recorded'),
      before: { isOversold: false },
      after: { isOversold: true, how, places },
      reason,
    }
  },
}

/** Behind the order's lock and the incident's, so that two people can't both take the places away or both keep them. */
export const resolveOversellServer: CommandServer<Resolution> = {
  refuse({ oversell }, _, { actor }) {
    if (oversell === null) return t('No oversells to resolve.')
    if (!may(actor.grants, 'refund', 'purchases')) return t('Your role has no refund permission on purchases.')
    return may(actor.grants, 'write', 'purchases') ? null : t('Your role has no write permission on purchases.')
  },
  async ask(context, database) {
    if (context.input.outcome !== 'replace') return
    assertReplaceable(context.order, context)
    await substituteServer.ask?.(replacing(context), database)
  },
  async effects(context) {
    const { order, input } = context
    assertPossible(openIn(order), input)
    if (input.outcome === 'keep') return [kept(order), await quiet()]
    if (input.outcome === 'dismiss')
      return [{ about: 'order', text: t('The order stays as it is, and the oversell is closed.') }, await quiet()]
    const credit = await creditEffects(context)
    return inOrder(
      input.outcome === 'refund'
        ? [
            ...(await refundEffects(context, credit)),
            await messageEffect(context.db, 'oversell_refunded'),
            ...(await refundApology(context)),
          ]
        : await replacementEffects(context, credit),
    )
  },
  async apply(context) {
    const { db, order, input, actor } = context
    assertPossible(await lockOversell(db, order.id), input)
    const by = personOf(actor)
    if (input.outcome === 'replace') return await replace(context)
    if (input.outcome === 'refund') return await cancelOversold(context)
    const isKept = input.outcome === 'keep'
    await settleOversell(db, order.id, { outcome: isKept ? 'kept' : 'dismissed', by })
    return {
      set: { is_oversold: false },
      timeline: {
        kind: 'noted',
        detail: isKept
          ? storedText('Keeps the places that were sold twice')
          : storedText('Not oversold: {note}', { note: input.note ?? '' }),
      },
      message: isKept ? t('Places kept') : t('Oversell closed'),
      before: { isOversold: true },
      after: { isOversold: false, outcome: input.outcome },
      ...(input.note && { reason: input.note }),
      wakes: findOversellsName,
    }
  },
}

const quiet = async (): Promise<Effect> => ({ about: 'message', text: t('The customer gets no message.') })

function openIn({ oversell }: CommandOrder): OpenOversell {
  if (oversell === null) throw new Error('An order without an oversell is refused before.')
  return oversell
}

/** Someone keeps the places, if they can be had, and one order at most. */
function assertPossible({ how, keeper, rivals }: OpenOversell, { outcome, credit, note }: Resolution): void {
  const isShared = how === 'same_seats'
  if (outcome === 'keep' && !isShared)
    throw invalid({
      outcome: t('They were sold outside Marquee. If the order can keep them after all, close it as not oversold.'),
    })
  if (outcome === 'keep' && keeper !== null)
    throw invalid({ outcome: t('{reference} keeps these places already.', { reference: keeper }) })
  if ((outcome === 'replace' || outcome === 'refund') && isShared && rivals === 0)
    throw invalid({ outcome: t('No other order needs these places any more, so this one can keep them.') })
  if (credit && (outcome === 'keep' || outcome === 'dismiss'))
    throw invalid({ credit: t('Credit goes with other tickets or a refund. Leave it out here.') })
  if (outcome === 'dismiss' && !note) throw invalid({ note: t('Enter why this isn’t an oversell.') })
}

const kept = (order: CommandOrder): Effect => ({
  about: 'order',
  text: t(
    'This order keeps {places}. {n, plural, one {# other order still needs} other {# other orders still need}} a remedy.',
    {
      places: openIn(order).places,
      n: openIn(order).rivals,
    },
  ),
})

async function creditEffects({ db, order, input, actor }: Context): Promise<readonly Effect[]> {
  const amount = input.credit ?? 0
  if (amount === 0) return []
  // It is as good as money: who gives it needs the limit of a refund.
  await assertMayGive(actor, db, { cityId: order.cityId, currency: order.currency, amount })
  const { rows } = await sql`
    select from customers where id = ${order.customerId} and status = 'active'`.execute(db)
  if (rows.length === 0) throw invalid({ credit: t('This customer can’t spend store credit.') })
  return [
    {
      about: 'customer',
      text: t('Receives {amount} as store credit, for a year.', { amount: formatMoney(amount, order.currency) }),
    },
  ]
}

const refundApology = ({ db, order, input }: Context) =>
  apologyEffect(db, order, 'oversell_refunded', { refund: leftToRefund(order), input })

const replacing = (context: Context) => ({
  ...context,
  input: { listingId: context.input.listingId ?? 0, consent: context.input.consent },
})

/** @throws Refusal 422 where the tickets of this order can't be replaced */
function assertReplaceable(order: CommandOrder, { now, actor, gateway }: Context): void {
  if (order.kind !== 'event')
    throw invalid({ outcome: t('Only tickets can be replaced. Refund the visit, or change its date.') })
  const why = substituteServer.refuse(order, now, { now, actor, gateway })
  if (why !== null) throw invalid({ outcome: why })
}

async function replacementEffects(context: Context, credit: readonly Effect[]): Promise<readonly Effect[]> {
  const { db, order, input } = context
  assertReplaceable(order, context)
  const effects = await substituteServer.effects(replacing(context))
  const { to } = await chosen(replacing(context))
  const newPlaces = placesIn({ section: to.section ?? '', row: to.row })
  return [
    ...credit,
    ...effects,
    ...(await apologyEffect(db, order, 'oversell_replaced', { refund: 0, newPlaces, input })),
  ]
}

/** The oversell stays open until the new tickets are there, and with it what is given to say sorry. */
async function replace(context: Context & { readonly key: string }) {
  const { db, order, input } = context
  assertReplaceable(order, context)
  const moved = await substituteServer.apply({ ...replacing(context), key: context.key })
  await rememberCredit(db, order.id, input.credit ?? 0)
  return moved
}

async function rememberCredit(db: Db, orderId: number, credit: number): Promise<void> {
  await sql`
    update oversell_orders set credit = ${credit} where purchase_id = ${orderId} and outcome is null`.execute(db)
}
