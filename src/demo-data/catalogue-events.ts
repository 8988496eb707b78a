import { artistRows, exhibitionTitles, festivalTitles, teamRows, workRows } from './bill.ts'
import type { Venue } from './catalogue-places.ts'
import { venues } from './catalogue-places.ts'
import { slugOf } from './geography.ts'
import type { Provider } from './providers.ts'
import { ticketProviders } from './providers.ts'
import type { Random } from './random.ts'
import { hashText, itemAt, randomOf } from './random.ts'
import type { ZoneClock } from './zone-clock.ts'

export type EventType = 'concert' | 'sport' | 'theatre' | 'exhibition' | 'festival'

export interface Performer {
  readonly id: number
  readonly name: string
  readonly kind: 'artist' | 'show' | 'team'
  readonly sport: string | null
  readonly genre: string | null
  readonly country: string | null
  readonly home: Venue | null
  readonly variations: readonly string[]
}

export interface Show {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly type: EventType
  readonly venue: Venue
  readonly performers: readonly Performer[]
  readonly provider: Provider
  readonly locale: 'en' | 'es'
  /** What a seat in the middle costs, in euros. */
  readonly euros: number
  readonly minutes: number
}

export type PerformanceStatus = 'onsale' | 'offsale' | 'sold_out' | 'cancelled' | 'postponed' | 'rescheduled'

export interface Performance {
  readonly id: number
  readonly show: Show
  readonly configuration: Venue['configurations'][number]
  /** Counted from 1970. */
  readonly day: number
  /** Minutes after midnight; null while it is to be announced. */
  readonly minutes: number | null
  readonly startsAt: number
  readonly endsAt: number
  readonly status: PerformanceStatus
  readonly rescheduledFrom: number | null
}

function buildPerformers(): Performer[] {
  const homes = new Map(venues.map((venue) => [venue.name, venue]))
  const artists = artistRows.map(([name, genre, country]) => ({
    name, kind: 'artist' as const, sport: null, genre, country, home: null, variations: [] as string[],
  }))
  const works = workRows.map(([name, genre]) => ({
    name, kind: 'show' as const, sport: null, genre, country: null, home: null, variations: [] as string[],
  }))
  const teams = teamRows.map(([name, sport, home, variation]) => {
    const venue = homes.get(home) ?? null
    if (home && !venue) throw new Error(`${name} plays at ${home}, which is not among the venues.`)
    return {
      name, kind: 'team' as const, sport, genre: null, country: venue?.city.country.code ?? null, home: venue,
      variations: variation ? [variation] : [],
    }
  })
  return [...artists, ...works, ...teams].map((performer, index) => ({ id: index + 1, ...performer }))
}

export const performers: readonly Performer[] = buildPerformers()
const artists = performers.filter(({ kind }) => kind === 'artist')
const works = performers.filter(({ kind }) => kind === 'show')
const hosts = performers.filter(({ kind, home }) => kind === 'team' && home !== null)

function venuesOf(...kinds: Venue['kind'][]): readonly Venue[] {
  return venues.filter(({ kind }) => kinds.includes(kind))
}
const stages = venuesOf('arena', 'hall', 'grounds', 'stadium')
const houses = venuesOf('theatre')
const galleries = venuesOf('gallery')
const gatherings = venuesOf('hall', 'grounds', 'theatre')

const tours = {
  en: ['World Tour', 'Live', 'The Long Way Home Tour', 'Unplugged', 'Summer Nights'],
  es: ['Gira Horizonte', 'En concierto', 'Gira de verano', 'Acústico', 'Última llamada'],
}

function localeOf(venue: Venue): 'en' | 'es' {
  return venue.city.country.languages[0] === 'es' ? 'es' : 'en'
}

type Plan = Omit<Show, 'id' | 'slug' | 'provider' | 'locale'>

