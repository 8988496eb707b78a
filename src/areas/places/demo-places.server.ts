import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import type { DemoText } from '../translations/demo-texts.server.ts'
import { addDemoTexts } from '../translations/demo-texts.server.ts'
import { eventProviders } from '../events/provider-codes.ts'
import { countryTexts } from './demo-country-texts.ts'
import { cityWords } from './demo-place-texts.ts'
import { demoSections } from './demo-sections.ts'
import type { Section } from './manifest.ts'
import { slugOf } from './place-names.ts'
import type { ReferenceCity } from './reference-places.server.ts'
import { insertCountries, referenceCities, referenceCountries } from './reference-places.server.ts'
import type { VenueLayout } from './venue-configurations.ts'

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
  ES: '{name}\n{street}\n{postcode} {city}\n{region}\n{country}', FR: streetFirst, DE: streetFirst, IT: streetFirst, NL: streetFirst, AT: streetFirst,
  PT: streetFirst, PL: streetFirst, CH: streetFirst,
  GB: '{name}\n{street}\n{city}\n{postcode}\n{country}', US: '{name}\n{street}\n{city}, {region} {postcode}\n{country}',
  CA: '{name}\n{street}\n{city} {region} {postcode}\n{country}', AU: '{name}\n{street}\n{city} {region} {postcode}\n{country}',
  JP: '{postcode}\n{region}{city}{district}\n{street}\n{name}\n{country}',
}

/** Nobody of the demo's customers is from there, and nothing of its catalogue is there. */
const blocks: readonly (readonly [code: string, because: string, note: string])[] = [
  ['KP', 'sanctions', 'Legal, reviewed every quarter'], ['SY', 'sanctions', 'Legal, reviewed every quarter'],
  ['TM', 'licence', 'Waiting for the local agent’s licence'], ['YE', 'suppliers', 'No supplier works there at present'],
]

/** Cities beyond the catalogue that are on the website, though little is on sale there yet. */
const live = new Set([
  'Porto', 'Milan', 'Naples', 'Turin', 'Munich', 'Hamburg', 'Köln', 'Frankfurt am Main', 'Stuttgart', 'Lyon', 'Marseille', 'Toulouse', 'Nice', 'Brussels',
  'Rotterdam', 'Warsaw', 'Wrocław', 'Bucharest', 'Sofia', 'Belgrade', 'Zagreb', 'Helsinki', 'Oslo', 'Manchester', 'Birmingham', 'Liverpool', 'Glasgow',
  'Valencia', 'Zaragoza', 'Málaga', 'Philadelphia', 'San Francisco', 'San Diego', 'Seattle', 'Boston', 'Denver', 'Montréal', 'Calgary', 'Monterrey',
  'Guadalajara', 'Medellín', 'Quito', 'Montevideo', 'Osaka', 'Busan', 'Taipei', 'Kuala Lumpur', 'Brisbane', 'Perth', 'Casablanca',
])

/** All countries, a thousand cities, and the sections of most venues, around the catalogue that is there already. */
export async function addDemoPlaces(trx: Db, asOf: string): Promise<void> {
  const opened = new Date(Date.parse(asOf) - 1_100 * 86_400_000).toISOString()
  // Every row is made to fit, as in the rest of the demo data; looking at each again would take most of the time.
  const { rows: [self] } = await sql<{ isSuper: boolean }>`select rolsuper as "isSuper" from pg_roles where rolname = current_user`.execute(trx)
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
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(trx)
  }
}

