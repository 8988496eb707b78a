import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { countryTexts } from './seed-country-texts.ts'
import { cityWords } from './seed-place-texts.ts'
import { slugOf } from './geo/place-names.ts'
import type { ReferenceCity } from './geo/reference-places.server.ts'
import { insertCountries, referenceCities, referenceCountries } from './geo/reference-places.server.ts'
import { addHouses, addVenuesTwice, addSections, addProviderIds } from './seed-venue-details.server.ts'

/** People a city has at the least to be listed in the demo; the others are in the gazetteer. */
const leastPopulation = 400_000
/** Degrees within which two cities are taken for one. */
const near = 0.15

const vat = {
  eu_vat: 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
  vat: 'GB CH NO IS TR AE ZA KE MA EG MX BR AR CL PE CO KR TH CN',
  gst: 'AU NZ SG IN CA MY',
  sales_tax: 'US PR',
  none: 'HK KW QA BM KY',
} as const

const streetFirst = '{name}\n{street}\n{postcode} {city}\n{country}'
const addresses: Readonly<Record<string, string>> = {
  ES: '{name}\n{street}\n{postcode} {city}\n{region}\n{country}',
  FR: streetFirst,
  DE: streetFirst,
  IT: streetFirst,
  NL: streetFirst,
  AT: streetFirst,
  PT: streetFirst,
  PL: streetFirst,
  CH: streetFirst,
  GB: '{name}\n{street}\n{city}\n{postcode}\n{country}',
  US: '{name}\n{street}\n{city}, {region} {postcode}\n{country}',
  CA: '{name}\n{street}\n{city} {region} {postcode}\n{country}',
  AU: '{name}\n{street}\n{city} {region} {postcode}\n{country}',
  JP: '{postcode}\n{region}{city}{district}\n{street}\n{name}\n{country}',
}

/** The demo has no customers from these countries, and nothing in its catalogue is there. */
const blocks: readonly (readonly [code: string, because: string, note: string])[] = [
  ['KP', 'sanctions', 'Legal, reviewed every quarter'],
  ['SY', 'sanctions', 'Legal, reviewed every quarter'],
  ['TM', 'licence', 'Waiting for the local agent’s licence'],
  ['YE', 'suppliers', 'No supplier works there at present'],
]

/** Cities beyond the catalogue that are on the website, though little is on sale there yet. */
const live = new Set([
  'Porto',
  'Milan',
  'Naples',
  'Turin',
  'Munich',
  'Hamburg',
  'Köln',
  'Frankfurt am Main',
  'Stuttgart',
  'Lyon',
  'Marseille',
  'Toulouse',
  'Nice',
  'Brussels',
  'Rotterdam',
  'Warsaw',
  'Wrocław',
  'Bucharest',
  'Sofia',
  'Belgrade',
  'Zagreb',
  'Helsinki',
  'Oslo',
  'Manchester',
  'Birmingham',
  'Liverpool',
  'Glasgow',
  'Valencia',
  'Zaragoza',
  'Málaga',
  'Philadelphia',
  'San Francisco',
  'San Diego',
  'Seattle',
  'Boston',
  'Denver',
  'Montréal',
  'Calgary',
  'Monterrey',
  'Guadalajara',
  'Medellín',
  'Quito',
  'Montevideo',
  'Osaka',
  'Busan',
  'Taipei',
  'Kuala Lumpur',
  'Brisbane',
  'Perth',
  'Casablanca',
])

/** All countries, a thousand cities, and the sections of most venues, around the existing catalogue. */
export async function seedPlaces(trx: Db, asOf: string): Promise<void> {
  const opened = new Date(Date.parse(asOf) - 1_100 * 86_400_000).toISOString()
  // Every row is made to fit, as in the rest of the demo data; looking at each again would take most of the time.
  const {
    rows: [self],
  } = await sql<{ isSuper: boolean }>`select rolsuper as "isSuper" from pg_roles where rolname = current_user`.execute(
    trx,
  )
  if (self?.isSuper) await sql`set local session_replication_role = replica`.execute(trx)
  await countAfterWhatIsThere(trx, ['countries', 'cities', 'venues'])
  await addCountries(trx, opened)
  await addCities(trx, opened)
  await addCityTexts(trx)
  await addCountryTexts(trx)
  await addHouses(trx, opened)
  await addSections(trx, opened)
  await addProviderIds(trx)
  await addVenuesTwice(trx, opened)
}

