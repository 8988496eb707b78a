import type { Job } from '../../../core/jobs/jobs.server.ts'

/** A job to try the ledger with. It is not part of the product. */
export function probeJob(name: string, run: Job['run'], more: Partial<Job> = {}): Job {
  return { name, label: 'Probe', does: 'Is tried.', staleWithout: 'Nothing.', overlap: 'share', run, ...more }
}
