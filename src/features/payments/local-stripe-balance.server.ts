import { recalledMovements } from './local-stripe-memory.server.ts'
import { balanceTransaction, movementOf, settledIn } from './local-stripe-movements.server.ts'
import type { Form, LocalBooks, Shape } from './local-stripe-shapes.server.ts'

// The statement of the local Stripe: every movement of its books, in the shape of balance transactions.

/** `GET /v1/balance_transactions`, the newest first, with their sources. */
export async function balanceTransactions(books: LocalBooks, form: Form): Promise<unknown> {
  const [since, before] = [Number(form.get('created[gte]') ?? 0), Number(form.get('created[lt]') ?? Infinity)]
  const limit = Math.min(100, Math.max(1, Number(form.get('limit') ?? 10)))
  const all = [...ownMovements(books), ...(await earlierMovements(books, since, before))]
    .filter(({ created }) => Number(created) >= since && Number(created) < before)
    .toSorted((one, other) => Number(other['created']) - Number(one['created']) || (one.id < other.id ? 1 : -1))
  const after = form.get('starting_after')
  const first = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(first, first + limit)
  return { object: 'list', url: '/v1/balance_transactions', has_more: first + limit < all.length, data }
}

function ownMovements({ intents, refunds, disputes, settlement }: LocalBooks): readonly Shape[] {
  return [
    ...[
      ...[...intents.values()].flatMap((intent) => movementOf(intent) ?? []),
      ...[...refunds.values()].flatMap(movementsOfRefund),
    ].map((one) => settledIn(settlement, one)),
    // A dispute has its own in itself.
    ...[...disputes.values()].flatMap((dispute) =>
      (dispute['balance_transactions'] as readonly Shape[]).map((one) => ({ ...one, source: dispute })),
    ),
  ]
}

function movementsOfRefund(refund: Shape): readonly Shape[] {
  const [amount, created] = [Number(refund['amount']), Number(refund['created'])]
  // A refund of the demo data’s payments has no currency here, as the payment is known by its name alone.
  const currency = refund['currency']
  if (refund['balance_transaction'] === null || typeof currency !== 'string') return []
  const part = { fee: 0, currency, created, source: refund } as const
  const paid = balanceTransaction({ ...part, category: 'refund', amount: -amount })
  if (refund['status'] !== 'failed') return [paid]
  return [paid, balanceTransaction({ ...part, category: 'refund_failure', amount })]
}

/** What the demo data moved, but for what these books have themselves. */
async function earlierMovements({ intents, refunds, disputes }: LocalBooks, since: number, before: number) {
  const isHere = (source: Shape) => {
    if (source['object'] === 'charge') return intents.has(String(source['payment_intent']))
    return source['object'] === 'refund'
      ? typeof refunds.get(source.id)?.['currency'] === 'string'
      : disputes.has(source.id)
  }
  const earlier = await recalledMovements(since, before)
  return earlier.filter(({ source }) => !isHere(source as Shape))
}
