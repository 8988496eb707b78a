import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { runJobs } from './run-jobs.server.ts'
import { implementWorkers } from './workers.server.ts'

export const workersServerModule = defineServerModule({
  name: 'workers',
  endpoints: implementWorkers,
  jobs: runJobs,
  seed: [{ name: 'workers', when: 'later', load: async () => (await import('./seed-workers.server.ts')).seedWorkers }],
})
