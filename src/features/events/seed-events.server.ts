import { sql } from 'kysely'
import type { SeedWork } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { eventProviders } from '../providers/provider-codes.ts'
import { writeRichText } from '../../platform/rich-text/rich-text.ts'

/** Where each type of event belongs; `sport` decides if a performer has one. */
const sections: readonly { type: string; sport: string | null; category: string; subcategory: string | null }[] = [
  { type: 'concert', sport: null, category: 'Shows', subcategory: 'Concerts' },
  { type: 'festival', sport: null, category: 'Shows', subcategory: 'Concerts' },
  { type: 'theatre', sport: null, category: 'Shows', subcategory: 'Musicals' },
  { type: 'exhibition', sport: null, category: 'Attractions', subcategory: 'Museums' },
  { type: 'sport', sport: 'football', category: 'Sports', subcategory: 'Football' },
  { type: 'sport', sport: 'basketball', category: 'Sports', subcategory: 'Basketball' },
  { type: 'sport', sport: null, category: 'Sports', subcategory: null },
]

const terms: Readonly<Record<string, readonly [en: string, es: string]>> = {
  concert: [
    'Tickets are for standing room unless a seat is named. Bags larger than A4 stay outside. Nobody gets in again after leaving.',
    'Las entradas son de pie salvo que indiquen asiento. Los bolsos mayores de A4 se quedan fuera. No se puede volver a entrar después de salir.',
  ],
  festival: [
    'The wristband is worn for as long as the festival lasts. Tents, glass and drones stay at home.',
    'La pulsera se lleva durante todo el festival. Tiendas de campaña, cristal y drones se quedan en casa.',
  ],
  theatre: [
    'Latecomers are let in at the first interval. Children under four are not admitted.',
    'Quien llegue tarde entra en el primer descanso. No se admiten menores de cuatro años.',
  ],
  sport: [
    'Kick-off may be moved for television; tickets stay valid then. Supporters of the visitors sit in their own stand.',
    'La hora puede cambiar por la televisión; las entradas siguen siendo válidas. La afición visitante tiene su propia grada.',
  ],
  exhibition: [
    'Come within half an hour of the time on the ticket. Photographs without flash are welcome.',
    'Llega en la media hora siguiente a la que indica la entrada. Se pueden hacer fotografías sin flash.',
  ],
}

interface Told {
  id: number
  name: string
  type: string
  venue: string
  city: string
  description: string
  publication: string
}

/**
 * What editors have added to the catalogue's events: sections, texts, terms, Spanish, and the times that providers
 * report. Safe to run again.
 */
export const seedEvents: readonly SeedWork[] = [
  placeEvents,
  addEventTexts,
  addPerformerTexts,
  addPerformerFacts,
  addProviderTimes,
  addProviderIds,
  fillCopies,
]

/** The catalogue was loaded past the triggers that keep them. */
async function fillCopies(trx: Db): Promise<void> {
  await sql`update performances p set event_and_venue = e.name || ' ' || v.name, name = e.name || performance_day(p.local_date, p.local_time) from events e, venues v where e.id = p.event_id and v.id = p.venue_id and p.event_and_venue = ''`.execute(
    trx,
  )
  await sql`update performances p set is_event_cancelled = true from events e where e.id = p.event_id and e.schedule = 'cancelled' and not p.is_event_cancelled`.execute(
    trx,
  )
}