/** Rows of the catalogue came with their ids. */
async function countAfterWhatIsThere(trx: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(
      trx,
    )
  }
}

async function addCountries(trx: Db, opened: string): Promise<void> {
  const reference = await referenceCountries()
  await insertCountries(trx, reference)
  await sql`
    update countries c set created_at = ${opened}, updated_at = ${opened}, time_zones = g.zones::text[]
    from unnest(${reference.map(({ code }) => code)}::text[], ${reference.map(({ timeZones }) => `{${timeZones.join(',')}}`)}::text[]) as g (code, zones)
    where c.code = g.code`.execute(trx)
  const regimes = Object.entries(vat).flatMap(([regime, codes]) =>
    codes.split(' ').map((code) => [code, regime] as const),
  )
  await sql`
    update countries c set vat_regime = g.regime from unnest(${regimes.map(([code]) => code)}::text[], ${regimes.map(([, regime]) => regime)}::text[]) as g (code, regime)
    where c.code = g.code`.execute(trx)
  await sql`
    update countries c set address_format = g.format from unnest(${Object.keys(addresses)}::text[], ${Object.values(addresses)}::text[]) as g (code, format)
    where c.code = g.code`.execute(trx)
  await sql`
    update countries c set is_blocked = true, blocked_because = g.because, block_note = g.note, blocked_at = c.created_at + interval '200 days'
    from unnest(${blocks.map(([code]) => code)}::text[], ${blocks.map(([, because]) => because)}::text[], ${blocks.map(([, , note]) => note)}::text[])
      as g (code, because, note) where c.code = g.code`.execute(trx)
}

async function addCities(trx: Db, opened: string): Promise<void> {
  const { rows: known } = await sql<{ code: string; latitude: number; longitude: number; slug: string }>`
    select c.code, t.latitude, t.longitude, t.slug from cities t join countries c on c.id = t.country_id`.execute(trx)
  const slugs = new Set(known.map(({ slug }) => slug))
  const isKnown = (city: ReferenceCity) =>
    known.some(
      ({ code, latitude, longitude }) =>
        code === city.country &&
        Math.abs(latitude - city.latitude) < near &&
        Math.abs(longitude - city.longitude) < near,
    )
  const wanted = (await referenceCities()).filter(
    (city) => (city.population >= leastPopulation || live.has(city.name)) && !isKnown(city),
  )
  const rows = wanted.map((city) => {
    const slug = slugOf(city.name) || `city-${city.geonameId}`
    const unique =
      [slug, `${slug}-${city.country.toLowerCase()}`, `${slug}-${city.geonameId}`].find((one) => !slugs.has(one)) ??
      slug
    slugs.add(unique)
    const isLive = live.has(city.name) && city.population > 150_000
    return {
      name: city.name,
      slug: unique,
      country: city.country,
      latitude: String(city.latitude),
      longitude: String(city.longitude),
      zone: city.timeZone,
      popularity: Math.max(0, Math.min(40, Math.round(12 * Math.log10(city.population / 200_000)))),
      isLive,
      viator: isLive || city.geonameId % 9 === 0 ? String(10_000 + (city.geonameId % 89_999)) : null,
    }
  })
  const column = (key: keyof (typeof rows)[number]) => rows.map((row) => row[key])
  await sql`
    insert into cities (name, slug, country_id, latitude, longitude, time_zone, popularity, publication, published_at, viator_destination, created_at, updated_at)
    select g.name, g.slug, c.id, g.latitude, g.longitude, g.zone, g.popularity, case when g.is_live then 'published' else 'draft' end,
      case when g.is_live then ${opened}::timestamptz end, g.viator, ${opened}, ${opened}
    from unnest(${column('name')}::text[], ${column('slug')}::text[], ${column('country')}::text[], ${column('latitude')}::numeric[],
      ${column('longitude')}::numeric[], ${column('zone')}::text[], ${column('popularity')}::integer[], ${column('isLive')}::boolean[], ${column('viator')}::text[])
      with ordinality as g (name, slug, country, latitude, longitude, zone, popularity, is_live, viator, place)
    join countries c on c.code = g.country order by g.place
    on conflict do nothing`.execute(trx)
  // Names that suppliers use for the catalogue's own cities; a few are left for staff to match.
  await sql`
    update cities set viator_destination = case when id % 7 <> 0 then (500 + id)::text end, tiqets_city = case when id % 3 <> 0 then (60000 + id * 13)::text end,
      tourcms_location = case when id % 5 = 0 then name end, radius_km = 10 + (popularity / 4)
    where id <= ${known.length}`.execute(trx)
  await sql`
    update cities c set parent_id = p.id from cities p
    where c.id > ${known.length} and p.id <= ${known.length} and p.country_id = c.country_id and abs(p.latitude - c.latitude) < 0.5
      and abs(p.longitude - c.longitude) < 0.5`.execute(trx)
}

