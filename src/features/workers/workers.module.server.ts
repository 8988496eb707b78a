import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementDrains } from './drain-calls.server.ts'
import { implementFailedItems } from './failed-items-calls.server.ts'
import { runJobs } from './run-jobs.server.ts'
import { implementWorkerCommands } from './worker-commands.server.ts'
import { implementWorkers } from './workers.server.ts'

export const workersServerModule = defineServerModule({
  name: 'workers',
  endpoints: (context) => [
    ...implementDrains(),
    ...implementWorkers(context),
    ...implementWorkerCommands(context),
    ...implementFailedItems(context),
  ],
  jobs: runJobs,
  seed: [{ name: 'workers', when: 'later', load: async () => (await import('./seed-workers.server.ts')).seedWorkers }],
})
