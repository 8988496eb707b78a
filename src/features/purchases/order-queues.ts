import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { nextSteps } from './states/purchase-states.ts'

/** Counting stops here: more than that is shown as 1,000+. */
export const queueCap = 1_000

export const queueKeys = ['to-do', 'mine', 'unassigned', 'overdue', 'snoozed'] as const
export type QueueKey = (typeof queueKeys)[number]

export const queueLabels: Record<QueueKey, string> = {
  'to-do': msg('To do'),
  'mine': msg('Mine'),
  'unassigned': msg('Unassigned'),
  'overdue': msg('Overdue'),
  'snoozed': msg('Snoozed'),
}

/** The filter of each part of the action inbox, for the person with an id of staff. */
export function queueFilter(key: QueueKey, me: number): Filter {
  const filters: Record<QueueKey, Filter> = {
    'to-do': { waits: true },
    'mine': { assigneeId: [me], waits: true },
    'unassigned': { assigneeId: { empty: true }, waits: true },
    'overdue': { isOverdue: true },
    'snoozed': { isSnoozed: true },
  }
  return filters[key]
}

/** What is due first is first. */
export const queueSort = 'dueAt'

export const countQueues = defineEndpoint('GET /rest/data/purchases/queues', {
  summary: 'Count what waits for staff: all of it, the caller’s own, unassigned, overdue and snoozed, up to 1,000',
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  output: z.object({
    /** The caller’s id among staff. */
    me: z.int(),
    queues: z.array(z.object({ key: z.enum(queueKeys), count: z.int(), isMore: z.boolean() })),
  }),
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
