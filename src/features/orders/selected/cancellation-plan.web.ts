import type { CommandPreview } from '../commands/order-command.ts'
import type { Outcome } from './each-order.web.ts'

/** Selected orders that one dialog cancels or asks about. More are cancelled by an order run, which goes on without an open page. */
export const maxTogether = 50

interface Previewed {
  readonly preview: CommandPreview
  /** Of the cancellation. It stays the same until there is another preview, so that pressing again cancels nothing twice. */
  readonly key: string
}

/** Where the cancellation of one order is. */
export type Step =
  | { readonly at: 'chosen'; readonly why?: string }
  /** `news`: what has changed since it was previewed, which a person has to see before pressing again. */
  | ({ readonly at: 'ready'; readonly news?: string } & Previewed)
  | ({ readonly at: 'unsure'; readonly why: string } & Previewed)
  | ({ readonly at: 'done'; readonly says: string } & Previewed)
  | { readonly at: 'refused'; readonly why: string }

export type Plan = ReadonlyMap<number, Step>

export const planOf = (ids: readonly number[]): Plan => new Map(ids.map((id) => [id, { at: 'chosen' }]))

/** The plan where the reason has changed: everything has to be previewed again but what is done. */
export const planAgain = (plan: Plan): Plan =>
  new Map([...plan].map(([id, step]) => [id, step.at === 'done' ? step : { at: 'chosen' }]))

export const toPreview = (plan: Plan) => idsAt(plan, 'chosen')

/** What the next press cancels, in the order of the list. */
export const toCancel = (plan: Plan) => idsAt(plan, 'ready', 'unsure')

function idsAt(plan: Plan, ...at: readonly Step['at'][]): readonly number[] {
  return [...plan].flatMap(([id, step]) => (at.includes(step.at) ? [id] : []))
}

export function afterPreview(outcome: Outcome<CommandPreview>, key: string): Step {
  switch (outcome.is) {
    case 'said':
      return { at: 'ready', preview: outcome.said, key }
    case 'refused':
      return { at: 'refused', why: outcome.why.message }
    case 'unsure':
      return { at: 'chosen', why: outcome.why }
  }
}

/** @param key for the next press, where there is something new to see */
export function afterPress(
  { preview, key: pressed }: Previewed,
  outcome: Outcome<{ readonly message: string }>,
  key: string,
): Step {
  switch (outcome.is) {
    case 'said':
      return { at: 'done', says: outcome.said.message, preview, key: pressed }
    case 'unsure':
      return { at: 'unsure', why: outcome.why, preview, key: pressed }
    case 'refused': {
      const { message, body } = outcome.why
      if (body.error !== 'PreviewChanged') return { at: 'refused', why: message }
      return { at: 'ready', news: message, preview: body.current as CommandPreview, key }
    }
  }
}

export interface Sum {
  readonly currency: string
  readonly orders: number
  /** Minor units, as the supplier cost. */
  readonly refundable: number
  readonly supplierCost: number
}

/** By currency: of what the next press cancels, or of what is cancelled where nothing is left to press. */
export function sumsOf(plan: Plan): readonly Sum[] {
  const left = toCancel(plan)
  const counted = left.length > 0 ? left : idsAt(plan, 'done')
  const sums = new Map<string, Sum>()
  for (const id of counted) {
    const step = plan.get(id)
    const money = step && 'preview' in step ? step.preview.money : undefined
    if (!money) continue
    const { currency } = money
    const sum = sums.get(currency) ?? { currency, orders: 0, refundable: 0, supplierCost: 0 }
    sums.set(currency, {
      currency,
      orders: sum.orders + 1,
      refundable: sum.refundable + money.refundable,
      supplierCost: sum.supplierCost + money.supplierCost,
    })
  }
  return [...sums.values()].toSorted((one, other) => one.currency.localeCompare(other.currency))
}
