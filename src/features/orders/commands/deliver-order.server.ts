import { sql } from 'kysely'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { OrderMove } from '../../purchases/states/order-transitions.ts'
import { moved } from '../../purchases/states/order-transitions.ts'
import type { CommandOrder } from './command-order.server.ts'
import { messageEffect } from './message-effect.server.ts'
import type { CommandServer } from './command-server.server.ts'
import { moveRefusal } from './move-refusal.server.ts'

interface DeliveredLines {
  readonly lines: readonly { readonly position: number; readonly delivered: number }[]
}

interface Delivery extends DeliveredLines {
  readonly note: string | null
}

/** The order as it will be with so much delivered. */
export function withDelivered(order: CommandOrder, { lines }: DeliveredLines): CommandOrder {
  const next = order.lines.map((line) => ({
    ...line,
    delivered: lines.find(({ position }) => position === line.position)?.delivered ?? line.delivered,
  }))
  return { ...order, lines: next, ticketsDelivered: next.reduce((sum, { delivered }) => sum + delivered, 0) }
}

/** How the delivery moves; null where it stays as it is. */
export function deliveryMove(order: CommandOrder, now: number): OrderMove | null {
  return (['deliver', 'deliver_in_part'] as const).find((move) => moved(order, move, now) !== null) ?? null
}

export const deliverServer: CommandServer<Delivery> = {
  refuse: (order, now) => {
    if (order.fulfilment === 'delivered') return t('Everything is delivered.')
    return moveRefusal({ ...order, ticketsDelivered: order.quantity }, 'deliver', now)
  },
  async effects({ db, order, input, now }) {
    const problems: Record<string, string> = {}
    for (const [index, { position, delivered }] of input.lines.entries()) {
      const line = order.lines.find((one) => one.position === position)
      if (!line)
        problems[`lines.${index}.position`] = t('Line {position} isn’t one of this order’s items.', { position })
      else if (delivered > line.quantity) problems[`lines.${index}.delivered`] = t('At most {n}.', { n: line.quantity })
      else if (delivered < line.delivered)
        problems[`lines.${index}.delivered`] = t('{n} are delivered already. Recall tickets first.', {
          n: line.delivered,
        })
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const next = withDelivered(order, input)
    if (next.ticketsDelivered === order.ticketsDelivered)
      throw invalid({ 'lines.0.delivered': t('Enter more than is delivered already.') })
    const isWhole = deliveryMove(next, now) === 'deliver'
    return [
      {
        about: 'order',
        text: t('{delivered} of {quantity} delivered.', { delivered: next.ticketsDelivered, quantity: order.quantity }),
      },
      { about: 'order', text: isWhole ? t('The delivery is complete.') : t('The rest stays due.') },
      isWhole
        ? await messageEffect(db, order.kind === 'event' ? 'ticket' : 'voucher')
        : { about: 'message', text: t('The customer gets no message yet.') },
    ]
  },
  async apply({ db, order, input, now }) {
    const next = withDelivered(order, input)
    const move = deliveryMove(next, now)
    const fulfilment = (move === null ? null : moved(next, move, now)?.fulfilment) ?? order.fulfilment
    await sql`
      update purchase_lines l set delivered = d.delivered,
        transfer_accepted_at = case when ${order.delivery === 'mobile_transfer'} and d.delivered = l.quantity
          then coalesce(l.transfer_accepted_at, now()) else l.transfer_accepted_at end
      from jsonb_to_recordset(${JSON.stringify(input.lines)}::jsonb) d (position integer, delivered integer)
      where l.purchase_id = ${order.id} and l.position = d.position`.execute(db)
    return {
      set: { fulfilment_status: fulfilment },
      timeline: {
        kind: 'tickets_delivered',
        detail: {
          all: [
            storedText('{delivered} of {quantity} delivered.', {
              delivered: next.ticketsDelivered,
              quantity: order.quantity,
            }),
            ...(input.note ? [input.note] : []),
          ],
          between: ' ',
        },
      },
      message: fulfilment === 'delivered' ? t('Delivery recorded') : t('Partial delivery recorded'),
      before: { fulfilmentStatus: order.fulfilment, delivered: order.ticketsDelivered },
      after: { fulfilmentStatus: fulfilment, delivered: next.ticketsDelivered },
    }
  },
}

export const problemServer: CommandServer<{ readonly reason: string }> = {
  refuse: (order, now) => moveRefusal(order, 'fail_delivery', now),
  effects: async ({ order }) => [
    { about: 'order', text: t('The delivery becomes failed and is due in 6 hours.') },
    { about: 'supplier', text: t('Nothing is sent to {provider}.', { provider: order.provider }) },
  ],
  async apply({ order, input, now }) {
    return {
      set: { fulfilment_status: 'failed', due_at: new Date(now + 6 * 3_600_000).toISOString() },
      timeline: { kind: 'delivery_failed', detail: input.reason },
      message: t('Delivery problem recorded'),
      before: { fulfilmentStatus: order.fulfilment },
      after: { fulfilmentStatus: 'failed' },
      reason: input.reason,
    }
  },
}

export const retryServer: CommandServer<object> = {
  refuse: (order, now) => moveRefusal(order, 'retry_delivery', now),
  effects: async () => [{ about: 'order', text: t('The delivery becomes due again.') }],
  async apply({ order }) {
    return {
      set: { fulfilment_status: 'awaiting_tickets' },
      timeline: { kind: 'changed', detail: storedText('Delivery is tried again') },
      message: t('Delivery due again'),
      before: { fulfilmentStatus: order.fulfilment },
      after: { fulfilmentStatus: 'awaiting_tickets' },
    }
  },
}

export const recallServer: CommandServer<{ readonly reason: string }> = {
  refuse: (order, now) => moveRefusal(order, 'recall', now),
  effects: async ({ order }) => [
    {
      about: 'customer',
      text: t('{n, plural, one {# delivered ticket is} other {# delivered tickets are}} no longer valid.', {
        n: order.ticketsDelivered,
      }),
    },
    { about: 'order', text: t('All tickets become due for delivery again.') },
    { about: 'supplier', text: t('Nothing is sent to {provider}.', { provider: order.provider }) },
  ],
  async apply({ db, order, input, now }) {
    await sql`
      update purchase_lines set delivered = 0, transfer_accepted_at = null where purchase_id = ${order.id} and kind = 'item'`.execute(
      db,
    )
    // The customer's link stops leading to them.
    await sql`update e_tickets set sent_at = null where purchase_id = ${order.id}`.execute(db)
    return {
      set: { fulfilment_status: 'awaiting_tickets', due_at: new Date(now + 6 * 3_600_000).toISOString() },
      timeline: { kind: 'changed', detail: storedText('Tickets recalled: {reason}', { reason: input.reason }) },
      message: t('Tickets recalled'),
      before: { fulfilmentStatus: order.fulfilment, delivered: order.ticketsDelivered },
      after: { fulfilmentStatus: 'awaiting_tickets', delivered: 0 },
      reason: input.reason,
    }
  },
}
