import { sql } from 'kysely'
import { declareAlongside } from '../../platform/references/reassign-references.server.ts'
import { rules } from './rules.ts'
import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { declareBulkNote } from '../../platform/bulk/bulk-notes.server.ts'
import { dryRunRuleServer } from './dry-run.server.ts'
import { explainEventServer } from './explain-event.server.ts'
import { priceJobs } from './price-jobs.server.ts'
import { replayRuleServer } from './replay.server.ts'
import { ruleJobs } from './rule-counting.server.ts'
import { implementShiftRuleWindows } from './rule-windows.server.ts'
import { countLiveEventsServer, noteOnRulesForAll } from './rules-for-all.server.ts'
import { rulesServer } from './rules.server.ts'

export const rulesServerModule = defineServerModule({
  name: 'rules',
  permissions: {
    rules: { label: 'Event settings and rule types', area: 'catalogue' },
  },
  resources: [rulesServer],
  endpoints: ({ settings }) => [
    countLiveEventsServer,
    dryRunRuleServer,
    replayRuleServer,
    implementShiftRuleWindows(settings.businessTimeZone),
    explainEventServer,
  ],
  jobs: [...ruleJobs, ...priceJobs],
  setUp() {
    declareBulkNote(rules.name, noteOnRulesForAll)
    // The number of events that a rule affects must be counted again.
    declareAlongside(rules.name, sql`, affected_count = null, counted_at = null`)
  },
  seed: [
    {
      name: 'rules',
      when: 'later',
      after: 'performers',
      load: async () => (await import('./seed-rules.server.ts')).seedRules,
    },
  ],
})
