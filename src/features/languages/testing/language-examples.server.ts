import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { locales } from '../locales.ts'

export const examples: readonly ResourceExample[] = [
  // Tags that ISO 639 keeps for private use, none of them on the site: pages would need their titles in each.
  exampleOf(locales, (n) => ({
    values: {
      code: `q${String.fromCharCode(97 + (Math.floor(n / 26) % 20))}${String.fromCharCode(97 + (n % 26))}`,
      hreflang: `q${String.fromCharCode(97 + (Math.floor(n / 26) % 20))}${String.fromCharCode(97 + (n % 26))}-QM`,
      fallbackId: 1,
      isDefault: false,
      isEnabledOnSite: false,
      isRequiredToPublish: false,
      leadsToId: null,
      // Two in turn, because samples that point at each other are made in pairs.
      retiredAt: Math.floor(n / 2) % 2 ? `2026-01-${10 + (n % 18)}T00:00:00.000Z` : null,
    },
  })),
]
