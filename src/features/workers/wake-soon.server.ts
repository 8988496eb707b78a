import { wakeJob } from '../../core/jobs/jobs.server.ts'

/** Milliseconds after which the call's transaction has usually, and nearly always, committed. */
const soon = [80, 1_500] as const

export function wakeSoon(name: string): void {
  for (const delay of soon) setTimeout(() => wakeJob(name), delay).unref()
}