const plans: Readonly<Record<EventType, (random: Random, turn: number) => Plan>> = {
  concert(random, turn) {
    const artist = itemAt(artists, turn % artists.length)
    const venue = random.pick(stages)
    const tour = random.pick(tours[localeOf(venue)])
    return {
      name: `${artist.name}: ${tour}`, type: 'concert', venue, performers: [artist],
      euros: random.int(28, 120), minutes: 135,
    }
  },
  sport(random, turn) {
    const home = itemAt(hosts, turn % hosts.length)
    const rivals = performers.filter(({ sport, id }) => sport === home.sport && id !== home.id)
    const away = random.pick(rivals)
    if (!home.home) throw new Error(`${home.name} has no home.`)
    return {
      name: `${home.name} v ${away.name}`, type: 'sport', venue: home.home, performers: [home, away],
      euros: random.int(35, 140), minutes: 120,
    }
  },
  theatre(random, turn) {
    const work = itemAt(works, turn % works.length)
    const venue = itemAt(houses, (turn * 7) % houses.length)
    return {
      name: work.name, type: 'theatre', venue, performers: [work], euros: random.int(24, 98),
      minutes: random.pick([120, 150, 165, 195]),
    }
  },
  exhibition(random, turn) {
    const venue = itemAt(galleries, turn % galleries.length)
    return {
      name: itemAt(exhibitionTitles, turn % exhibitionTitles.length), type: 'exhibition', venue,
      performers: [], euros: random.int(12, 24), minutes: 90,
    }
  },
  festival(random, turn) {
    const venue = itemAt(gatherings, (turn * 5) % gatherings.length)
    const name = `${venue.city.name} ${itemAt(festivalTitles, turn % festivalTitles.length)}`
    const bill = [0, 1, 2].map((place) => itemAt(artists, (turn * 11 + place * 17) % artists.length))
    return { name, type: 'festival', venue, performers: bill, euros: random.int(35, 90), minutes: 360 }
  },
}

/** How many of each hundred events are of a kind; the rest are concerts. */
const mix: readonly (readonly [EventType, number])[] = [
  ['sport', 27], ['theatre', 25], ['exhibition', 5], ['festival', 6], ['concert', 37],
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

interface Run { readonly show: Show; readonly first: number; readonly count: number }

function buildRuns(seed: number, today: number, events: number, total: number): Run[] {
  const turns: Record<EventType, number> = { concert: 0, sport: 0, theatre: 0, exhibition: 0, festival: 0 }
  const drafts = Array.from({ length: events }, (_, index) => {
    const random = randomOf(seed, index)
    const type = typeOf(index)
    const plan = plans[type](random, turns[type]++)
    const isRun = type === 'theatre' || type === 'exhibition'
    const count = type === 'sport' ? 1 : type === 'festival' ? 3 : random.int(1, 3)
    // A third of the events lie ahead; what is far away is not on sale yet.
    const offset = random.chance(0.34) ? random.int(1, 230) : -random.int(1, 735)
    return { plan, isRun, count, first: today + offset, provider: random.pick(ticketProviders) }
  })
  // Runs share what the others leave, so that the total is met exactly.
  const runs = drafts.filter(({ isRun }) => isRun).length
  const left = total - drafts.reduce((sum, { isRun, count }) => sum + (isRun ? 0 : count), 0)
  let turn = 0
  return drafts.map(({ plan, isRun, count, first, provider }, index) => {
    const own = isRun ? Math.floor(left * (turn + 1) / runs) - Math.floor(left * turn++ / runs) : count
    const slug = `${slugOf(plan.name)}-${slugOf(plan.venue.city.name)}-${index + 1}`
    return {
      show: { ...plan, id: index + 1, slug, provider, locale: localeOf(plan.venue) }, first, count: own,
    }
  })
}

/** Usual starts by kind, in minutes after midnight; matinees and late shows among them. */
const starts: Readonly<Record<EventType, readonly number[]>> = {
  concert: [1_200, 1_230, 1_260, 1_170], sport: [900, 1_080, 1_200, 1_260], theatre: [1_170, 1_200, 1_140],
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
  seed: number, now: number, events: number, total: number, clock: ZoneClock,
): { shows: readonly Show[]; performances: readonly Performance[] } {
  const stream = seed ^ hashText('events')
  const runs = buildRuns(stream, Math.floor(now / 86_400_000), events, total)
  const places = runs.flatMap(({ show, first, count }) => (
    Array.from({ length: count }, (_, place) => ({ show, first, place }))))
  const performances = places.map(({ show, first, place }): Omit<Performance, 'id'> => {
    const random = randomOf(stream ^ hashText('performances'), show.id * 1_000 + place)
    const isRun = show.type === 'theatre' || show.type === 'exhibition'
    // Six days a week, the last with a matinee as well.
    const day = first + (isRun ? Math.floor(place / 7) * 7 + Math.min(place % 7, 5) : place)
    const zone = show.venue.city.zone
    const usual = isRun && place % 7 === 6 ? 900 : itemAt(
      starts[show.type], (isRun ? show.id : show.id + place) % starts[show.type].length,
    )
    const isToBeAnnounced = clock.instantOrNext(zone, day, 720) > now && !isRun && random.chance(0.06)
    // Where clocks skip the usual start, it is put off by an hour.
    const minutes = clock.instant(zone, day, usual) === null ? usual + 60 : usual
    const startsAt = clock.instantOrNext(zone, day, isToBeAnnounced ? 720 : minutes)
    const status = statusOf(random, startsAt <= now)
    return {
      show, configuration: configurationFor(show),
      day, minutes: isToBeAnnounced ? null : minutes, startsAt, endsAt: startsAt + show.minutes * 60_000,
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

