import { createHash } from 'node:crypto'
import { Refusal } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { PlannedOrder, RunWish } from './plan-run.server.ts'
import { sumsOf } from './plan-run.server.ts'
import type { RunMoney, RunPreview } from './run.endpoints.ts'

/** References that a preview names for each problem. */
const referencesShown = 20

export const possible = (orders: readonly PlannedOrder[]) => orders.filter(({ problem }) => problem === null)

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** What a plan gives back, returns and costs, by currency; currencies without money are left out. */
function moneyOf(orders: readonly PlannedOrder[]): RunMoney[] {
  return sumsOf(orders).flatMap(([currency, those]) => {
    const [refund, supplierReturns] = [
      total(those.map((one) => one.refund)),
      total(those.map((one) => one.supplierReturns)),
    ]
    return refund === 0 ? [] : [{ currency, refund, supplierReturns, lost: refund - supplierReturns }]
  })
}

/** The totals of a plan, with a token of what they depend on. */
export function previewOf(wish: object, orders: readonly PlannedOrder[], needsApproval: boolean): RunPreview {
  const doable = possible(orders)
  return {
    orders: doable.length,
    tickets: total(doable.map(({ tickets }) => tickets)),
    customers: new Set(doable.map(({ customer }) => customer)).size,
    messages: doable.filter(({ isTold }) => isTold).length,
    authorised: doable.filter(({ payment }) => payment === 'authorised').length,
    money: moneyOf(doable),
    problems: [...Map.groupBy(orders, ({ problem }) => problem)].flatMap(([problem, those]) =>
      problem === null
        ? []
        : [
            {
              problem,
              orders: those.length,
              references: those.slice(0, referencesShown).map(({ reference }) => reference),
            },
          ],
    ),
    needsApproval,
    token: tokenOf(wish, orders),
  }
}

/** What a person saw: the totals, to name what is different, and a digest of everything else. */
interface Seen {
  readonly orders: number
  readonly blocked: number
  readonly money: readonly (readonly [currency: string, refund: number])[]
  readonly wish: string
  readonly rows: string
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

function seenOf(wish: object, orders: readonly PlannedOrder[]): Seen {
  const doable = possible(orders)
  return {
    orders: doable.length,
    blocked: orders.length - doable.length,
    money: moneyOf(doable).map(({ currency, refund }) => [currency, refund]),
    wish: digest(wish),
    rows: digest(orders.map((one) => [one.id, one.booking, one.payment, one.refund, one.supplierReturns, one.problem])),
  }
}

const tokenOf = (wish: object, orders: readonly PlannedOrder[]) =>
  Buffer.from(JSON.stringify(seenOf(wish, orders))).toString('base64url')

/**
 * Refuses a run that is not what was previewed.
 *
 * @throws Refusal 409 `PreviewChanged`, which says what is different and carries the new preview as `current`
 */
export function assertPreviewed(token: string, wish: RunWish, orders: readonly PlannedOrder[], now: RunPreview): void {
  if (token === tokenOf(wish, orders)) return
  const changes = changesBetween(seenIn(token), seenOf(wish, orders))
  const message = t('The orders have changed since the preview. {changes}', { changes: changes.join(' ') }).trim()
  throw new Refusal(409, message, { error: 'PreviewChanged', current: now })
}

function seenIn(token: string): Seen | null {
  try {
    const seen: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    // Edge: only compared with what is true now, so a token that someone made up is merely not the same.
    return typeof seen === 'object' && seen !== null && 'orders' in seen && 'money' in seen ? (seen as Seen) : null
  } catch {
    return null
  }
}

function changesBetween(seen: Seen | null, now: Seen): readonly string[] {
  if (seen === null) return []
  const changed = (label: string, before: string, after: string) =>
    before === after ? [] : [t('{label}: {before} → {after}.', { label, before, after })]
  const known = [
    ...changed(t('Orders'), String(seen.orders), String(now.orders)),
    ...changed(t('Orders that can’t be done'), String(seen.blocked), String(now.blocked)),
    ...changed(t('Money back'), sumText(seen.money), sumText(now.money)),
    ...(seen.wish === now.wish ? [] : [t('What you entered is different.')]),
  ]
  return known.length > 0 ? known : [t('Some orders have a different status.')]
}

function sumText(money: unknown): string {
  if (!Array.isArray(money)) return '?'
  const parts = money.map((one: unknown) => {
    const [currency, amount] = Array.isArray(one) ? (one as unknown[]) : []
    const isMoney = typeof amount === 'number' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    return isMoney ? formatMoney(amount, currency) : '?'
  })
  return parts.join(', ') || '0'
}
