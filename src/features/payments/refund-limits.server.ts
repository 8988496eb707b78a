import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { assertWithinLimits, isWithinLimits, limitsOf } from '../../core/access/limits.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { createRateLimit } from '../../core/http/rate-limit.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'

const perMinute = 30
const noRefundsYet = () =>
  createRateLimit({
    limit: perMinute,
    windowSeconds: 60,
    message: () => t('More than {n} refunds within a minute. Wait a moment and try again.', { n: perMinute }),
  })
let refunds = noRefundsYet()

/** The count begins with the server, whose people those of another one are not. */
export function beginToCountRefunds(): void {
  refunds = noRefundsYet()
}

/**
 * What comes before any command that gives money back: a fresh sign-in, and not too many within a minute.
 *
 * @throws Refusal 401, 429
 */
export function admitRefund(actor: Actor): void {
  requireFreshSignIn(actor, t('give money back'))
  refunds.take(String(actor.behind?.id ?? actor.id))
}

interface Where {
  readonly id: number
  readonly cityId: number
  readonly currency: string
}

/**
 * Refuses (403) who cannot refund here at all. An amount beyond their own is no refusal: another person approves it.
 */
export function assertMayRefund(actor: Actor, { cityId, currency }: Omit<Where, 'id'>): void {
  const ways = limitsOf(actor.grants, 'refund', 'purchases') ?? []
  const worth = Object.fromEntries(ways.flatMap(({ maximum }) => (maximum ? [[maximum.currency, 0] as const] : [])))
  assertWithinLimits(actor, 'refund', 'purchases', { cityId, money: { amount: 0, currency, worth } })
}

/**
 * Whether a person can refund an amount alone. What they have refunded alone of the same order counts, so that a large
 * refund in small parts needs a second person too. Money in another currency than their limit's always does.
 */
export async function refundsAlone(db: Db, actor: Actor, { id, ...where }: Where, amount: number): Promise<boolean> {
  if (limitsOf(actor.grants, 'refund', 'purchases') === null) return true
  const { rows } = await sql<{ earlier: number }>`
    select coalesce(sum(amount), 0)::bigint as earlier from refunds
    where purchase_id = ${id} and requested_by = ${actor.id} and not needs_approval
      and state in ('approved', 'processing', 'succeeded')`.execute(db)
  const money = { amount: amount + (rows[0]?.earlier ?? 0), currency: where.currency }
  return isWithinLimits(actor.grants, 'refund', 'purchases', { cityId: where.cityId, money })
}

/** What is refunded together in one city and currency. */
export interface RefundSum {
  readonly cityId: number
  readonly currency: string
  readonly amount: number
}

/** Whether a person can refund sums of several orders alone. What they have refunded alone of the same orders counts. */
export async function refundsSumsAlone(
  db: Db,
  actor: Actor,
  sums: readonly RefundSum[],
  orderIds: readonly number[],
): Promise<boolean> {
  if (limitsOf(actor.grants, 'refund', 'purchases') === null) return true
  const { rows } = await sql<{ currency: string; earlier: number }>`
    select currency, sum(amount)::bigint as earlier from refunds
    where purchase_id = any(${[...orderIds]}::bigint[]) and requested_by = ${actor.id} and not needs_approval
      and state in ('approved', 'processing', 'succeeded') group by 1`.execute(db)
  const earlierIn = new Map(rows.map(({ currency, earlier }) => [currency, earlier]))
  // The limit is for all that is refunded together, wherever it is.
  return sums.every(({ cityId, currency }) => {
    const whole = sums.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0)
    const money = { amount: whole + (earlierIn.get(currency) ?? 0), currency }
    return isWithinLimits(actor.grants, 'refund', 'purchases', { cityId, money })
  })
}

/**
 * Refuses (403) who cannot approve a refund: who asked for it, and whose own limit is lower.
 */
export function assertMayApprove(
  actor: Actor,
  { cityId, currency }: Omit<Where, 'id'>,
  refund: { readonly amount: number; readonly requestedBy: number | null },
): void {
  if (refund.requestedBy !== null && refund.requestedBy === (actor.behind?.id ?? actor.id))
    throw new Refusal(403, t('You requested this refund. Someone else must approve it.'), { error: 'FourEyes' })
  assertWithinLimits(actor, 'refund', 'purchases', { cityId, money: { amount: refund.amount, currency } })
}
