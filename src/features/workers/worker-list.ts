import { instant, integer, select, text } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { runLabels, runStates, stateLabels, workerStates } from './worker-states.ts'

const list = defineResource('workers', {
  label: ['Worker', 'Workers'],
  access: 'settings',
  operations: ['list'],
  title: 'label',
  fields: {
    name: text({ required: true, label: 'Key' }),
    label: text({ required: true, label: 'Worker' }),
    state: select(workerStates, { required: true, labels: stateLabels }),
    schedule: text({}),
    lastRun: instant({ label: 'Last run' }),
    result: select(runStates, { labels: runLabels }),
    nextRun: instant({ label: 'Next run' }),
    failures: integer({ required: true, label: 'Failures, 24 h' }),
  },
  list: {
    columns: ['label', 'state', 'lastRun', 'nextRun', 'failures'],
    filters: ['state', 'result', 'lastRun', 'nextRun', 'failures'],
    search: ['label'],
    sort: 'state',
  },
})

/**
 * What the list is searched, filtered and sorted by, and what is exported: what needs attention comes first. It is no
 * resource of the registry, because its calls are its own.
 */
export const workerList = (): AnyResource => list
