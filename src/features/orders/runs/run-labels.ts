import { msg, t } from '../../../core/i18n/language.ts'
import { performanceWords } from '../../events/performance/performance-labels.ts'

export const runKinds = ['cancellation', 'refund', 'postponement'] as const
export type RunKind = (typeof runKinds)[number]

export const runKindLabels: Readonly<Record<RunKind, string>> = {
  cancellation: msg('Cancellation'),
  refund: msg('Refund'),
  postponement: msg('Postponement'),
}

/** A run’s name in the reader’s words. What is stored is whose orders it is about: a performance with its day, or an event. */
export const runWords = (kind: RunKind, name: string) => `${t(runKindLabels[kind])}: ${performanceWords(name)}`

export const runStates = ['requested', 'running', 'stopped', 'done', 'rejected'] as const
export type RunState = (typeof runStates)[number]

export const runStateLabels: Readonly<Record<RunState, string>> = {
  requested: msg('Awaiting approval'),
  running: msg('Running'),
  stopped: msg('Stopped'),
  done: msg('Done'),
  rejected: msg('Rejected'),
}

export const runStateTones = {
  requested: 'warn',
  running: 'busy',
  stopped: 'warn',
  done: 'good',
  rejected: 'neutral',
} as const

/** Why an order of a run cannot be done, with what staff can do about it. */
export const runProblems = {
  completed: msg('The order is completed. Refund it with a refund run.'),
  ended: msg('The order has ended already.'),
  disputed: msg('The bank is deciding on the payment. Answer the dispute first.'),
  not_connected: msg('The payment provider isn’t connected. Refund it there.'),
  payments_differ: msg('Its payments don’t cover what is left. Refund it on the order.'),
  changed: msg('The order changed after the dry run. Retry to use what is true now.'),
  unexpected: msg('Something went wrong. Retry it.'),
} as const
export type RunProblem = keyof typeof runProblems