async function addCountries(trx: Db, opened: string): Promise<void> {
  const reference = await referenceCountries()
  await insertCountries(trx, reference)
  await sql`
    update countries c set created_at = ${opened}, updated_at = ${opened}, time_zones = g.zones::text[]
    from unnest(${reference.map(({ code }) => code)}::text[], ${reference.map(({ timeZones }) => `{${timeZones.join(',')}}`)}::text[]) as g (code, zones)
    where c.code = g.code`.execute(trx)
  const regimes = Object.entries(vat).flatMap(([regime, codes]) => codes.split(' ').map((code) => [code, regime] as const))
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
  const isKnown = (city: ReferenceCity) => known.some(({ code, latitude, longitude }) => (
    code === city.country && Math.abs(latitude - city.latitude) < near && Math.abs(longitude - city.longitude) < near))
  const wanted = (await referenceCities()).filter((city) => (city.population >= leastPopulation || live.has(city.name)) && !isKnown(city))
  const rows = wanted.map((city) => {
    const slug = slugOf(city.name) || `city-${city.geonameId}`
    const unique = [slug, `${slug}-${city.country.toLowerCase()}`, `${slug}-${city.geonameId}`].find((one) => !slugs.has(one)) ?? slug
    slugs.add(unique)
    const isLive = live.has(city.name) && city.population > 150_000
    return {
      name: city.name, slug: unique, country: city.country, latitude: String(city.latitude), longitude: String(city.longitude), zone: city.timeZone,
      popularity: Math.max(0, Math.min(40, Math.round(12 * Math.log10(city.population / 200_000)))), isLive,
      viator: isLive || city.geonameId % 9 === 0 ? String(10_000 + city.geonameId % 89_999) : null,
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
  // What the catalogue's own cities are called by the suppliers; a few wait for somebody to find out.
  await sql`
    update cities set viator_destination = case when id % 7 <> 0 then (500 + id)::text end, tiqets_city = case when id % 3 <> 0 then (60000 + id * 13)::text end,
      tourcms_location = case when id % 5 = 0 then name end, radius_km = 10 + (popularity / 4)
    where id <= ${known.length}`.execute(trx)
  await sql`
    update cities c set parent_id = p.id from cities p
    where c.id > ${known.length} and p.id <= ${known.length} and p.country_id = c.country_id and abs(p.latitude - c.latitude) < 0.5
      and abs(p.longitude - c.longitude) < 0.5`.execute(trx)
}

/** What the countries that the demo sells in say of themselves, most of them in Spanish too. */
async function addCountryTexts(trx: Db): Promise<void> {
  const { rows } = await sql<{ id: number; code: string }>`select id, code from countries where code = any(${Object.keys(countryTexts)}::text[]) order by id`.execute(trx)
  const texts = rows.flatMap(({ id, code }) => {
    const [en, es] = countryTexts[code] ?? []
    return en === undefined ? [] : [{ id, source: `<p>${en}</p>`, es: es ?? null }]
  })
  await sql`
    update countries c set description = g.description from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ source }) => source)}::text[]) as g (id, description)
    where c.id = g.id and c.description is null`.execute(trx)
  await addDemoTexts(trx, 'countries', 'es', texts.flatMap(({ id, source, es }) => (es === null ? [] : [{ id, field: 'description', source, text: `<p>${es}</p>` }])))
}

/** Every public city speaks English; most of them Spanish too, and some of that has fallen behind. */
async function addCityTexts(trx: Db): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; slug: string }>`select id, name, slug from cities where publication = 'published' order by id`.execute(trx)
  const texts = rows.map(({ id, name, slug }) => ({ id, name, slug, ...cityWords(id, name) }))
  await sql`
    update cities c set description = g.description, seo_title = left(g.title, 70), seo_description = left(g.summary, 160)
    from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ en }) => en.description)}::text[], ${texts.map(({ en }) => en.seoTitle)}::text[],
      ${texts.map(({ en }) => en.seoDescription)}::text[]) as g (id, description, title, summary) where c.id = g.id`.execute(trx)
  await addDemoTexts(trx, 'cities', 'es', texts.flatMap(({ id, name, slug, en, es }): DemoText[] => {
    const all: DemoText[] = [
      { id, field: 'name', source: name, text: es.name },
      { id, field: 'slug', source: slug, text: slugOf(es.name) === slugOf(name) ? slug : slugOf(es.name) },
      { id, field: 'description', source: en.description, text: es.description, ...(id % 11 === 0 && { sourceThen: `<p>Things to do in ${name}.</p>` }) },
      { id, field: 'seoTitle', source: en.seoTitle.slice(0, 70), text: es.seoTitle.slice(0, 70), ...(id % 5 === 0 && { status: 'draft' as const }) },
      { id, field: 'seoDescription', source: en.seoDescription.slice(0, 160), text: es.seoDescription.slice(0, 160) },
    ]
    return id % 6 === 0 ? all.slice(0, 2) : all
  }))
  // One was taken down, has everything again, and waits for somebody to publish it.
  await sql`update cities set publication = 'unpublished' where slug = 'st-johns'`.execute(trx)
}

async function addHouses(trx: Db, opened: string): Promise<void> {
  await sql`
    update venues set publication = case when id % 9 = 8 then 'draft' else 'published' end, published_at = case when id % 9 <> 8 then ${opened}::timestamptz end,
      description = case when id % 4 <> 3 then '<p>' || replace(name, '&', '&amp;') || ' holds ' || to_char(capacity, 'FM999,999') || ' people. Doors open an hour before the start; large bags stay in the cloakroom.</p>' end,
      seo_title = left(name || ': tickets and programme', 70)`.execute(trx)
  await addDemoTexts(trx, 'venues', 'es', (await sql<{ id: number; name: string }>`select id, name from venues order by id`.execute(trx)).rows
    .map(({ id, name }): DemoText => ({ id, field: 'name', source: name, text: name })))
  await sql`
    update venues set accessibility = case id % 4
        when 0 then array['step_free', 'wheelchair_spaces', 'companion_tickets', 'accessible_toilets', 'assistance_dogs']
        when 1 then array['step_free', 'wheelchair_spaces', 'hearing_loop'] when 2 then array['wheelchair_spaces', 'accessible_toilets'] else '{}' end,
      entrances = case when id % 3 = 0 then jsonb_build_array(
        jsonb_build_object('name', 'Main entrance', 'latitude', latitude, 'longitude', longitude, 'note', null),
        jsonb_build_object('name', 'Step-free entrance', 'latitude', round(latitude + 0.0006, 6), 'longitude', longitude, 'note', 'Ring for the lift')) else '[]' end`.execute(trx)
}

/** What a feed has brought in under its own spelling, a few steps from the house that it is. */
async function addVenuesTwice(trx: Db, opened: string): Promise<void> {
  for (const [name, twice] of [['Gran Teatre del Liceu', 'Teatre del Liceu'], ['Wembley Stadium', 'Wembley Stadium London']] as const) {
    await sql`
      insert into venues (name, slug, city_id, address, latitude, longitude, time_zone, capacity, created_at, updated_at)
      select ${twice}, ${slugOf(twice)} || '-2', city_id, address, latitude + 0.0004, longitude, time_zone, capacity, ${opened}, ${opened} from venues where name = ${name} limit 1`.execute(trx)
  }
}

interface Configuration { id: number; layout: VenueLayout; capacity: number }

async function addSections(trx: Db, opened: string): Promise<void> {
  const { rows } = await sql<Configuration>`select id, layout, capacity from venue_configurations where id % 5 not in (1, 3) order by id`.execute(trx)
  const sections = rows.flatMap(({ id, layout, capacity }) => demoSections(layout, capacity).map((section, index) => ({ ...section, id, place: index + 1 })))
  const column = <T>(read: (section: Section & { id: number; place: number }) => T) => sections.map(read)
  await sql`
    insert into venue_sections (venue_configuration_id, position, code, name, zone, rank, is_general_admission, rows, capacity, created_at, updated_at)
    select id, place, code, name, zone, rank, is_ga, coalesce(string_to_array(nullif(rows, ''), ' '), '{}'), capacity, ${opened}, ${opened}
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ place }) => place)}::integer[], ${column(({ code }) => code)}::text[],
      ${column(({ name }) => name)}::text[], ${column(({ zone }) => zone)}::text[], ${column(({ rank }) => rank)}::integer[],
      ${column(({ isGeneralAdmission }) => isGeneralAdmission)}::boolean[], ${column(({ rows: inRows }) => inRows.join(' '))}::text[],
      ${column(({ capacity }) => capacity)}::integer[]) as g (id, place, code, name, zone, rank, is_ga, rows, capacity)`.execute(trx)
  await sql`update venue_configurations set manifest_at = ${opened} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(trx)
}

/** What providers that sell there call a venue, each in its own manner. */
async function addProviderIds(trx: Db): Promise<void> {
  await sql`
    update venues v set provider_codes = g.codes from (
      select d.venue_id, jsonb_agg(jsonb_build_object('provider', d.code, 'code', case d.code
        when 'grandstand-exchange' then 'venue-' || (7000 + d.venue_id) when 'palco-directo' then 'PD/' || d.venue_id * 11
        when 'northside-box-office' then 'NBO' || lpad(d.venue_id::text, 6, '0') else 'SH-V' || (20000 + d.venue_id) end) order by d.code) as codes
      from (select distinct e.venue_id, p.code from events e join providers p on p.id = e.provider_id
        where p.code = any(${[...eventProviders]}::text[])) d
      group by d.venue_id) g
    where g.venue_id = v.id and v.provider_codes = '[]'`.execute(trx)
}
