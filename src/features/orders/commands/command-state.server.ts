import { createHash } from 'node:crypto'
import { Refusal } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { isSameJson } from '../../../core/same-json.ts'
import {
  bookingStatusLabels,
  fulfilmentStatusLabels,
  paymentStatusLabels,
} from '../../purchases/states/purchase-states.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandPreview, EffectSubject } from './order-command.ts'

/** One thing that a command does, as a sentence. */
export interface Effect {
  readonly about: EffectSubject
  readonly text: string
}

const reading: readonly EffectSubject[] = ['order', 'customer', 'supplier', 'stock', 'tax', 'margin', 'message']

/** What belongs together is read together. */
export const inOrder = (effects: readonly Effect[]): readonly Effect[] =>
  effects.toSorted((one, other) => reading.indexOf(one.about) - reading.indexOf(other.about))

/** What a person saw of an order when a command was previewed, and what they were about to do. */
interface Seen {
  readonly booking: CommandOrder['booking']
  readonly payment: CommandOrder['payment']
  readonly fulfilment: CommandOrder['fulfilment']
  readonly total: number
  readonly currency: string
  readonly delivered: number
  /** Refunded or on its way back. */
  readonly refunded: number
  /** Of the day, the lines, the names on them and the answers. */
  readonly contents: string
  readonly effects: string
  readonly input: string
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

function seenOf(order: CommandOrder, input: unknown, effects: readonly Effect[]): Seen {
  const { booking, payment, fulfilment, grandTotal, currency, ticketsDelivered, lines, customerName, answers } = order
  const { localDate, localTime, eTickets } = order
  return {
    booking,
    payment,
    fulfilment,
    total: grandTotal,
    currency,
    delivered: ticketsDelivered,
    refunded: order.refunded + order.refundPending,
    contents: digest([lines, customerName, answers, localDate, localTime, eTickets]),
    effects: digest(effects),
    input: digest(input),
  }
}

/** A preview with the token that applies it, as long as nothing has changed. */
export function previewOf(
  order: CommandOrder,
  input: unknown,
  effects: readonly Effect[],
  money?: CommandPreview['money'],
): CommandPreview {
  const token = Buffer.from(JSON.stringify(seenOf(order, input, effects))).toString('base64url')
  return { effects: [...effects], token, ...(money && { money }) }
}

/**
 * Refuses what was not previewed as it is now.
 *
 * @throws Refusal 409 `PreviewChanged`, which says what is different and carries the new preview as `current`
 */
export function assertSeen(
  token: string,
  order: CommandOrder,
  input: unknown,
  effects: readonly Effect[],
  money?: CommandPreview['money'],
): void {
  const seen = seenIn(token)
  const now = seenOf(order, input, effects)
  if (seen !== null && isSameJson(seen, now)) return
  const changes = seen === null ? [] : changesBetween(seen, now)
  const message = t('This order has changed since the preview. {changes}', { changes: changes.join(' ') }).trim()
  throw new Refusal(409, message, { error: 'PreviewChanged', current: previewOf(order, input, effects, money) })
}

function seenIn(token: string): Seen | null {
  try {
    const seen: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    // Edge: only compared with what the order is now, so a token that someone made up is merely not the same.
    return typeof seen === 'object' ? (seen as Seen | null) : null
  } catch {
    return null
  }
}

const axes = [
  ['booking', msg('Booking'), bookingStatusLabels],
  ['payment', msg('Payment'), paymentStatusLabels],
  ['fulfilment', msg('Fulfilment'), fulfilmentStatusLabels],
] as const

function changesBetween(seen: Seen, now: Seen): readonly string[] {
  const changed = (label: string, before: string, after: string) =>
    before === after ? [] : [t('{label}: {before} → {after}.', { label, before, after })]
  const known = [
    ...axes.flatMap(([axis, label, words]) => changed(t(label), wordIn(words, seen[axis]), wordIn(words, now[axis]))),
    ...changed(t('Total'), moneyOf(seen, seen.total), moneyOf(now, now.total)),
    ...changed(t('Refunded or under way'), moneyOf(seen, seen.refunded), moneyOf(now, now.refunded)),
    ...changed(t('Delivered'), String(seen.delivered), String(now.delivered)),
    ...(seen.contents === now.contents ? [] : [t('Day, lines, names or answers are different.')]),
    ...(seen.input === now.input ? [] : [t('What you entered is different.')]),
  ]
  return known.length > 0 ? known : [t('Its effects are different.')]
}

const wordIn = (words: Readonly<Record<string, string>>, status: string) =>
  Object.hasOwn(words, status) ? t(words[status] ?? '') : '?'

const moneyOf = ({ currency }: Seen, amount: number) =>
  typeof amount === 'number' && /^[A-Z]{3}$/.test(currency) ? formatMoney(amount, currency) : '?'
