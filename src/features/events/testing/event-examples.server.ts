import type { Preparation, ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf, preparationOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { instantOf } from '../../../core/zoned-time.ts'
import { pageValues } from '../../../platform/publishing/testing/page-values.ts'
import { categories } from '../../categories/categories.ts'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import { performers } from '../performer/performers.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(events, (n, ids) => ({
    values: {
      categoryId: pick(ids(categories), 0),
      ...pageValues(n),
      onSaleAt: '2026-01-01T09:00:00.000Z',
      offSaleAt: n % 2 ? `2026-05-${10 + (n % 18)}T09:00:00.000Z` : null,
      subcategoryId: null,
      superEventId: null,
      // The only one of its provider, which a copy would have as well.
      providerCode: null,
      description: `<p>Sample ${n} of an event</p>`,
    },
  })),
  exampleOf(performances, (n) => {
    const timeZone = pick(['UTC', 'Asia/Tokyo', 'Europe/Rome'], n)
    // Past performances cannot be changed, so all of these are in the future.
    const localDate = new Date(Date.UTC(2036, 5, 1 + n)).toISOString().slice(0, 10)
    const localTime = n % 4 === 0 ? null : pick(['19:30', '20:00', '15:00'], n)
    const { instant: startsAt } = instantOf(`${localDate}T${localTime ?? '12:00'}`, timeZone)
    return {
      values: {
        timeZone,
        localDate,
        localTime,
        isTimeTba: localTime === null,
        isDateTbd: false,
        doorsTime: null,
        startsAt,
        providerCodes: [],
        capacity: 500,
        available: n % 500,
        minPrice: n % 3 ? 1_000 + n : null,
        maxPrice: n % 3 ? 9_000 : null,
      },
    }
  }),
  // Teams of one sport, so that any two of them can play each other. A provider's code belongs to one performer, so neither
  // a copy nor another sample in the same database can have it too.
  exampleOf(performers, (n) => ({
    values: {
      kind: 'team',
      sport: 'football',
      providerCodes: [],
      sortName: `Sample ${n} of sortName`,
      slug: `sample-${n}-of-slug`,
      isNamesake: true,
    },
  })),
]

export const preparations: readonly Preparation[] = [
  preparationOf(events, async (id, { make }) => {
    await make(performances, { eventId: id, status: 'onsale' })
  }),
]
