import { artistRows, companyRows, exhibitionTitles, festivalTitles, teamRows, workRows } from './bill.ts'
import type { Venue } from './catalogue-places.ts'
import { venues } from './catalogue-places.ts'
import type { Provider } from './providers.ts'
import type { Random } from './random.ts'
import { itemAt } from './random.ts'

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
  /** The price of a seat in the middle, in euros. */
  readonly euros: number
  readonly minutes: number
}

function buildPerformers(): Performer[] {
  const homes = new Map(venues.map((venue) => [venue.name, venue]))
  const artists = artistRows.map(([name, genre, country]) => ({
    name,
    kind: 'artist' as const,
    sport: null,
    genre,
    country,
    home: null,
    variations: [] as string[],
  }))
  const works = workRows.map(([name, genre]) => ({
    name,
    kind: 'show' as const,
    sport: null,
    genre,
    country: null,
    home: null,
    variations: [] as string[],
  }))
  const teams = teamRows.map(([name, sport, home, variation]) => {
    const venue = homes.get(home) ?? null
    if (home && !venue) throw new Error(`${name} plays at ${home}, which is not among the venues.`)
    return {
      name,
      kind: 'team' as const,
      sport,
      genre: null,
      country: venue?.city.country.code ?? null,
      home: venue,
      variations: variation ? [variation] : [],
    }
  })
  const companies = companyRows.map(([name, [genre = 'Musical'], country]) => ({
    name,
    kind: 'artist' as const,
    sport: null,
    genre,
    country,
    home: null,
    variations: [] as string[],
  }))
  return [...artists, ...works, ...teams, ...companies].map((performer, index) => ({ id: index + 1, ...performer }))
}

export const performers: readonly Performer[] = buildPerformers()
const companyGenres = new Map(companyRows.map(([name, genres]) => [name, genres]))
const artists = performers.filter(({ kind, name }) => kind === 'artist' && !companyGenres.has(name))
const works = performers.filter(({ kind }) => kind === 'show')
/** Who plays a work: a company of its genre, else the one that plays everything. */
function companyOf({ genre }: Performer, turn: number): Performer {
  const all = performers.filter(({ name }) => companyGenres.has(name))
  const fitting = all.filter(({ name }) => companyGenres.get(name)?.includes(genre ?? ''))
  return itemAt(fitting.length > 0 ? fitting : all.slice(-1), turn % Math.max(1, fitting.length))
}
const hosts = performers.filter(({ kind, home }) => kind === 'team' && home !== null)

function venuesOf(...kinds: Venue['kind'][]): readonly Venue[] {
  return venues.filter(({ kind }) => kinds.includes(kind))
}
const stages = venuesOf('arena', 'hall', 'grounds', 'stadium')
export const stagesInMadrid = stages.filter(({ city }) => city.name === 'Madrid')
const houses = venuesOf('theatre')
const galleries = venuesOf('gallery')
const gatherings = venuesOf('hall', 'grounds', 'theatre')

const tours = {
  en: ['World Tour', 'Live', 'The Long Way Home Tour', 'Unplugged', 'Summer Nights'],
  es: ['Gira Horizonte', 'En concierto', 'Gira de verano', 'Acústico', 'Última llamada'],
}

export function localeOf(venue: Venue): 'en' | 'es' {
  return venue.city.country.languages[0] === 'es' ? 'es' : 'en'
}

type Plan = Omit<Show, 'id' | 'slug' | 'provider' | 'locale'>

export const plans: Readonly<Record<EventType, (random: Random, turn: number) => Plan>> = {
  concert(random, turn) {
    const artist = itemAt(artists, turn % artists.length)
    const venue = random.pick(stages)
    const tour = random.pick(tours[localeOf(venue)])
    return {
      name: `${artist.name}: ${tour}`,
      type: 'concert',
      venue,
      performers: [artist],
      euros: random.int(28, 120),
      minutes: 135,
    }
  },
  sport(random, turn) {
    const home = itemAt(hosts, turn % hosts.length)
    const rivals = performers.filter(({ sport, id }) => sport === home.sport && id !== home.id)
    const away = random.pick(rivals)
    if (!home.home) throw new Error(`${home.name} has no home.`)
    return {
      name: `${home.name} v ${away.name}`,
      type: 'sport',
      venue: home.home,
      performers: [home, away],
      euros: random.int(35, 140),
      minutes: 120,
    }
  },
  theatre(random, turn) {
    const work = itemAt(works, turn % works.length)
    const venue = itemAt(houses, (turn * 7) % houses.length)
    return {
      name: work.name,
      type: 'theatre',
      venue,
      // First who plays it, as tickets name one performer.
      performers: [companyOf(work, turn), work],
      euros: random.int(24, 98),
      minutes: random.pick([120, 150, 165, 195]),
    }
  },
  exhibition(random, turn) {
    const venue = itemAt(galleries, turn % galleries.length)
    return {
      name: itemAt(exhibitionTitles, turn % exhibitionTitles.length),
      type: 'exhibition',
      venue,
      performers: [],
      euros: random.int(12, 24),
      minutes: 90,
    }
  },
  festival(random, turn) {
    const venue = itemAt(gatherings, (turn * 5) % gatherings.length)
    const name = `${venue.city.name} ${itemAt(festivalTitles, turn % festivalTitles.length)}`
    const bill = [0, 1, 2].map((place) => itemAt(artists, (turn * 11 + place * 17) % artists.length))
    return { name, type: 'festival', venue, performers: bill, euros: random.int(35, 90), minutes: 360 }
  },
}
