import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { rewriteRules } from '../rewrite-rules.ts'
import { venues } from '../../places/venues/venues.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(rewriteRules, (n, ids) => ({
    values: {
      scope: 'venue',
      providerId: null,
      venueId: ids(venues)[0],
      venueConfigurationId: null,
      performanceId: null,
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
]
