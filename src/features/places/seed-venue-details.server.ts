import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { eventProviders } from '../providers/provider-codes.ts'
import { demoSections } from './venues/seed-sections.ts'
import type { Section } from './venues/manifest.ts'
import { slugOf } from './geo/place-names.ts'
import type { VenueLayout } from './venues/venue-configurations.ts'

export async function addHouses(trx: Db, opened: string): Promise<void> {
  await sql`
    update venues set publication = case when id % 9 = 8 then 'draft' else 'published' end, published_at = case when id % 9 <> 8 then ${opened}::timestamptz end,
      description = case when id % 4 <> 3 then '<p>' || replace(name, '&', '&amp;') || ' holds ' || to_char(capacity, 'FM999,999') || ' people. Doors open an hour before the start; large bags stay in the cloakroom.</p>' end,
      seo_title = left(name || ': tickets and programme', 70)`.execute(trx)
  await seedTexts(
    trx,
    'venues',
    'es',
    (await sql<{ id: number; name: string }>`select id, name from venues order by id`.execute(trx)).rows.map(
      ({ id, name }): DemoText => ({ id, field: 'name', source: name, text: name }),
    ),
  )
  await sql`
    update venues set accessibility = case id % 4
        when 0 then array['step_free', 'wheelchair_spaces', 'companion_tickets', 'accessible_toilets', 'assistance_dogs']
        when 1 then array['step_free', 'wheelchair_spaces', 'hearing_loop'] when 2 then array['wheelchair_spaces', 'accessible_toilets'] else '{}' end,
      entrances = case when id % 3 = 0 then jsonb_build_array(
        jsonb_build_object('name', 'Main entrance', 'latitude', latitude, 'longitude', longitude, 'note', null),
        jsonb_build_object('name', 'Step-free entrance', 'latitude', round(latitude + 0.0006, 6), 'longitude', longitude, 'note', 'Ring for the lift')) else '[]' end`.execute(
    trx,
  )
}

/** Duplicates from a feed, with its own spelling and slightly different coordinates. */
export async function addVenuesTwice(trx: Db, opened: string): Promise<void> {
  for (const [name, twice] of [
    ['Gran Teatre del Liceu', 'Teatre del Liceu'],
    ['Wembley Stadium', 'Wembley Stadium London'],
  ] as const) {
    await sql`
      insert into venues (name, slug, city_id, address, latitude, longitude, time_zone, capacity, created_at, updated_at)
      select ${twice}, ${slugOf(twice)} || '-2', city_id, address, latitude + 0.0004, longitude, time_zone, capacity, ${opened}, ${opened} from venues where name = ${name} limit 1`.execute(
      trx,
    )
  }
}

interface Configuration {
  id: number
  layout: VenueLayout
  capacity: number
}

export async function addSections(trx: Db, opened: string): Promise<void> {
  const { rows } =
    await sql<Configuration>`select id, layout, capacity from venue_configurations where id % 5 not in (1, 3) order by id`.execute(
      trx,
    )
  const sections = rows.flatMap(({ id, layout, capacity }) =>
    demoSections(layout, capacity).map((section, index) => ({ ...section, id, place: index + 1 })),
  )
  const column = <T>(read: (section: Section & { id: number; place: number }) => T) => sections.map(read)
  await sql`
    insert into venue_sections (venue_configuration_id, position, code, name, zone, rank, is_general_admission, rows, capacity, created_at, updated_at)
    select id, place, code, name, zone, rank, is_ga, coalesce(string_to_array(nullif(rows, ''), ' '), '{}'), capacity, ${opened}, ${opened}
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ place }) => place)}::integer[], ${column(({ code }) => code)}::text[],
      ${column(({ name }) => name)}::text[], ${column(({ zone }) => zone)}::text[], ${column(({ rank }) => rank)}::integer[],
      ${column(({ isGeneralAdmission }) => isGeneralAdmission)}::boolean[], ${column(({ rows: inRows }) => inRows.join(' '))}::text[],
      ${column(({ capacity }) => capacity)}::integer[]) as g (id, place, code, name, zone, rank, is_ga, rows, capacity)`.execute(
    trx,
  )
  await sql`update venue_configurations set manifest_at = ${opened} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
}

/** The ids of a venue at the providers that sell there, each in its own style. */
export async function addProviderIds(trx: Db): Promise<void> {
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
