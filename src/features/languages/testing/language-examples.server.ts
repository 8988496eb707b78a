import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { domains } from '../domains.ts'
import { locales } from '../locales.ts'

/** Ten first letters for each resource, so that their samples share a table. */
function privateTag(n: number, from: 'a' | 'k'): string {
  const at = (start: number, step: number) => String.fromCharCode(start + step)
  return `q${at(from.charCodeAt(0), Math.floor(n / 26) % 10)}${at(97, n % 26)}`
}

export const examples: readonly ResourceExample[] = [
  // Tags that ISO 639 keeps for private use, none of them on the site: pages would need their titles in each.
  exampleOf(locales, (n) => ({
    values: {
      code: privateTag(n, 'a'),
      hreflang: `${privateTag(n, 'a')}-QM`,
      fallbackId: 1,
      isDefault: false,
      isEnabledOnSite: false,
      isRequiredToPublish: false,
      leadsToId: null,
      // Two in turn, because samples that point at each other are made in pairs.
      retiredAt: Math.floor(n / 2) % 2 ? `2026-01-${10 + (n % 18)}T00:00:00.000Z` : null,
    },
  })),
  exampleOf(domains, (n, _ids, given) => ({
    values: { isEnabledOnSite: false, leadsToId: null, code: privateTag(n, 'k'), hreflang: `${privateTag(n, 'k')}-QM` },
    // Only the addresses of a language that has gone lead elsewhere.
    columns: {
      fallback_id: 1,
      ...(typeof given['leadsToId'] === 'number' && { retired_at: '2026-01-10T00:00:00.000Z' }),
    },
  })),
]
