import { randomBytes } from 'node:crypto'
import { disputeCall, isDisputed } from './local-stripe-disputes.server.ts'
import { fileCall } from './local-stripe-files.server.ts'
import { chargeOf, movementName } from './local-stripe-movements.server.ts'
import type { Form, LocalBooks, Misbehaviour, Shape } from './local-stripe-shapes.server.ts'
import { emit, newId, noSuch, seconds, StripeError } from './local-stripe-shapes.server.ts'

function metadataOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    }),
  )
}

function amountIn(form: Form, name = 'amount'): number {
  const amount = Number(form.get(name))
  if (Number.isSafeInteger(amount) && amount > 0) return amount
  throw new StripeError(400, 'invalid_request_error', 'parameter_invalid_integer', `Invalid integer: ${name}`)
}

export function localBooks(): LocalBooks {
  let lost = 0
  const books: LocalBooks = {
    next: 'none',
    settlement: null,
    onEvent: () => {},
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    files: new Map(),
    replies: new Map(),
    answer(call, form, key) {
      const asked = `${call} ${form.toString()}`
      const earlier = key === '' ? undefined : books.replies.get(key)
      if (earlier && earlier.asked !== asked)
        throw new StripeError(
          400,
          'idempotency_error',
          'idempotency_key_in_use',
          'Keys for idempotent requests differ.',
        )
      if (earlier) return earlier.body
      const behaviour = books.next
      books.next = 'none'
      const body = routed(books, call, form, behaviour)
      if (key !== '') books.replies.set(key, { asked, body })
      // Stripe's package tries once more by itself when a connection ends without an answer.
      if (behaviour === 'time_out') lost = 2
      return body
    },
    takeSilence() {
      if (lost === 0) return false
      lost--
      return true
    },
    empty() {
      for (const kept of [books.intents, books.refunds, books.disputes, books.files, books.replies]) kept.clear()
      books.next = 'none'
      books.settlement = null
      books.onEvent = () => {}
      lost = 0
    },
  }
  return books
}

function routed(books: LocalBooks, call: string, form: Form, behaviour: Misbehaviour): unknown {
  const [, intentId, step] =
    /^(?:GET|POST) \/v1\/payment_intents\/([^/]+)(?:\/(confirm|capture|cancel))?$/.exec(call) ?? []
  if (call === 'POST /v1/payment_intents') return addIntent(books, form, behaviour)
  if (intentId !== undefined) return intentCall(books, { id: intentId, step, form }, behaviour)
  if (call === 'POST /v1/refunds') return addRefund(books, form, behaviour)
  if (call === 'GET /v1/refunds') return listed('/v1/refunds', refundsOf(books, form.get('payment_intent')), form)
  if (call === 'GET /v1/disputes') return listed('/v1/disputes', disputesOf(books, form.get('payment_intent')), form)
  const refundId = /^GET \/v1\/refunds\/([^/]+)$/.exec(call)?.[1]
  const refund = refundId === undefined ? undefined : books.refunds.get(refundId)
  const answer = refund ?? disputeCall(books, call, form) ?? fileCall(books, call, form)
  if (answer) return answer
  throw noSuch('route', call)
}

function addIntent(books: LocalBooks, form: Form, behaviour: Misbehaviour): Shape {
  const id = newId('pi')
  const intent: Shape = {
    id,
    object: 'payment_intent',
    amount: amountIn(form),
    amount_capturable: 0,
    amount_received: 0,
    currency: form.get('currency') ?? 'eur',
    client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
    created: seconds(),
    metadata: metadataOf(form),
    status: 'requires_payment_method',
    capture_method: form.get('capture_method') ?? 'automatic',
    latest_charge: null,
    last_payment_error: null,
    livemode: false,
  }
  books.intents.set(id, intent)
  return form.get('confirm') === 'true' ? intentCall(books, { id, step: 'confirm', form }, behaviour) : intent
}

/** The states in which Stripe takes a step with a payment intent. */
const allowedIn: Readonly<Record<string, readonly string[]>> = {
  confirm: ['requires_payment_method'],
  capture: ['requires_capture'],
  cancel: ['requires_payment_method', 'requires_capture'],
}

interface IntentCall {
  readonly id: string
  readonly step: string | undefined
  readonly form: Form
}

