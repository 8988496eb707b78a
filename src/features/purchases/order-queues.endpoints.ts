import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { queueKeys, queuesPath } from './order-queues.ts'
import { nextSteps } from './states/purchase-states.ts'

const queueCounts = z.object({
  /** The caller’s id among staff. */
  me: z.int(),
  queues: z.array(z.object({ key: z.enum(queueKeys), count: z.int(), isMore: z.boolean() })),
})
export type QueueCounts = z.output<typeof queueCounts>

export const countQueues = defineEndpoint(`GET ${queuesPath}`, {
  summary: 'Count what waits for staff: all of it, the caller’s own, unassigned, overdue and snoozed, up to 1,000',
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  output: queueCounts,
})

const deadline = z.object({
  nextStep: z.enum(nextSteps.filter((step) => step !== 'none')),
  withinMinutes: z
    .int({ error: () => t('Enter a whole number of minutes.') })
    .check(
      z.gte(5, { error: () => t('Enter at least 5 minutes.') }),
      z.lte(86_400, { error: () => t('Enter at most 86,400 minutes, which is 60 days.') }),
    ),
})
const deadlines = z.array(deadline)
export type StepDeadline = z.output<typeof deadline>

export const readStepDeadlines = defineEndpoint('GET /rest/data/step-deadlines', {
  summary: 'Read how long staff have for each next step of a purchase',
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  output: deadlines,
})

export const changeStepDeadline = defineEndpoint('PUT /rest/data/step-deadlines', {
  summary: 'Change how long staff have for one next step; purchases that wait already keep their time',
  access: ['purchases', 'write'],
  tag: 'Purchases',
  input: deadline,
  output: deadlines,
})
