import type { Jobs } from '../../kit/jobs.server.ts'

/** The job that makes exports. The schedule is for what another instance left behind. */
export const makeExportsJob = 'make-exports'

const listeners = new Set<() => void>()

/** Has exports made as soon as this process has stored one, until the answer is called. */
export function ringForExports(jobs: Jobs): () => void {
  const listener = () => jobs.wake(makeExportsJob)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ringForExport(): void {
  for (const listener of listeners) listener()
}