async function placeEvents(trx: Db): Promise<void> {
  await sql`
    update events e set category_id = g.category_id, subcategory_id = g.subcategory_id, terms = g.terms, provider_code = coalesce(e.provider_code, g.code),
      seo_title = case when e.id % 6 <> 0 then left(e.name, 62) || ' tickets' end,
      seo_description = case when e.id % 6 <> 0 then left('Tickets for ' || e.name || ' in ' || g.city || '. Book online and have them on your phone.', 160) end,
      internal_name = case when e.id % 9 = 0 then left(upper(g.provider) || ' ' || e.name, 255) end,
      is_evergreen = e.type = 'exhibition' and e.id % 2 = 0, is_unlisted = e.id % 37 = 0, is_noindex = e.id % 41 = 0,
      published_at = case when e.publication in ('published', 'unpublished', 'archived') then coalesce(e.published_at, e.updated_at) end
    from (
      select v.id, k.id as category_id, s.id as subcategory_id, m.terms, c.name as city, p.code as provider, upper(left(p.code, 3)) || '-' || (48000 + v.id * 7) as code
      from events v join cities c on c.id = v.city_id join providers p on p.id = v.provider_id
        join lateral (
          select * from jsonb_to_recordset(${JSON.stringify(sections.map((section) => ({ ...section, terms: terms[section.type]?.[0] ?? null })))}::jsonb)
            as x (type text, sport text, category text, subcategory text, terms text)
          where x.type = v.type and (x.sport is null or x.sport = (select f.sport from performers f where f.id = v.performer_ids[1]))
          order by x.sport nulls last limit 1
        ) m on true
        join categories k on k.name = m.category left join subcategories s on s.name = m.subcategory and s.category_id = k.id
    ) g where g.id = e.id and e.category_id is null`.execute(trx)
}

const sportsInSpanish: Readonly<Record<string, string>> = {
  football: 'al fútbol',
  basketball: 'al baloncesto',
  american_football: 'al fútbol americano',
  ice_hockey: 'al hockey sobre hielo',
  baseball: 'al béisbol',
  rugby: 'al rugby',
  tennis: 'al tenis',
  cricket: 'al críquet',
}

interface Portrayed {
  id: number
  kind: string
  name: string
  genre: string | null
  sport: string | null
  home: string | null
  biography: string
}

/** Leaves some out, so that translators have work to do. */
async function addPerformerTexts(trx: Db): Promise<void> {
  const { rows } = await sql<Portrayed>`
    select p.id, p.kind, p.name, p.genre, p.sport, v.name as home, p.biography from performers p left join venues v on v.id = p.home_venue_id
    where p.biography is not null and p.id % 7 <> 0 order by p.id`.execute(trx)
  await seedTexts(
    trx,
    'performers',
    'es',
    rows.map(({ id, kind, name, genre, sport, home, biography }): DemoText => {
      const text =
        kind === 'artist'
          ? `${name} lleva de gira con ${genre} desde ${1994 + (id % 28)}.`
          : kind === 'show'
            ? `${name} está en cartel todo el año, con compañías que cambian cada temporada.`
            : `${name} juega ${sportsInSpanish[sport ?? ''] ?? 'en casa y fuera'}${home === null ? '' : `, con sede en ${home}`}.`
      return {
        id,
        field: 'biography',
        source: biography,
        text: writeRichText([{ kind: 'paragraph', content: [{ kind: 'text', text }] }]),
        status: id % 5 === 0 ? 'draft' : 'approved',
      }
    }),
  )
}

/** In which league teams play, and where some of the performers speak for themselves. */
async function addPerformerFacts(trx: Db): Promise<void> {
  await sql`
    update performers p set league = k.name || ' ' || case p.sport when 'football' then 'Premier Division' when 'basketball' then 'Basketball League' when 'ice_hockey' then 'Hockey League'
      when 'cricket' then 'Cricket Trophy' when 'rugby' then 'Rugby Championship' when 'american_football' then 'Football Conference' when 'baseball' then 'Baseball League' else 'Tour' end
    from countries k where k.id = p.country_id and p.kind = 'team' and p.sport is not null and p.league is null and p.id % 8 <> 0`.execute(
    trx,
  )
  await sql`
    update performers set links = jsonb_build_array(jsonb_build_object('kind', 'website', 'url', 'https://' || slug || '.example/'))
      || case when id % 2 = 0 then jsonb_build_array(jsonb_build_object('kind', 'instagram', 'url', 'https://social.example/' || slug)) else '[]' end
    where links = '[]' and slug is not null and id % 4 <> 0`.execute(trx)
}

