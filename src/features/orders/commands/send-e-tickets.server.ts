import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandServer } from './command-server.server.ts'
import { deliveryMove, withDelivered } from './deliver-order.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { moveRefusal } from './move-refusal.server.ts'
import { moved } from '../../purchases/states/order-transitions.ts'

/** The order as it will be once the customer has every e-ticket that is given to a ticket. */
function withAllSent(order: CommandOrder): CommandOrder {
  return withDelivered(order, {
    lines: order.eTickets.map(({ line, unsent, sent }) => ({
      position: line,
      // What was delivered by other ways stays delivered.
      delivered: Math.max(unsent + sent, order.lines.find(({ position }) => position === line)?.delivered ?? 0),
    })),
  })
}

const unsentOf = ({ eTickets }: CommandOrder) => eTickets.reduce((sum, { unsent }) => sum + unsent, 0)

export const sendETicketsServer: CommandServer<object> = {
  refuse(order, now) {
    if (unsentOf(order) === 0)
      return order.eTickets.length > 0 ? t('Every e-ticket is sent.') : t('Upload e-tickets first.')
    // An order whose delivery was recorded by hand keeps its status, and its customer gets the files.
    if (order.fulfilment === 'delivered' || order.fulfilment === 'partially_delivered') return null
    return moveRefusal({ ...order, ticketsDelivered: order.quantity }, 'deliver', now)
  },
  async effects({ db, order, now }) {
    const next = withAllSent(order)
    const uncoded = order.eTickets.reduce((sum, line) => sum + line.uncoded, 0)
    const isWhole = next.ticketsDelivered === next.quantity
    const move = deliveryMove(next, now)
    return [
      {
        about: 'customer',
        text: t('{n, plural, one {# e-ticket becomes} other {# e-tickets become}} available by a link.', {
          n: unsentOf(order),
        }),
      },
      ...(uncoded === 0
        ? []
        : [
            {
              about: 'customer' as const,
              text: t(
                '{n, plural, one {# of them has} other {# of them have}} no barcode we could read. Check before you send.',
                {
                  n: uncoded,
                },
              ),
            },
          ]),
      {
        about: 'order',
        text: t('{delivered} of {quantity} delivered.', { delivered: next.ticketsDelivered, quantity: order.quantity }),
      },
      ...(move === null && order.fulfilment !== 'partially_delivered'
        ? []
        : [{ about: 'order' as const, text: isWhole ? t('The delivery is complete.') : t('The rest stays due.') }]),
      await messageEffect(db, 'ticket'),
    ]
  },
  async apply({ db, order, now }) {
    const next = withAllSent(order)
    const move = deliveryMove(next, now)
    const fulfilment = (move === null ? null : moved(next, move, now)?.fulfilment) ?? order.fulfilment
    await sql`update e_tickets set sent_at = now() where purchase_id = ${order.id} and line is not null and sent_at is null`.execute(
      db,
    )
    await sql`
      update purchase_lines l set delivered = greatest(l.delivered, (
        select count(*) from e_tickets e where e.purchase_id = l.purchase_id and e.line = l.position and e.sent_at is not null))
      where l.purchase_id = ${order.id} and l.kind = 'item'`.execute(db)
    const detail = storedText('{delivered} of {quantity} delivered.', {
      delivered: next.ticketsDelivered,
      quantity: order.quantity,
    })
    return {
      set: { fulfilment_status: fulfilment },
      timeline: { kind: 'tickets_delivered', detail },
      message: t('E-tickets sent'),
      // Part of the tickets is worth a message of its own: the customer has a link to them.
      tells: 'ticket',
      before: { fulfilmentStatus: order.fulfilment, delivered: order.ticketsDelivered },
      after: { fulfilmentStatus: fulfilment, delivered: next.ticketsDelivered, eTickets: unsentOf(order) },
    }
  },
}
