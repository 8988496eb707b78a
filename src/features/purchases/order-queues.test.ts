import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { changeStepDeadline } from './order-queues.endpoints.ts'

const { input = z.never() } = changeStepDeadline

describe('the deadline of a next step', () => {
  it.each([
    ['decide_refund', 5, true],
    ['decide_refund', 4, false],
    ['decide_refund', 86_400, true],
    ['decide_refund', 86_401, false],
    ['none', 90, false],
  ])('of %s within %i minutes is taken: %s', (nextStep, withinMinutes, isTaken) => {
    expect(z.safeParse(input, { nextStep, withinMinutes }).success).toBe(isTaken)
  })
})
