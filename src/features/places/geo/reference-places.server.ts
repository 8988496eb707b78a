import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { plainText, slugOf } from './place-names.ts'

export interface ReferenceCountry {
  readonly code: string
  readonly alpha3: string
  readonly numericCode: string
  readonly name: string
  readonly nameEs: string
  readonly continent: string
  readonly callingCode: string
  readonly currency: string
  readonly languages: readonly string[]
  readonly timeZones: readonly string[]
}

export interface ReferenceCity {
  readonly geonameId: number
  readonly name: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly population: number
}

async function linesOf(file: string): Promise<string[][]> {
  const text = await readFile(new URL(`./reference/${file}`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}

const words = (text: string) => (text === '' ? [] : text.split(' '))

/** The countries of ISO 3166-1. */
export async function referenceCountries(): Promise<ReferenceCountry[]> {
  return (await linesOf('countries.tsv')).map(
    ([
      code = '',
      alpha3 = '',
      numericCode = '',
      name = '',
      nameEs = '',
      continent = '',
      callingCode = '',
      currency = '',
      languages = '',
      timeZones = '',
    ]) => ({
      code,
      alpha3,
      numericCode,
      name,
      nameEs,
      continent,
      callingCode,
      currency,
      languages: words(languages),
      timeZones: words(timeZones),
    }),
  )
}

/** Cities of the world, the largest first. Not cached: few people need it, and rarely. */
export async function referenceCities(): Promise<ReferenceCity[]> {
  return (await linesOf('cities.tsv')).map(
    ([geonameId, name = '', country = '', latitude, longitude, timeZone = '', population]) => ({
      geonameId: Number(geonameId),
      name,
      country,
      latitude: Number(latitude),
      longitude: Number(longitude),
      timeZone,
      population: Number(population),
    }),
  )
}

/** Names that begin with the text first, then those that contain it; accents and letter case make no difference. */
export async function findReferenceCities(q: string, limit: number): Promise<ReferenceCity[]> {
  const wanted = plainText(q)
  if (wanted === '') return []
  const found = (await referenceCities()).flatMap((city) => {
    const at = plainText(city.name).indexOf(wanted)
    return at === -1 ? [] : [{ city, rank: at === 0 ? 0 : 1 }]
  })
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ city }) => city)
}

/** Fills an empty list of countries with the standard ones. If staff have added any, theirs are kept. */
export async function ensureCountries(db: Db): Promise<void> {
  const {
    rows: [found],
  } = await sql`select from countries limit 1`.execute(db)
  if (!found) await insertCountries(db, await referenceCountries())
}

export async function insertCountries(db: Db, countries: readonly ReferenceCountry[]): Promise<void> {
  const rows = countries.map((country) => ({
    ...country,
    slug: slugOf(country.name),
    languages: `{${country.languages.join(',')}}`,
    timeZones: `{${country.timeZones.join(',')}}`,
  }))
  const column = (key: keyof (typeof rows)[number]) => sql`${rows.map((row) => row[key])}::text[]`
  await sql`
    insert into countries (code, alpha3, numeric_code, name, slug, continent_id, calling_code, currency, languages, time_zones)
    select g.code, g.alpha3, g.numeric_code, g.name, g.slug, c.id, g.calling_code, g.currency, g.languages::text[], g.time_zones::text[]
    from unnest(${column('code')}, ${column('alpha3')}, ${column('numericCode')}, ${column('name')}, ${column('slug')}, ${column('continent')},
      ${column('callingCode')}, ${column('currency')}, ${column('languages')}, ${column('timeZones')})
      as g (code, alpha3, numeric_code, name, slug, continent, calling_code, currency, languages, time_zones)
    join continents c on c.code = g.continent
    on conflict do nothing`.execute(db)
  await sql`
    insert into translations (resource, record_id, locale, field, text, status, source, translator_name)
    select 'countries', c.id, 'es', 'name', g.name_es, 'approved', c.name, 'Unicode CLDR'
    from unnest(${column('code')}, ${column('nameEs')}) as g (code, name_es) join countries c on c.code = g.code
    where exists (select from locales where code = 'es')
    union all
    select 'continents', c.id, 'es', 'name', g.name, 'approved', c.name, 'Unicode CLDR'
    from (values ('AF', 'África'), ('AN', 'Antártida'), ('AS', 'Asia'), ('EU', 'Europa'), ('NA', 'América del Norte'), ('OC', 'Oceanía'), ('SA', 'América del Sur'))
      as g (code, name) join continents c on c.code = g.code where exists (select from locales where code = 'es')
    on conflict do nothing`.execute(db)
}
