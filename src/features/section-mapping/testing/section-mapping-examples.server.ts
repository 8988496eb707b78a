import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { performances } from '../../events/performance/performances.ts'
import { venueConfigurations } from '../../places/venues/venue-configurations.ts'
import { venues } from '../../places/venues/venues.ts'
import { providers } from '../../providers/providers.ts'
import { rewriteRules } from '../rewrite-rules.ts'
import { ruleProposals } from '../rule-proposals.ts'

/** The scopes take turns, because each refers to a record of its own kind. */
const scopeOf = (n: number, ids: (of: AnyResource) => readonly number[]) => {
  const scope = pick(['venue', 'provider', 'configuration', 'performance'], n)
  return {
    scope,
    providerId: scope === 'provider' ? ids(providers)[0] : null,
    venueId: scope === 'venue' ? ids(venues)[0] : null,
    venueConfigurationId: scope === 'configuration' ? ids(venueConfigurations)[0] : null,
    performanceId: scope === 'performance' ? ids(performances)[0] : null,
  }
}

export const examples: readonly ResourceExample[] = [
  exampleOf(rewriteRules, (n, ids) => ({
    values: {
      ...scopeOf(n, ids),
      field: 'section',
      match: pick(['exact', 'prefix', 'token_map'], n),
      pattern: `Wording ${n}`,
      action: 'replace',
      replacement: `Section ${n}`,
      isEnabled: false,
      isShadow: n % 2 === 0,
      validFrom: n % 3 ? '2026-01-01T00:00:00.000Z' : null,
      validUntil: n % 2 ? `2099-01-${10 + (n % 18)}T00:00:00.000Z` : null,
    },
  })),
  exampleOf(ruleProposals, (n, ids) => {
    const status = pick(['open', 'applied', 'dismissed', 'gone'], n)
    return {
      values: {
        pattern: `Wording ${n}`,
        replacement: `Section ${n}`,
        action: 'replace',
        field: 'section',
        match: 'token_map',
        scope: 'configuration',
        status,
        currency: 'EUR',
        rewriteRuleId: status === 'applied' ? ids(rewriteRules)[0] : null,
      },
      columns: { evidence: '{}', examples: '[]' },
    }
  }),
]
