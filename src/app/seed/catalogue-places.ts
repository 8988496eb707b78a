import { cities, countries, slugOf } from './geography.ts'
import type { City } from './geography.ts'
import { hashText } from './random.ts'
import type { Row } from './rows.ts'
import type { VenueKind } from './venue-list.ts'
import { venueRows } from './venue-list.ts'

interface Configuration {
  readonly id: number
  readonly name: string
  readonly layout: string
  readonly capacity: number
}

export interface Venue {
  readonly id: number
  readonly name: string
  readonly kind: VenueKind
  readonly capacity: number
  readonly city: City
  readonly variations: readonly string[]
  readonly latitude: number
  readonly longitude: number
  /** The first is the usual one. */
  readonly configurations: readonly Configuration[]
}

type Layout = readonly [name: string, layout: string, share: number]

const layouts: Readonly<Record<VenueKind, readonly Layout[]>> = {
  stadium: [
    ['Match', 'football', 1],
    ['Concert', 'end_stage', 0.85],
  ],
  arena: [
    ['End stage', 'end_stage', 0.85],
    ['In the round', 'in_the_round', 1],
    ['Court', 'arena', 0.95],
  ],
  theatre: [['Stalls and circles', 'theatre', 1]],
  hall: [
    ['Concert hall', 'end_stage', 1],
    ['Choir seats open', 'in_the_round', 1],
  ],
  gallery: [['Timed entry', 'gallery', 1]],
  grounds: [['Standing', 'general_admission', 1]],
}

function buildVenues(): Venue[] {
  const byName = new Map(cities.map((city) => [city.name, city]))
  let configurationId = 0
  return venueRows.map(([cityName, name, kind, capacity, latitude, longitude, variation], index) => {
    const city = byName.get(cityName)
    if (!city) throw new Error(`${name} is in ${cityName}, which is not among the cities.`)
    const configurations = layouts[kind].map(([label, layout, share]) => ({
      id: ++configurationId,
      name: label,
      layout,
      capacity: Math.round(capacity * share),
    }))
    return {
      id: index + 1,
      name,
      kind,
      capacity,
      city,
      variations: variation ? [variation] : [],
      latitude,
      longitude,
      configurations,
    }
  })
}

export const venues: readonly Venue[] = buildVenues()

// Continents are in the schema, in the order of their codes.
const continentIds: Readonly<Record<string, number>> = { AF: 1, AN: 2, AS: 3, EU: 4, NA: 5, OC: 6, SA: 7 }
/** Addresses in the local style of each language; English style for all other languages. */
const english: readonly string[] = [
  '{n} Market Street',
  '{n} Station Road',
  '{n} Harbour Parade',
  '{n} Theatre Lane',
  '{n} King Street',
]
const streets: Readonly<Record<string, readonly string[]>> = {
  es: ['Gran Vía {n}', 'Plaza Mayor {n}', 'Calle del Teatro {n}', 'Avenida de la Constitución {n}'],
  fr: ['{n} rue du Théâtre', '{n} avenue de la Gare', '{n} place du Marché'],
  de: ['Parkring {n}', 'Bahnhofstraße {n}', 'Theaterplatz {n}'],
  it: ['Via Roma {n}', 'Piazza del Teatro {n}', 'Corso Garibaldi {n}'],
  pt: ['Rua do Teatro {n}', 'Avenida da Liberdade {n}', 'Praça do Comércio {n}'],
  nl: ['Stationsweg {n}', 'Theaterplein {n}', 'Marktstraat {n}'],
  da: ['Teatervej {n}', 'Stationsgade {n}'],
  sv: ['Teatergatan {n}', 'Stationsvägen {n}'],
  pl: ['ul. Teatralna {n}', 'ul. Dworcowa {n}'],
  cs: ['Divadelní {n}', 'Nádražní {n}'],
  hu: ['Színház utca {n}', 'Állomás utca {n}'],
  tr: ['Tiyatro Caddesi {n}', 'İstasyon Caddesi {n}'],
  is: ['Leikhúsgata {n}', 'Hafnarbraut {n}'],
}

function addressOf({ name, city }: Venue): string {
  const number = hashText(name)
  const known = streets[city.country.languages[0] ?? ''] ?? english
  return `${(known[number % known.length] ?? '').replace('{n}', String(1 + (number % 180)))}, ${city.name}`
}

export function countryRows(createdAt: number): Row[] {
  return countries.map((country) => ({
    id: country.id,
    code: country.code,
    alpha3: country.alpha3,
    numeric_code: country.numericCode,
    name: country.name,
    slug: slugOf(country.name),
    continent_id: continentIds[country.continent] ?? null,
    calling_code: country.callingCode,
    currency: country.currency,
    languages: country.languages,
    time_zones: [...new Set(cities.filter((city) => city.country === country).map(({ zone }) => zone))],
    is_blocked: false,
    created_at: createdAt,
    updated_at: createdAt,
  }))
}

export function cityRows(createdAt: number): Row[] {
  return cities.map((city) => ({
    id: city.id,
    name: city.name,
    slug: slugOf(city.name),
    country_id: city.country.id,
    subdivision: city.subdivision,
    latitude: city.latitude,
    longitude: city.longitude,
    time_zone: city.zone,
    un_locode: city.unLocode,
    metropolitan_code: city.iata,
    popularity: city.weight,
    publication: city.weight >= 8 ? 'published' : 'draft',
    published_at: city.weight >= 8 ? createdAt : null,
    created_at: createdAt,
    updated_at: createdAt,
  }))
}

export function venueTableRows(createdAt: number): Row[] {
  return venues.map((venue) => ({
    id: venue.id,
    name: venue.name,
    slug: `${slugOf(venue.name)}-${slugOf(venue.city.name)}`,
    variations: venue.variations,
    city_id: venue.city.id,
    address: addressOf(venue),
    latitude: venue.latitude,
    longitude: venue.longitude,
    time_zone: venue.city.zone,
    capacity: venue.capacity,
    website: `https://${slugOf(venue.name)}.example.com`,
    created_at: createdAt,
    updated_at: createdAt,
  }))
}

export function configurationRows(createdAt: number): Row[] {
  return venues.flatMap((venue) =>
    venue.configurations.map((configuration) => ({
      id: configuration.id,
      venue_id: venue.id,
      city_id: venue.city.id,
      name: configuration.name,
      layout: configuration.layout,
      capacity: configuration.capacity,
      created_at: createdAt,
      updated_at: createdAt,
    })),
  )
}