async function addEventTexts(trx: Db): Promise<void> {
  const { rows } = await sql<Told>`
    select e.id, e.name, e.type, v.name as venue, c.name as city, e.description, e.publication from events e join venues v on v.id = e.venue_id join cities c on c.id = e.city_id
    where e.publication in ('published', 'in_review', 'draft') and e.description is not null order by e.id`.execute(trx)
  await seedTexts(
    trx,
    'events',
    'es',
    rows.flatMap(({ id, name, type, venue, city, description, publication }): DemoText[] => {
      if (publication === 'draft' || id % 11 === 0) return []
      const text = writeRichText([
        {
          kind: 'paragraph',
          content: [
            { kind: 'text', text: `${name} en ${venue}, ${city}. Apertura de puertas una hora antes del comienzo.` },
          ],
        },
      ])
      const [en, es] = terms[type] ?? []
      return [
        { id, field: 'name', source: name, text: name.replace(' v ', ' contra ') },
        {
          id,
          field: 'description',
          source: description,
          text,
          ...(id % 13 === 0 && { sourceThen: description.replace('an hour', 'two hours') }),
          ...(id % 7 === 0 && { status: 'machine' as const }),
        },
        ...(en && es && id % 3 !== 0 ? [{ id, field: 'terms', source: en, text: es }] : []),
        ...(id % 6 === 0 || id % 4 === 0
          ? []
          : [{ id, field: 'seoTitle', source: `${name.slice(0, 62)} tickets`, text: `Entradas ${name.slice(0, 60)}` }]),
      ]
    }),
  )
}

/** The provider's own id for each performance, and the ids of its other sellers. */
async function addProviderIds(trx: Db): Promise<void> {
  await sql`
    update performances p set provider_code = upper(left(s.code, 3)) || '-' || (70000 + p.id) from events e join providers s on s.id = e.provider_id
    where e.id = p.event_id and p.starts_at > now() and p.provider_code is null and p.id % 9 <> 0`.execute(trx)
  await sql`
    update performances p set provider_codes = g.codes from (
      select o.performance_id, jsonb_agg(jsonb_build_object('provider', s.code, 'code', upper(left(s.code, 2)) || '-P' || (300000 + o.performance_id)) order by s.code) as codes
      from provider_times o join providers s on s.id = o.provider_id join performances q on q.id = o.performance_id join events e on e.id = q.event_id
      where s.id <> e.provider_id and s.code = any(${[...eventProviders]}::text[]) and q.starts_at > now() group by o.performance_id) g
    where g.performance_id = p.id and p.provider_codes = '[]'`.execute(trx)
}

/** Each upcoming performance is listed by its event's provider, and some by a second one; some of them disagree. */
async function addProviderTimes(trx: Db): Promise<void> {
  await sql`
    with coming as (
      select p.id, p.local_date, p.local_time, e.provider_id,
        (select q.id from providers q where q.id <> e.provider_id and q.kind <> 'tours' order by (q.id * 7 + e.id) % 11, q.id limit 1) as other_id
      from performances p join events e on e.id = p.event_id where p.starts_at > now() and p.status <> 'cancelled' and p.local_time between '10:00' and '22:00'
    )
    insert into provider_times (performance_id, provider_id, local_date, local_time, seen_at)
    select id, provider_id, local_date, case when id % 17 = 0 then local_time + interval '30 minutes' else local_time end, now() - make_interval(mins => (id % 300)::integer) from coming
    union all
    select id, other_id, case when id % 40 = 0 then local_date + 1 else local_date end, case when id % 34 = 0 then local_time - interval '30 minutes' else local_time end,
      now() - make_interval(mins => (id % 700)::integer) from coming where other_id is not null and id % 2 = 0
    on conflict do nothing`.execute(trx)
  // Past disputes that were settled make up each provider's track record.
  await sql`
    insert into provider_times (performance_id, provider_id, local_date, local_time, seen_at, settled_at, settled_as, settled_by)
    select p.id, e.provider_id, p.local_date, case when (p.id / 12 + e.provider_id) % 5 = 0 then p.local_time + interval '30 minutes' else p.local_time end, p.starts_at - interval '20 days',
      p.starts_at - interval '19 days', case when (p.id / 12 + e.provider_id) % 5 = 0 then 'ours' else 'theirs' end, 'Mateo Villanueva'
    from performances p join events e on e.id = p.event_id
    where p.starts_at < now() and p.id % 12 = 0 and p.local_time between '10:00' and '22:00' on conflict do nothing`.execute(
    trx,
  )
}
