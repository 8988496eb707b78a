import { wakeJob } from '../../core/jobs/jobs.server.ts'

/** The job that empties the outbox. The schedule is for retries and for what another instance left behind. */
export const deliverMessages = 'deliver-messages'

/** Milliseconds after which the transaction that put the message there has usually, and nearly always, committed. */
const soon = [60, 1_500] as const
const timers = new Map<number, NodeJS.Timeout>()

/** A message is being put into the outbox: waiting for the schedule would keep a sign-in code up to a minute. */
export function wakeDelivery(): void {
  for (const delay of soon) {
    // Counted from the last message, or a stream of them would be looked at once each.
    clearTimeout(timers.get(delay))
    timers.set(delay, setTimeout(() => wakeJob(deliverMessages), delay).unref())
  }
}
