import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { instantOf } from '../../../core/zoned-time.ts'
import { performers } from '../../events/performer/performers.ts'
import { venues } from '../../places/venues/venues.ts'
import { matches } from '../matches.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(matches, (n, ids) => {
    const localDate = new Date(Date.UTC(2026, 7, 1 + n)).toISOString().slice(0, 10)
    // Where all venues of the samples are.
    const timeZone = 'Europe/Rome'
    return {
      values: {
        round: `Round ${n}`,
        homePerformerId: pick(ids(performers), n),
        awayPerformerId: pick(ids(performers), n + 1),
        nameTemplate: pick(['{home} v {away}', '{home} - {away}'], n),
        // If omitted, it would be the ground of the home team, if that has one.
        venueId: pick(ids(venues), n),
        localDate,
        localTime: '20:45',
        timeZone,
        isLater: false,
        isTbc: n % 2 === 0,
        startsAt: instantOf(`${localDate}T20:45`, timeZone).instant,
      },
      columns: { name: `Match ${n}` },
    }
  }),
]
