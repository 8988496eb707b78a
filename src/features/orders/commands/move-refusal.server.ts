import { t } from '../../../core/i18n/language.ts'
import type { OrderAxis } from '../../purchases/states/order-preconditions.ts'
import type { OrderMove } from '../../purchases/states/order-transitions.ts'
import { moved, orderTransitions } from '../../purchases/states/order-transitions.ts'
import {
  bookingStatusLabels,
  fulfilmentStatusLabels,
  paymentStatusLabels,
} from '../../purchases/states/purchase-states.ts'
import type { CommandOrder } from './command-order.server.ts'

const labels: Readonly<Record<OrderAxis, Readonly<Record<string, string>>>> = {
  booking: bookingStatusLabels,
  payment: paymentStatusLabels,
  fulfilment: fulfilmentStatusLabels,
}
const sentences: Readonly<Record<OrderAxis, (status: string) => string>> = {
  booking: (status) => t('Booking status: {status}.', { status }),
  payment: (status) => t('Payment status: {status}.', { status }),
  fulfilment: (status) => t('Delivery status: {status}.', { status }),
}

/** What the booking is, where a command is for another status. */
export function bookingRefusal({ booking }: Pick<CommandOrder, 'booking'>): string {
  return sentences.booking(t(bookingStatusLabels[booking]))
}

/** What its payment is, where a command is for another status. */
export function paymentRefusal({ payment }: Pick<CommandOrder, 'payment'>): string {
  return sentences.payment(t(paymentStatusLabels[payment]))
}

/** Why the table of transitions does not let an order move now, as a sentence; null where it does. */
export function moveRefusal(order: CommandOrder, name: OrderMove, now: number): string | null {
  if (moved(order, name, now)) return null
  const move = orderTransitions.find((one) => one.name === name)
  if (!move) throw new Error(`No transition is called ${name}.`)
  const status = order[move.axis]
  if (!(move.from as readonly string[]).includes(status))
    return sentences[move.axis](t(labels[move.axis][status] ?? status))
  return t('Required: {precondition}.', { precondition: t(move.needs.says) })
}
