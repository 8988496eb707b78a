import type { Venue } from './catalogue-places.ts'
import type { EventType, Show } from './catalogue-shows.ts'
import { localeOf, plans, stagesInMadrid } from './catalogue-shows.ts'
import { slugOf } from './geography.ts'
import { ticketProviders } from './providers.ts'
import type { Random } from './random.ts'
import { hashText, itemAt, randomOf } from './random.ts'
import type { ZoneClock } from './zone-clock.ts'

type PerformanceStatus = 'onsale' | 'offsale' | 'sold_out' | 'cancelled' | 'postponed' | 'rescheduled'

export interface Performance {
  readonly id: number
  readonly show: Show
  readonly configuration: Venue['configurations'][number]
  /** Counted from 1970. */
  readonly day: number
  /** Minutes after midnight; null while it is unannounced. */
  readonly minutes: number | null
  readonly startsAt: number
  readonly endsAt: number
  readonly status: PerformanceStatus
  readonly rescheduledFrom: number | null
}

/** How many of each hundred events are of a kind; the rest are concerts. */
const mix: readonly (readonly [EventType, number])[] = [
  ['sport', 27],
  ['theatre', 25],
  ['exhibition', 5],
  ['festival', 6],
  ['concert', 37],
]

function typeOf(index: number): EventType {
  const place = (index * 61) % 100
  let sum = 0
  for (const [type, share] of mix) {
    sum += share
    if (place < sum) return type
  }
  return 'concert'
}

interface Run {
  readonly show: Show
  readonly first: number
  readonly count: number
}

/** One-off events are mostly at a weekend. Day 0 of 1970 was a Thursday. */
function atWeekend(day: number, today: number): number {
  const weekday = (day + 4) % 7
  const toFriday = (5 - weekday + 7) % 7
  return day > today && weekday >= 1 && weekday <= 4 && day % 4 !== 0 ? day + toFriday + (day % 3) : day
}

function buildRuns(seed: number, today: number, events: number, total: number): Run[] {
  const turns: Record<EventType, number> = { concert: 0, sport: 0, theatre: 0, exhibition: 0, festival: 0 }
  const drafts = Array.from({ length: events }, (_, index) => {
    const random = randomOf(seed, index)
    const type = typeOf(index)
    const plan = plans[type](random, turns[type]++)
    const isRun = type === 'theatre' || type === 'exhibition'
    const count = type === 'sport' ? 1 : type === 'festival' ? 3 : random.int(1, 3)
    // A third of the events lie ahead, many of them soon; what is far away is not on sale yet.
    const offset = random.chance(0.34) ? random.int(1, 230) : -random.int(1, 735)
    const first = today + (offset > 0 && index % 2 === 0 ? 1 + (offset % 28) : offset)
    // The first place that a partner asks about has something to see at its next weekends.
    const isInMadrid = type === 'concert' && offset > 0 && index % 4 === 0
    return {
      plan: isInMadrid ? { ...plan, venue: itemAt(stagesInMadrid, index % stagesInMadrid.length) } : plan,
      isRun,
      count,
      first: isRun ? first : atWeekend(first, today),
      provider: random.pick(ticketProviders),
    }
  })
  // Runs share what the others leave, so that the total is met exactly.
  const runs = drafts.filter(({ isRun }) => isRun).length
  const left = total - drafts.reduce((sum, { isRun, count }) => sum + (isRun ? 0 : count), 0)
  let turn = 0
  return drafts.map(({ plan, isRun, count, first, provider }, index) => {
    const own = isRun ? Math.floor((left * (turn + 1)) / runs) - Math.floor((left * turn++) / runs) : count
    const slug = `${slugOf(plan.name)}-${slugOf(plan.venue.city.name)}-${index + 1}`
    return {
      show: { ...plan, id: index + 1, slug, provider, locale: localeOf(plan.venue) },
      first,
      count: own,
    }
  })
}

/** Usual starts by kind, in minutes after midnight; matinees and late shows among them. */
const starts: Readonly<Record<EventType, readonly number[]>> = {
  concert: [1_200, 1_230, 1_260, 1_170],
  sport: [900, 1_080, 1_200, 1_260],
  theatre: [1_170, 1_200, 1_140],
  exhibition: [600, 720, 840, 960],
  festival: [1_020, 720],
}

function statusOf(random: Random, isPast: boolean): PerformanceStatus {
  if (random.chance(0.012)) return 'cancelled'
  if (isPast) return 'offsale'
  const share = random.next()
  if (share < 0.07) return 'sold_out'
  if (share < 0.08) return 'postponed'
  return share < 0.095 ? 'rescheduled' : 'onsale'
}

function configurationFor({ type, venue }: Show): Venue['configurations'][number] {
  const isCourt = type === 'sport' && venue.kind === 'arena'
  const isOnGrass = type === 'concert' && venue.kind === 'stadium'
  const wanted = isCourt ? 'arena' : isOnGrass ? 'end_stage' : null
  return venue.configurations.find(({ layout }) => layout === wanted) ?? itemAt(venue.configurations, 0)
}

/** Every event and its performances, in the order in which they begin. `now` in milliseconds since 1970. */
export function buildEvents(
  seed: number,
  now: number,
  events: number,
  total: number,
  clock: ZoneClock,
): { shows: readonly Show[]; performances: readonly Performance[] } {
  const stream = seed ^ hashText('events')
  const runs = buildRuns(stream, Math.floor(now / 86_400_000), events, total)
  const places = runs.flatMap(({ show, first, count }) =>
    Array.from({ length: count }, (_, place) => ({ show, first, place })),
  )
  const performances = places.map(({ show, first, place }): Omit<Performance, 'id'> => {
    const random = randomOf(stream ^ hashText('performances'), show.id * 1_000 + place)
    const isRun = show.type === 'theatre' || show.type === 'exhibition'
    // Six days a week, the last with a matinee as well.
    const day = first + (isRun ? Math.floor(place / 7) * 7 + Math.min(place % 7, 5) : place)
    const zone = show.venue.city.zone
    const usual =
      isRun && place % 7 === 6
        ? 900
        : itemAt(starts[show.type], (isRun ? show.id : show.id + place) % starts[show.type].length)
    const isToBeAnnounced = clock.instantOrNext(zone, day, 720) > now && !isRun && random.chance(0.06)
    // Where clocks skip the usual start, it is put off by an hour.
    const minutes = clock.instant(zone, day, usual) === null ? usual + 60 : usual
    const startsAt = clock.instantOrNext(zone, day, isToBeAnnounced ? 720 : minutes)
    const status = statusOf(random, startsAt <= now)
    return {
      show,
      configuration: configurationFor(show),
      day,
      minutes: isToBeAnnounced ? null : minutes,
      startsAt,
      endsAt: startsAt + show.minutes * 60_000,
      status,
      rescheduledFrom: status === 'rescheduled' ? day - random.int(3, 40) : null,
    }
  })
  performances.sort((a, b) => a.startsAt - b.startsAt || a.show.id - b.show.id)
  return {
    shows: runs.map(({ show }) => show),
    performances: performances.map((performance, index) => ({ id: index + 1, ...performance })),
  }
}
