import { describe, expect, it } from 'vitest'
import { FailedRequest, NoResponse, parseErrorBody } from '../../../core/browser/request-errors.web.ts'
import type { CommandPreview } from '../commands/order-command.ts'
import type { Plan, Step } from './cancellation-plan.web.ts'
import { afterPress, afterPreview, planAgain, planOf, sumsOf, toCancel, toPreview } from './cancellation-plan.web.ts'
import type { Outcome } from './each-order.web.ts'
import { forEachOrder } from './each-order.web.ts'

const preview = (currency: string, refundable: number, supplierCost: number, token = 'seen'): CommandPreview => ({
  effects: [],
  token,
  money: { currency, refundable, supplierCost },
})
const refusal = (status: number, body: object = {}, headers = {}) =>
  new FailedRequest(status, parseErrorBody({ message: 'Booking status: Cancelled.', ...body }), new Headers(headers))

/** Previews every order of a plan by what the server says of it. */
async function seen(plan: Plan, said: Readonly<Record<number, CommandPreview | FailedRequest>>): Promise<Plan> {
  const next = new Map(plan)
  await forEachOrder<CommandPreview>(toPreview(plan), {
    atOnce: 3,
    isStopped: () => false,
    async call(id) {
      const answer = said[id]
      if (!answer || answer instanceof Error) throw answer ?? new Error(`No answer about ${id}`)
      return answer
    },
    told: (id, outcome) => void next.set(id, afterPreview(outcome, `key ${id}`)),
  })
  return next
}

/** Presses once: `server` cancels an order by a key, and `isStopped` is asked before each. */
async function pressed(
  plan: Plan,
  server: (id: number, key: string) => Promise<{ message: string }>,
  isStopped = () => false,
): Promise<Plan> {
  const next = new Map(plan)
  const stepOf = (id: number) => {
    const step = next.get(id)
    if (!step || !('key' in step)) throw new Error(`Order ${id} has no preview.`)
    return step
  }
  await forEachOrder<{ message: string }>(toCancel(plan), {
    atOnce: 1,
    isStopped,
    call: (id) => server(id, stepOf(id).key),
    told: (id, outcome) => void next.set(id, afterPress(stepOf(id), outcome, `new key ${id}`)),
  })
  return next
}

const at = (plan: Plan) => Object.fromEntries([...plan].map(([id, step]) => [id, step.at]))
const done = async () => ({ message: 'Order cancelled' })

