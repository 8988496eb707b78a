import { msg } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'

/** Where the parts are counted. Its schemas are in order-queues.endpoints.ts, as the list's first load needs none. */
export const queuesPath = '/rest/data/purchases/queues'

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
