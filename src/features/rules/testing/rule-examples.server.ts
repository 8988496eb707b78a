import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { rules } from '../rules.ts'
import { providers } from '../../providers/providers.ts'

export const examples: readonly ResourceExample[] = [
  // Every value is set, so that each type has the one it needs; in the ranges of prices and days, the second is larger.
  exampleOf(rules, (n, ids) => ({
    values: {
      markup: n * 10,
      serviceFee: n,
      minMargin: n,
      minSeats: 2 + (n % 4),
      leadHours: n,
      notice: `Told to buyers ${n}`,
      holderNames: pick(['lead', 'every'], n),
      maxTickets: 1 + (n % 9),
      refundProtection: pick(['offered', 'included'], n),
      protectionFee: n,
      badge: `Badge ${n}`,
      hiddenProviderIds: ids(providers).slice(0, 1),
      daysFrom: n % 3 ? n % 20 : null,
      daysTo: n % 2 ? 100 + (n % 20) : null,
      ...(n % 2
        ? { currency: 'EUR', priceFrom: 1_000 + n, priceTo: 90_000 + n }
        : { currency: null, priceFrom: null, priceTo: null }),
      validFrom: n % 3 ? '2026-01-01T00:00:00.000Z' : null,
      validUntil: n % 2 ? `2099-01-${10 + (n % 18)}T00:00:00.000Z` : null,
    },
  })),
]
