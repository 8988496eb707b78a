import { msg } from '../../core/i18n/language.ts'

/** The worst fact about a worker, worst first. */
export const workerStates = ['failing', 'late', 'growing', 'paused', 'running', 'fine', 'waiting'] as const
export type WorkerState = (typeof workerStates)[number]

export const stateLabels: Record<WorkerState, string> = {
  failing: msg('Failing'),
  late: msg('Late'),
  growing: msg('Falling behind'),
  paused: msg('Paused'),
  running: msg('Running'),
  fine: msg('Fine'),
  waiting: msg('Not run yet'),
}

/** What to do about it. */
export const nextSteps: Partial<Record<WorkerState, string>> = {
  failing: msg('Read the error'),
  late: msg('Run it now'),
  growing: msg('View pending'),
  paused: msg('Resume when done'),
}

export const runStates = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

export const runLabels: Record<RunState, string> = {
  queued: msg('Queued'),
  running: msg('Running'),
  succeeded: msg('Succeeded'),
  failed: msg('Failed'),
  skipped: msg('Skipped'),
  cancelled: msg('Cancelled'),
}

export const causes = ['schedule', 'manual', 'follow-up', 'retry', 'catch-up'] as const
export type RunCause = (typeof causes)[number]

export const causeLabels: Record<RunCause, string> = {
  'schedule': msg('Schedule'),
  'manual': msg('Manual'),
  'follow-up': msg('Follow-up'),
  'retry': msg('After a failure'),
  'catch-up': msg('Missed run'),
}

/** Milliseconds past its due time after which a worker is late: the queue looks for what is due every half minute. */
const lateAfter = 180_000

export interface WorkerFacts {
  /** How the last run that ended did. */
  readonly lastEnded: 'succeeded' | 'failed' | 'cancelled' | null
  readonly isRunning: boolean
  readonly isPaused: boolean
  /** More comes into its queue than it gets done. */
  readonly isGrowing: boolean
  /** The first due time after its last run; null without a schedule or before its first server knew it. */
  readonly dueAt: Date | null
}

export function isLate({ isRunning, isPaused, dueAt }: WorkerFacts, now: Date): boolean {
  return !isRunning && !isPaused && dueAt !== null && isOverdue(dueAt, now)
}

export const isOverdue = (dueAt: Date, now: Date): boolean => now.getTime() > dueAt.getTime() + lateAfter

/** More late workers than these are one trouble, such as a server that was down, and not one each. */
export const maxLate = 3

export function stateOf(facts: WorkerFacts, now: Date): WorkerState {
  if (facts.lastEnded === 'failed') return 'failing'
  if (isLate(facts, now)) return 'late'
  if (facts.isGrowing) return 'growing'
  if (facts.isPaused) return 'paused'
  if (facts.isRunning) return 'running'
  return facts.lastEnded === null ? 'waiting' : 'fine'
}

/** How much a line of a run's log matters. */
export const logLevelLabels: Record<'info' | 'warning' | 'error', string> = {
  info: msg('Info'),
  warning: msg('Warning'),
  error: msg('Error'),
}
