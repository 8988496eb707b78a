import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { listingJobs } from './place-listings.server.ts'
import { miningJobs } from './mine-proposals.server.ts'
import { readListingPlacementServer } from './explain-placement.server.ts'
import { resolveSectionsServer } from './resolve-sections.server.ts'
import { rewriteRulesServer } from './rewrite-rules.server.ts'
import { decideProposalServer, readProposalEvidenceServer, ruleProposalsServer } from './rule-proposals.server.ts'
import { readSectionMovesServer } from './section-moves.server.ts'
import { tryRuleServer } from './try-rule.server.ts'

export const sectionMappingServerModule = defineServerModule({
  name: 'section-mapping',
  resources: [rewriteRulesServer, ruleProposalsServer],
  endpoints: [
    resolveSectionsServer,
    tryRuleServer,
    readProposalEvidenceServer,
    decideProposalServer,
    readSectionMovesServer,
    readListingPlacementServer,
  ],
  jobs: [...listingJobs, ...miningJobs],
  seed: [
    {
      name: 'listings',
      when: 'later',
      after: 'events',
      load: async () => (await import('./seed-listings.server.ts')).seedListings,
    },
    {
      name: 'rewrite-rules',
      when: 'later',
      after: 'listings',
      load: async () => (await import('./seed-rewrite-rules.server.ts')).seedRewriteRules,
    },
    {
      name: 'rule-proposals',
      when: 'later',
      after: 'ticket-map-outliers',
      load: async () => (await import('./seed-rule-proposals.server.ts')).seedRuleProposals,
    },
  ],
})
