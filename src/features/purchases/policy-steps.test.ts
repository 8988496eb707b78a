import { describe, expect, it } from 'vitest'
import { policySteps, stepAt } from './policy-steps.ts'

const at = (text: string) => Date.parse(text)
const sold = {
  createdAt: '2026-11-17T20:47:00Z',
  startsAt: '2026-12-10T18:30:00Z',
  cancellationPolicy: [
    { until: '2026-12-03T18:30:00Z', refund: 5_000 },
    { until: '2026-11-26T18:30:00Z', refund: 10_000 },
    { until: '2026-12-10T18:30:00Z', refund: 0 },
  ],
}

describe('the policy of an order', () => {
  it('goes from when it was placed to when it starts, and ends with nothing', () => {
    expect(policySteps(sold).map(({ refund, from, to }) => [refund, from, to])).toEqual([
      [10_000, at('2026-11-17T20:47:00Z'), at('2026-11-26T18:30:00Z')],
      [5_000, at('2026-11-26T18:30:00Z'), at('2026-12-03T18:30:00Z')],
      [0, at('2026-12-03T18:30:00Z'), at('2026-12-10T18:30:00Z')],
    ])
  })

  it('is at each step up to its last moment, and over once the order has started', () => {
    const steps = policySteps(sold)
    expect(stepAt(steps, at('2026-11-26T18:29:59Z'))?.refund).toBe(10_000)
    expect(stepAt(steps, at('2026-11-26T18:30:00Z'))?.refund).toBe(5_000)
    expect(stepAt(steps, at('2026-12-10T18:30:00Z'))).toBeNull()
  })

  it('is one step of nothing where all sales are final, and has none that ended before it was sold', () => {
    expect(policySteps({ ...sold, cancellationPolicy: [] }).map(({ refund }) => refund)).toEqual([0])
    const late = { ...sold, createdAt: '2026-11-30T08:00:00Z' }
    expect(policySteps(late).map(({ refund }) => refund)).toEqual([5_000, 0])
  })
})