describe('the plan to cancel several orders', () => {
  it('has those that can be cancelled and why the others cannot', async () => {
    const plan = await seen(planOf([1, 2, 3]), { 1: preview('EUR', 900, 500), 2: refusal(409), 3: refusal(403) })
    expect(at(plan)).toEqual({ 1: 'ready', 2: 'refused', 3: 'refused' })
    expect(plan.get(2)).toEqual({ at: 'refused', why: 'Booking status: Cancelled.' })
    expect(toCancel(plan)).toEqual([1])
  })

  it('adds up by currency what it cancels, and not what it cannot', async () => {
    const plan = await seen(planOf([1, 2, 3, 4]), {
      1: preview('USD', 100, 60),
      2: preview('EUR', 900, 500),
      3: preview('EUR', 0, 70),
      4: refusal(409),
    })
    const all = [
      { currency: 'EUR', orders: 2, refundable: 900, supplierCost: 570 },
      { currency: 'USD', orders: 1, refundable: 100, supplierCost: 60 },
    ]
    expect(sumsOf(plan)).toEqual(all)
    // Over, they are the sums of what was done.
    expect(sumsOf(await pressed(plan, done))).toEqual(all)
  })

  it('stops between two orders and goes on with the rest, each of which is cancelled once', async () => {
    const plan = await seen(planOf([1, 2, 3]), {
      1: preview('EUR', 1, 1),
      2: preview('EUR', 2, 2),
      3: preview('EUR', 3, 3),
    })
    const asked: number[] = []
    const server = async (id: number) => {
      asked.push(id)
      return await done()
    }
    const stopped = await pressed(plan, server, () => asked.length === 1)
    expect(at(stopped)).toEqual({ 1: 'done', 2: 'ready', 3: 'ready' })
    expect(sumsOf(stopped)).toMatchObject([{ orders: 2, refundable: 5 }])
    expect(at(await pressed(stopped, server))).toEqual({ 1: 'done', 2: 'done', 3: 'done' })
    expect(asked).toEqual([1, 2, 3])
  })

  it('begins no more where an answer is lost, and presses that order again by the same key', async () => {
    const plan = await seen(planOf([1, 2]), { 1: preview('EUR', 1, 1), 2: preview('EUR', 2, 2) })
    const keys: string[] = []
    const server = async (_: number, key: string) => {
      keys.push(key)
      if (keys.length === 1) throw new NoResponse('Network Error', 'ERR_NETWORK')
      return await done()
    }
    const cut = await pressed(plan, server)
    expect(at(cut)).toEqual({ 1: 'unsure', 2: 'ready' })
    expect(at(await pressed(cut, server))).toEqual({ 1: 'done', 2: 'done' })
    expect(keys).toEqual(['key 1', 'key 1', 'key 2'])
  })

  it('does not take the same call that is under way for a refusal', async () => {
    const plan = await seen(planOf([1]), { 1: preview('EUR', 1, 1) })
    const busy = await pressed(plan, async () => {
      throw refusal(409, {}, { 'Retry-After': '5' })
    })
    expect(busy.get(1)).toMatchObject({ at: 'unsure', key: 'key 1' })
  })

  it('shows what has changed since, and cancels it only when it is pressed again', async () => {
    const plan = await seen(planOf([1, 2]), { 1: preview('EUR', 900, 500), 2: preview('EUR', 1, 1) })
    const asked: string[] = []
    const server = async (_: number, key: string) => {
      asked.push(key)
      if (asked.length > 1) return await done()
      throw refusal(409, { error: 'PreviewChanged', current: preview('EUR', 450, 500, 'now') })
    }
    const changed = await pressed(plan, server)
    expect(changed.get(1)).toMatchObject({ at: 'ready', news: 'Booking status: Cancelled.', preview: { token: 'now' } })
    expect(changed.get(2)).toMatchObject({ at: 'done' })
    expect(sumsOf(changed)).toMatchObject([{ orders: 1, refundable: 450 }])
    await pressed(changed, server)
    expect(asked).toEqual(['key 1', 'key 2', 'new key 1'])
  })

  it('is previewed again for another reason, but for what is done', () => {
    const steps: readonly Step[] = [
      { at: 'done', says: 'Order cancelled', preview: preview('EUR', 1, 1), key: 'a' },
      { at: 'ready', preview: preview('EUR', 1, 1), key: 'b' },
      { at: 'refused', why: 'Booking status: Cancelled.' },
    ]
    expect(at(planAgain(new Map(steps.entries())))).toEqual({ 0: 'done', 1: 'chosen', 2: 'chosen' })
  })
})

describe('asking about each order', () => {
  it('lets no order’s refusal keep the others from being asked, and no more at once than it says', async () => {
    let [now, most] = [0, 0]
    const told = new Map<number, Outcome<number>['is']>()
    await forEachOrder<number>([1, 2, 3, 4, 5, 6], {
      atOnce: 3,
      isStopped: () => false,
      async call(id) {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 1))
        now -= 1
        if (id === 2) throw refusal(409)
        return id
      },
      told: (id, { is }) => void told.set(id, is),
    })
    expect(most).toBe(3)
    expect(Object.fromEntries(told)).toEqual({ 1: 'said', 2: 'refused', 3: 'said', 4: 'said', 5: 'said', 6: 'said' })
  })
})
