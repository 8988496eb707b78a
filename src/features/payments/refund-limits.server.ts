import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { assertWithinLimits, isWithinLimits, limitsOf } from '../../core/access/limits.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { createRateLimit } from '../../core/http/rate-limit.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { convert } from '../exchange-rates/convert.ts'
import { currentRates } from '../exchange-rates/current-rates.server.ts'

const perMinute = 30
// Tries are counted before anything is looked up, so that a stolen session cannot find out by many what it can give away.
const noRefundsYet = () =>
  createRateLimit({
    limit: perMinute,
    windowSeconds: 60,
    message: () =>
      t(
        'More than {n} tries to refund or give store credit within a minute, refused ones included. Wait a moment and try again.',
        { n: perMinute },
      ),
  })
let refunds = noRefundsYet()

/** The count begins with the server, whose people those of another one are not. */
export function beginToCountRefunds(): void {
  refunds = noRefundsYet()
}

/**
 * What comes before any command that gives money back: a fresh sign-in, and not too many tries within a minute. `deed`
 * completes “To …”.
 *
 * @throws Refusal 401, 429
 */
export function admitRefund(actor: Actor, deed = t('issue refunds')): void {
  requireFreshSignIn(actor, deed)
  refunds.take(String(actor.behind?.id ?? actor.id))
}

interface Where {
  readonly id: number
  readonly cityId: number
  readonly currency: string
}

interface Sum {
  readonly currency: string
  readonly amount: number
}

/** Sums of several currencies together are in none of them, so that only their worth counts. */
const noCurrency = ''

/**
 * Sums as they are held against a person's limits: what they are worth together in each currency of a limit, at the
 * rates of now. Without a rate they are worth nothing that is known, which is beyond any limit in that currency.
 */
async function againstLimits({ grants }: Actor, db: Db, sums: readonly Sum[]) {
  const limits = limitsOf(grants, 'refund', 'purchases') ?? []
  const all = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, those]) => ({
    currency,
    amount: those.reduce((sum, { amount }) => sum + amount, 0),
  }))
  const worth: Record<string, number> = {}
  for (const code of new Set(limits.flatMap(({ maximum }) => maximum?.currency ?? []))) {
    const foreign = all.flatMap(({ currency }) => (currency === code ? [] : currency))
    const rates = foreign.length > 0 ? await currentRates(db, foreign, code) : []
    const parts = all.map(({ currency, amount }) => {
      const rate = rates.find((one) => one.currency === currency)
      return currency === code || amount === 0 ? amount : rate && convert(amount, rate)
    })
    if (parts.every((part) => part !== undefined)) worth[code] = parts.reduce((sum, part) => sum + part, 0)
  }
  const [only, ...others] = all
  return only && others.length === 0 ? { ...only, worth } : { amount: 0, currency: noCurrency, worth }
}

/** Refuses (403) who gives away more than their role refunds alone: as money, as store credit, or by a claim that is dropped. */
export async function assertMayGive(
  actor: Actor,
  db: Db,
  sum: Sum & { readonly cityId?: number | null },
): Promise<void> {
  await assertMayGiveAll(actor, db, [sum])
}

/** The same for what is given together: the limit is for all of it, wherever it is and in whichever currencies. */
export async function assertMayGiveAll(
  actor: Actor,
  db: Db,
  sums: readonly (Sum & { readonly cityId?: number | null })[],
): Promise<void> {
  const money = await againstLimits(actor, db, sums)
  for (const { cityId = null } of sums) assertWithinLimits(actor, 'refund', 'purchases', { cityId, money })
}

/**
 * Refuses (403) who cannot refund here at all. An amount beyond their own is no refusal: another person approves it.
 */
export function assertMayRefund(actor: Actor, { cityId, currency }: Omit<Where, 'id'>): void {
  const ways = limitsOf(actor.grants, 'refund', 'purchases') ?? []
  const worth = Object.fromEntries(ways.flatMap(({ maximum }) => (maximum ? [[maximum.currency, 0] as const] : [])))
  assertWithinLimits(actor, 'refund', 'purchases', { cityId, money: { amount: 0, currency, worth } })
}

