import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { runJobs } from './run-jobs.server.ts'
import { implementWorkerCommands } from './worker-commands.server.ts'
import { implementWorkers } from './workers.server.ts'

export const workersServerModule = defineServerModule({
  name: 'workers',
  endpoints: (context) => [...implementWorkers(context), ...implementWorkerCommands(context)],
  jobs: runJobs,
  seed: [{ name: 'workers', when: 'later', load: async () => (await import('./seed-workers.server.ts')).seedWorkers }],
})