function intentCall(books: LocalBooks, { id, step, form }: IntentCall, behaviour: Misbehaviour): Shape {
  const intent = books.intents.get(id)
  if (!intent) throw noSuch('payment_intent', id)
  if (step === undefined)
    return isExpanded(form) ? { ...intent, latest_charge: chargeOf(intent, books.settlement) } : intent
  if (!allowedIn[step]?.includes(String(intent['status'])))
    throw new StripeError(
      400,
      'invalid_request_error',
      'payment_intent_unexpected_state',
      `You cannot ${step} this PaymentIntent because it has a status of ${String(intent['status'])}.`,
    )
  if (step === 'cancel') return cancelIntent(books, intent)
  if (step === 'capture') return captureIntent(books, intent, form, behaviour)
  if (behaviour === 'card_closed') {
    const failed = { ...intent, last_payment_error: { type: 'card_error', code: 'card_declined' } }
    books.intents.set(id, failed)
    emit(books, 'payment_intent.payment_failed', failed)
    throw new StripeError(402, 'card_error', 'card_declined', 'Your card was declined.')
  }
  const confirmed: Shape = { ...intent, latest_charge: newId('ch'), last_payment_error: null }
  if (intent['capture_method'] !== 'manual') return paidIntent(books, confirmed, Number(intent['amount']), behaviour)
  const blocked: Shape = { ...confirmed, status: 'requires_capture', amount_capturable: intent['amount'] }
  books.intents.set(id, blocked)
  return blocked
}

function paidIntent(books: LocalBooks, intent: Shape, received: number, behaviour: Misbehaviour): Shape {
  const paid: Shape = { ...intent, status: 'succeeded', amount_received: received, amount_capturable: 0 }
  books.intents.set(paid.id, paid)
  emit(books, 'payment_intent.succeeded', paid, behaviour === 'answer_twice' ? 2 : 1)
  return paid
}

/** Takes all that is blocked or a part of it; the rest is released. */
function captureIntent(books: LocalBooks, intent: Shape, form: Form, behaviour: Misbehaviour): Shape {
  const blocked = Number(intent['amount_capturable'])
  const wanted = form.has('amount_to_capture') ? amountIn(form, 'amount_to_capture') : blocked
  if (wanted > blocked)
    throw new StripeError(
      400,
      'invalid_request_error',
      'amount_too_large',
      'The amount_to_capture is greater than the amount that can be captured.',
    )
  return paidIntent(books, intent, wanted, behaviour)
}

function cancelIntent(books: LocalBooks, intent: Shape): Shape {
  const canceled: Shape = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: seconds(),
    cancellation_reason: null,
  }
  books.intents.set(String(intent['id']), canceled)
  emit(books, 'payment_intent.canceled', canceled)
  return canceled
}

function addRefund(books: LocalBooks, form: Form, behaviour: Misbehaviour): Shape {
  const [amount, intentId] = [amountIn(form), form.get('payment_intent') ?? '']
  const intent = books.intents.get(intentId)
  const given = refundsOf(books, intentId).reduce(
    (sum, { status, amount: part }) => sum + (status === 'succeeded' ? Number(part) : 0),
    0,
  )
  // Payments of the demo data were never made here: they are known by their name alone.
  if (intent && given + amount > Number(intent['amount_received']))
    throw new StripeError(
      400,
      'invalid_request_error',
      'charge_already_refunded',
      'Refund amount is greater than charge.',
    )
  if (isDisputed(books, intentId))
    throw new StripeError(400, 'invalid_request_error', 'charge_disputed', 'This charge has been disputed.')
  const isClosed = behaviour === 'card_closed'
  const id = newId('re')
  const refund: Shape = {
    id,
    object: 'refund',
    amount,
    balance_transaction: isClosed ? null : movementName('refund', id),
    charge: intent?.['latest_charge'] ?? null,
    created: seconds(),
    currency: intent?.['currency'] ?? null,
    destination_details: {
      type: 'card',
      card: {
        reference: String(7400 + books.refunds.size).padStart(23, '74'),
        reference_status: 'available',
        type: 'refund',
      },
    },
    ...(isClosed && { failure_reason: 'expired_or_canceled_card' }),
    metadata: metadataOf(form),
    payment_intent: intentId,
    reason: form.get('reason'),
    status: isClosed ? 'failed' : 'succeeded',
  }
  books.refunds.set(refund.id, refund)
  emit(books, 'refund.created', refund, behaviour === 'answer_twice' ? 2 : 1)
  if (behaviour === 'fail_late') {
    const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' }
    books.refunds.set(refund.id, failed)
    emit(books, 'refund.failed', failed)
  }
  return refund
}

/** Whether the charge is wanted with its movement of money, in place of its name. */
const isExpanded = (form: Form) =>
  [...form].some(([name, value]) => name.startsWith('expand') && value === 'latest_charge.balance_transaction')

const refundsOf = ({ refunds }: LocalBooks, intentId: string | null) =>
  [...refunds.values()].filter((refund) => intentId === null || refund['payment_intent'] === intentId)

const disputesOf = ({ disputes }: LocalBooks, intentId: string | null) =>
  [...disputes.values()].filter((dispute) => intentId === null || dispute['payment_intent'] === intentId)

/** A page of a list, the newest first, as Stripe answers it. */
function listed(url: string, rows: readonly Shape[], form: Form): unknown {
  const limit = Math.min(100, Math.max(1, Number(form.get('limit') ?? 10)))
  const newest = rows.toReversed()
  const after = form.get('starting_after')
  const first = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1
  return { object: 'list', url, has_more: first + limit < newest.length, data: newest.slice(first, first + limit) }
}