/** The payments of some orders, and those of the orders that were split from them: it is the money of one payment. */
const paymentsOf = (orderIds: readonly number[]) => sql`
  with roots as (select coalesce(split_of, id) as id from payments where purchase_id = any(${[...orderIds]}::bigint[]))
  select id from roots union select x.id from payments x join roots on x.split_of = roots.id`

/**
 * Whether a person can refund an amount alone. What they have refunded alone of the same order and of what was split from it
 * counts, so that a large refund in small parts needs a second person too. Money in another currency than their limit's counts at the rate of now,
 * and always needs a second person where there is none.
 */
export async function refundsAlone(db: Db, actor: Actor, { id, ...where }: Where, amount: number): Promise<boolean> {
  if (limitsOf(actor.grants, 'refund', 'purchases') === null) return true
  const { rows } = await sql<{ earlier: number }>`
    select coalesce(sum(amount), 0)::bigint as earlier from refunds
    where payment_id in (${paymentsOf([id])}) and requested_by = ${actor.id} and not needs_approval
      and state in ('approved', 'processing', 'succeeded')`.execute(db)
  const whole = { amount: amount + (rows[0]?.earlier ?? 0), currency: where.currency }
  const money = await againstLimits(actor, db, [whole])
  return isWithinLimits(actor.grants, 'refund', 'purchases', { cityId: where.cityId, money })
}

/** What is refunded together in one city and currency. */
export interface RefundSum extends Sum {
  readonly cityId: number
}

/** Whether a person can refund sums of several orders alone. What they have refunded alone of the same orders counts. */
export async function refundsSumsAlone(
  db: Db,
  actor: Actor,
  sums: readonly RefundSum[],
  orderIds: readonly number[],
): Promise<boolean> {
  if (limitsOf(actor.grants, 'refund', 'purchases') === null) return true
  const { rows } = await sql<Sum>`
    select currency, sum(amount)::bigint as amount from refunds
    where payment_id in (${paymentsOf(orderIds)}) and requested_by = ${actor.id} and not needs_approval
      and state in ('approved', 'processing', 'succeeded') group by 1`.execute(db)
  // The limit is for all that is refunded together, wherever it is and in whichever currencies.
  const money = await againstLimits(actor, db, [...sums, ...rows])
  return sums.every(({ cityId }) => isWithinLimits(actor.grants, 'refund', 'purchases', { cityId, money }))
}

/**
 * Refuses (403) who cannot send a refund that failed once more. One that was approved is within a limit and has to be
 * within theirs; of one that was not, what they have refunded alone since it failed counts too.
 */
export async function assertMayRetry(
  actor: Actor,
  db: Db,
  order: Where,
  refund: { readonly amount: number; readonly needsApproval: boolean },
): Promise<void> {
  await assertMayApprove(actor, db, order, { amount: refund.amount, requestedBy: null })
  if (refund.needsApproval || (await refundsAlone(db, actor, order, refund.amount))) return
  throw new Refusal(403, t('Together with your other refunds of this order, this is above your limit.'), {
    error: 'AboveLimit',
  })
}

/**
 * Refuses (403) who cannot approve a refund: who asked for it, and whose own limit is lower.
 */
export async function assertMayApprove(
  actor: Actor,
  db: Db,
  { cityId, currency }: Omit<Where, 'id'>,
  { amount, requestedBy }: { readonly amount: number; readonly requestedBy: number | null },
): Promise<void> {
  await assertMayApproveAll(actor, db, [{ cityId, currency, amount }], requestedBy)
}

/** The same for what one person asked for together. */
export async function assertMayApproveAll(
  actor: Actor,
  db: Db,
  sums: readonly RefundSum[],
  requestedBy: number | null,
): Promise<void> {
  if (requestedBy !== null && requestedBy === (actor.behind?.id ?? actor.id))
    throw new Refusal(403, t('You requested this refund. Someone else must approve it.'), { error: 'FourEyes' })
  await assertMayGiveAll(actor, db, sums)
}