/** Texts for the countries that the demo sells in, most of them in Spanish too. */
async function addCountryTexts(trx: Db): Promise<void> {
  const { rows } = await sql<{
    id: number
    code: string
  }>`select id, code from countries where code = any(${Object.keys(countryTexts)}::text[]) order by id`.execute(trx)
  const texts = rows.flatMap(({ id, code }) => {
    const [en, es] = countryTexts[code] ?? []
    return en === undefined ? [] : [{ id, source: `<p>${en}</p>`, es: es ?? null }]
  })
  await sql`
    update countries c set description = g.description from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ source }) => source)}::text[]) as g (id, description)
    where c.id = g.id and c.description is null`.execute(trx)
  await seedTexts(
    trx,
    'countries',
    'es',
    texts.flatMap(({ id, source, es }) =>
      es === null ? [] : [{ id, field: 'description', source, text: `<p>${es}</p>` }],
    ),
  )
}

/** Every public city has English texts; most also have Spanish ones, some of which are outdated. */
async function addCityTexts(trx: Db): Promise<void> {
  const { rows } = await sql<{
    id: number
    name: string
    slug: string
  }>`select id, name, slug from cities where publication = 'published' order by id`.execute(trx)
  const texts = rows.map(({ id, name, slug }) => ({ id, name, slug, ...cityWords(id, name) }))
  await sql`
    update cities c set description = g.description, seo_title = left(g.title, 70), seo_description = left(g.summary, 160)
    from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ en }) => en.description)}::text[], ${texts.map(({ en }) => en.seoTitle)}::text[],
      ${texts.map(({ en }) => en.seoDescription)}::text[]) as g (id, description, title, summary) where c.id = g.id`.execute(
    trx,
  )
  await seedTexts(
    trx,
    'cities',
    'es',
    texts.flatMap(({ id, name, slug, en, es }): DemoText[] => {
      const all: DemoText[] = [
        { id, field: 'name', source: name, text: es.name },
        { id, field: 'slug', source: slug, text: slugOf(es.name) === slugOf(name) ? slug : slugOf(es.name) },
        {
          id,
          field: 'description',
          source: en.description,
          text: es.description,
          ...(id % 11 === 0 && { sourceThen: `<p>Things to do in ${name}.</p>` }),
        },
        {
          id,
          field: 'seoTitle',
          source: en.seoTitle.slice(0, 70),
          text: es.seoTitle.slice(0, 70),
          ...(id % 5 === 0 && { status: 'draft' as const }),
        },
        { id, field: 'seoDescription', source: en.seoDescription.slice(0, 160), text: es.seoDescription.slice(0, 160) },
      ]
      return id % 6 === 0 ? all.slice(0, 2) : all
    }),
  )
  // One was unpublished, is complete again, and only needs to be published.
  await sql`update cities set publication = 'unpublished' where slug = 'st-johns'`.execute(trx)
}
