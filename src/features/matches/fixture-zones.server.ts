import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { offsetMinutes } from '../../core/zoned-time.ts'
import { referenceCities } from '../places/geo/reference-places.server.ts'
import type { ReferenceCity } from '../places/geo/reference-places.server.ts'
import type { PreviewGround } from './fixture.endpoints.ts'
import type { FileRow } from './fixture-files.ts'
import type { Resolved } from './team-resolution.ts'
import { plainName } from './team-names.ts'

/**
 * Share of a country's population in large cities that must use the largest city's time zone for that zone to be
 * suggested for all.
 */
const majorityShare = 0.9

/** Minimum population of a city that is recognised by its name alone. */
const largeCity = 500_000

interface Country {
  readonly id: number
  readonly code: string
  readonly timeZones: readonly string[]
}

/** The zone of a country, or of all that its zones have in common: in Germany, Büsingen has a zone of its own and the same clocks. */
function oneClock(zones: readonly string[], year: number): string | null {
  const [first, ...others] = zones
  if (first === undefined) return null
  const days = Array.from({ length: 24 }, (_, half) => Date.UTC(year, half >> 1, half % 2 === 0 ? 1 : 15, 12))
  return others.every((zone) => days.every((day) => offsetMinutes(day, zone) === offsetMinutes(day, first)))
    ? first
    : null
}

interface Host {
  readonly homeVenueZone: string | null
  readonly countryId: number | null
}

/** What is known about the time zones of grounds. */
export interface GroundZones {
  /** The zone of a home team's ground, by its first spelling; null if unknown. */
  zoneOf(key: string): string | null
  /** Teams without a known zone, with a suggestion for each. */
  readonly asked: readonly PreviewGround[]
}

interface ZoneQuestion {
  readonly rows: readonly FileRow[]
  readonly teams: readonly Resolved[]
  hostOf(team: Resolved): Host | undefined
  readonly countryId: number | null
  readonly answers: readonly { readonly spelling: string; readonly timeZone: string }[]
  /** For all grounds whose zone is unknown. */
  readonly others: string | null
}

/**
 * The time zone of each home team: from its venue, its country, its last home match, or the user's answer. An unknown
 * zone is suggested, from the city in its name, its country's largest zone or the file's own, and confirmed by the
 * user.
 */
export async function groundZones(db: Db, question: ZoneQuestion): Promise<GroundZones> {
  const { rows, teams, hostOf } = question
  const keyOf = new Map(
    teams.flatMap(({ spellings }) => spellings.map(({ text }) => [text, spellings[0]?.text ?? text])),
  )
  const rowsOf = Map.groupBy(rows, ({ home }) => keyOf.get(home) ?? home)
  const hosts = teams.flatMap((team) => {
    const key = team.spellings[0]?.text ?? team.name
    const own = rowsOf.get(key)
    return own ? [{ key, team, rows: own, host: hostOf(team) }] : []
  })
  const countries = await countriesOf(db, [question.countryId, ...hosts.map(({ host }) => host?.countryId ?? null)])
  const learned = await lastZones(
    db,
    hosts.flatMap(({ team }) => team.performerId ?? []),
  )
  const said = new Map(question.answers.map(({ spelling, timeZone }) => [keyOf.get(spelling) ?? spelling, timeZone]))
  const year = Number(rows[0]?.localDate.slice(0, 4) ?? 2000)
  const known = new Map<string, string>()
  const open: typeof hosts = []
  for (const one of hosts) {
    const country = countries.get(one.host?.countryId ?? question.countryId ?? 0)
    const zone =
      one.host?.homeVenueZone ??
      (country ? oneClock(country.timeZones, year) : null) ??
      learned.get(one.team.performerId ?? 0) ??
      null
    if (zone !== null) known.set(one.key, zone)
    else open.push(one)
  }
  const proposals =
    open.length === 0 ? new Map<string, Proposal>() : await proposed(open, countries, question.countryId)
  const asked = open.map(({ key, team, rows: own }): PreviewGround => {
    const timeZone = said.get(key) ?? question.others
    if (timeZone !== null) known.set(key, timeZone)
    const [named] = own.flatMap(({ timeZone: zone }) => (zone === null || zone === 'UTC' ? [] : zone))
    const proposal = proposals.get(key) ?? (named === undefined ? null : { zone: named, why: 'file' as const })
    return {
      team: key,
      name: team.name,
      matches: own.length,
      timeZone,
      proposed: proposal?.zone ?? null,
      why: proposal?.why ?? null,
    }
  })
  return { zoneOf: (key) => known.get(key) ?? null, asked }
}

