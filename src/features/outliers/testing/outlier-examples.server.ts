import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { ticketMapOutliers } from '../ticket-map-outliers.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(ticketMapOutliers, (n) => {
    const status = pick(['open', 'reopened', 'ignored', 'resolved'], n)
    return {
      values: {
        rawSection: `Wording ${n}`,
        status,
        currency: 'EUR',
        resolution: status === 'resolved' ? pick(['rule', 'once', 'extra'], n) : null,
        ignoredUntil: status === 'ignored' ? `2099-01-${10 + (n % 18)}` : null,
      },
    }
  }),
]