async function countriesOf(db: Db, ids: readonly (number | null)[]): Promise<Map<number, Country>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Country>`
    select id, code, time_zones as "timeZones" from countries where id = any(${wanted}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The time zone of each team's last match at home, which was known or answered then. */
async function lastZones(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; zone: string }>`
    select distinct on (m.home_performer_id) m.home_performer_id as id, m.time_zone as zone from matches m
    where m.home_performer_id = any(${ids}::bigint[]) and not m.is_neutral order by m.home_performer_id, m.starts_at desc, m.id desc`.execute(
    db,
  )
  return new Map(rows.map(({ id, zone }) => [id, zone]))
}

interface Proposal {
  readonly zone: string
  readonly why: 'city' | 'country'
}

interface Asked {
  readonly key: string
  readonly team: Resolved
  readonly host: Host | undefined
}

/** Zones of the cities that teams are called after; where a name is that of many cities, in the country that most of them are from. */
async function proposed(
  open: readonly Asked[],
  countries: ReadonlyMap<number, Country>,
  countryId: number | null,
): Promise<Map<string, Proposal>> {
  const all = await referenceCities()
  // `New York City` is usually called that without its last word.
  const byName = Map.groupBy(
    all.flatMap((city) => [plainName(city.name), ...withoutCity(plainName(city.name))].map((name) => ({ name, city }))),
    ({ name }) => name,
  )
  const found = open.map(({ key, team, host }) => ({
    key,
    cities: citiesIn(team, byName),
    code: countries.get(host?.countryId ?? countryId ?? 0)?.code ?? null,
  }))
  const usual = found.every(({ code }) => code === null) ? mostNamed(found.map(({ cities }) => cities)) : null
  const largest = new Map<string, string | null>()
  const largestOf = (country: string | null) => {
    if (country === null) return null
    if (!largest.has(country)) largest.set(country, largestZone(all, country))
    return largest.get(country) ?? null
  }
  return new Map(
    found.flatMap(({ key, cities, code }): (readonly [string, Proposal])[] => {
      const country = code ?? usual
      const own = cities.find((one) => country === null || one.country === country)
      if (own) return [[key, { zone: own.timeZone, why: 'city' }]]
      const zone = largestOf(country)
      if (zone !== null) return [[key, { zone, why: 'country' }]]
      // A team from across the border: small places share their names with too many others.
      const [foreign] = code === null ? cities : []
      return foreign && foreign.population >= largeCity ? [[key, { zone: foreign.timeZone, why: 'city' }]] : []
    }),
  )
}

const withoutCity = (name: string) => (/^\w+ .* city$/.test(name) ? [name.replace(/ city$/, '')] : [])

/** Cities whose names are part of the team's name, the longest name first and the largest of each. */
function citiesIn(
  { name, spellings }: Resolved,
  byName: ReadonlyMap<string, readonly { readonly city: ReferenceCity }[]>,
): readonly ReferenceCity[] {
  for (let length = 4; length > 0; length--) {
    for (const text of [name, ...spellings.map((spelling) => spelling.text)]) {
      const words = plainName(text).split(' ')
      for (let at = 0; at + length <= words.length; at++) {
        const found = byName.get(words.slice(at, at + length).join(' '))
        if (found) return found.map(({ city }) => city)
      }
    }
  }
  return []
}

/** The country that more than half of the teams with a city in their name can be from. */
function mostNamed(cities: readonly (readonly ReferenceCity[])[]): string | null {
  const counts = new Map<string, number>()
  for (const found of cities)
    for (const code of new Set(found.map(({ country }) => country))) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most && most[1] * 2 > cities.filter((found) => found.length > 0).length ? most[0] : null
}

/** The zone of nearly all large cities of a country, such as Europe/Madrid of Spain. */
function largestZone(all: readonly ReferenceCity[], code: string): string | null {
  const people = new Map<string, number>()
  for (const { country, timeZone, population } of all)
    if (country === code) people.set(timeZone, (people.get(timeZone) ?? 0) + population)
  const [most] = [...people].toSorted((a, b) => b[1] - a[1])
  const total = [...people.values()].reduce((sum, count) => sum + count, 0)
  return most && most[1] >= majorityShare * total ? most[0] : null
}
