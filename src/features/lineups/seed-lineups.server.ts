import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { authorsOfDemo } from '../authors/seed-authors.server.ts'
import { isToCome, refreshLineup } from './lineup-members.server.ts'

interface Found {
  readonly artists: Named[]
  readonly cities: Named[]
  readonly festivals: Billed[]
  readonly sports: Billed[]
  readonly operas: Named[]
}
interface Named {
  readonly id: number
  readonly name: string
}
interface Billed extends Named {
  readonly performers: readonly number[]
  readonly events: readonly number[]
}

/** A lineup of the demo data, in both languages. */
interface Story {
  readonly name: string
  readonly es: string
  readonly type: string
  readonly text: string
  readonly esText: string
  readonly bill: readonly number[]
  readonly isOfBill?: boolean
  readonly eventTypes?: readonly string[]
  readonly cityId?: number
  readonly pinned?: readonly number[]
}

/** Tours, seasons, festivals and city guides made from existing events; most of them live. Safe to run again. */
export async function seedLineups(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from lineups limit 1`.execute(trx)
  if (there) return
  const stories = storiesOf(await foundIn(trx))
  const authors = await authorsOfDemo(trx)
  const rows = stories.map((story, index) => ({
    ...story,
    author: authors[index % Math.max(1, authors.length)]?.id ?? null,
    slug: slugOf(story.name),
    pinned: story.pinned ?? [],
    eventTypes: story.eventTypes ?? [],
    cityIds: story.cityId === undefined ? [] : [story.cityId],
    isOfBill: story.isOfBill ?? false,
    membership: story.pinned ? 'explicit' : 'living',
    text: `<p>${story.text}</p>`,
    title: `${story.name}: dates and tickets`.slice(0, 70),
    publication: index % 9 === 8 ? 'draft' : index % 13 === 12 ? 'in_review' : 'published',
  }))
  const { rows: made } = await sql<Named>`
    insert into lineups (name, slug, type, description, seo_title, author_id, city_id, membership, is_of_bill, event_types, city_ids, pinned_event_ids, publication, published_at, created_at)
    select g.name, g.slug, g.type, g.text, g.title, g.author, g."cityId", g.membership, g."isOfBill",
      array(select jsonb_array_elements_text(g."eventTypes")), array(select jsonb_array_elements_text(g."cityIds")::bigint), array(select jsonb_array_elements_text(g.pinned)::bigint),
      g.publication, case when g.publication = 'published' then now() - interval '90 days' end, now() - interval '200 days'
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb) as g (name text, slug text, type text, text text, title text, place integer, author bigint, "cityId" bigint,
      membership text, "isOfBill" boolean, "eventTypes" jsonb, "cityIds" jsonb, pinned jsonb, publication text)
    order by g.place on conflict do nothing returning id, name`.execute(trx)
  const ids = new Map(made.map(({ id, name }) => [name, id]))
  const bills = stories.flatMap(({ name, bill, type }) =>
    bill.map((performer, place) => ({
      lineup: ids.get(name),
      performer,
      place: place + 1,
      role:
        type === 'season' || type === 'show'
          ? 'cast'
          : place === 0
            ? 'headliner'
            : place === 1
              ? 'co_headliner'
              : 'support',
    })),
  )
  await sql`
    insert into lineup_performers (lineup_id, performer_id, position, role)
    select g.lineup, g.performer, g.place, g.role from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as g (lineup bigint, performer bigint, place integer, role text)
    where g.lineup is not null on conflict do nothing`.execute(trx)
  for (const { id } of made) await refreshLineup(trx, id)
  await addSnapshots(trx)
  await seedTexts(
    trx,
    'lineups',
    'es',
    stories.flatMap(({ name, es, text, esText }, index): DemoText[] => {
      const id = ids.get(name)
      return id === undefined
        ? []
        : [
            { id, field: 'name', source: name, text: es },
            { id, field: 'slug', source: slugOf(name), text: slugOf(es) },
            ...(index % 5 === 4
              ? []
              : [
                  {
                    id,
                    field: 'description',
                    source: `<p>${text}</p>`,
                    text: `<p>${esText}</p>`,
                    status: index % 4 === 3 ? ('machine' as const) : ('approved' as const),
                  },
                ]),
          ]
    }),
  )
}

async function foundIn(trx: Db): Promise<Found> {
  const {
    rows: [found],
  } = await sql<Found>`
    with coming as materialized (
      select e.id, e.name, e.type, e.city_id, e.performer_ids from events e
      where e.publication = 'published' and not e.is_hidden and exists (select from performances p where p.event_id = e.id and ${isToCome})
    ), festivals as (
      select c.name || ' festivals' as name, c.id, array_agg(e.id order by e.id) as events, array(select distinct p from events f, unnest(f.performer_ids) p where f.city_id = c.id and f.type = 'festival' order by p) as performers
      from events e join cities c on c.id = e.city_id where e.type = 'festival' and e.publication = 'published' group by c.id, c.name order by count(*) desc, c.id limit 8
    )
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
        select p.id, p.name from performers p join coming e on e.performer_ids @> array[p.id] where p.kind = 'artist' group by p.id, p.name order by count(*) desc, p.id limit 16) a) as artists,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
        select c.id, c.name from cities c join coming e on e.city_id = c.id where e.type = 'theatre' group by c.id, c.name order by count(*) desc, c.id limit 6) c) as cities,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'events', events, 'performers', performers)), '[]') from festivals) as festivals,
      (select coalesce(json_agg(json_build_object('id', 0, 'name', sport, 'events', '{}'::bigint[], 'performers', performers)), '[]') from (
        select p.sport, array_agg(p.id order by p.id) as performers from performers p where p.kind = 'team' group by p.sport having count(*) > 2 order by count(*) desc, p.sport) s) as sports,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (select id, name from performers where genre = 'Opera' order by id limit 10) o) as operas`.execute(
    trx,
  )
  return found ?? { artists: [], cities: [], festivals: [], sports: [], operas: [] }
}

const sportNames: Readonly<Record<string, readonly [en: string, es: string]>> = {
  football: ['Football', 'Fútbol'],
  basketball: ['Basketball', 'Baloncesto'],
  american_football: ['American football', 'Fútbol americano'],
  ice_hockey: ['Ice hockey', 'Hockey sobre hielo'],
  baseball: ['Baseball', 'Béisbol'],
  rugby: ['Rugby', 'Rugby'],
  tennis: ['Tennis', 'Tenis'],
  cricket: ['Cricket', 'Críquet'],
}

function storiesOf({ artists, cities, festivals, sports, operas }: Found): Story[] {
  return [
    ...artists.map(({ id, name }, index): Story => {
      const guest = artists[(index + 5) % artists.length]
      return {
        name: `${name} on tour`,
        es: `${name} de gira`,
        type: 'tour',
        isOfBill: true,
        bill: [id, ...(index % 3 === 0 && guest && guest.id !== id ? [guest.id] : [])],
        text: `Every night of ${name} that is still to come, wherever it is.`,
        esText: `Todas las noches de ${name} que quedan por venir, sea donde sea.`,
      }
    }),
    ...sports.map(({ name: sport, performers }): Story => {
      const [en, es] = sportNames[sport] ?? [sport, sport]
      return {
        name: `${en}: the season`,
        es: `${es}: la temporada`,
        type: 'season',
        isOfBill: true,
        eventTypes: ['sport'],
        bill: performers.slice(0, 24),
        text: `All matches of the season for which there are tickets.`,
        esText: 'Todos los partidos de la temporada para los que hay entradas.',
      }
    }),
    ...cities.map(({ id, name }): Story => ({
      name: `On stage in ${name}`,
      es: `En los escenarios de ${name}`,
      type: 'curated',
      eventTypes: ['theatre'],
      cityId: id,
      bill: [],
      text: `What the theatres of ${name} show in the coming months.`,
      esText: `Lo que ofrecen los teatros de ${name} en los próximos meses.`,
    })),
    ...festivals.map(({ name, events, performers }): Story => ({
      name,
      es: `Festivales: ${name.replace(/ festivals$/, '')}`,
      type: 'festival',
      pinned: events.slice(0, 12),
      bill: performers.slice(0, 9),
      text: 'Open stages and long nights, in the order in which they take place.',
      esText: 'Escenarios abiertos y noches largas, en el orden en que se celebran.',
    })),
    ...(operas.length === 0
      ? []
      : [
          {
            name: 'Opera nights',
            es: 'Noches de ópera',
            type: 'show',
            isOfBill: true,
            bill: operas.map(({ id }) => id),
            text: 'The great works, in the houses that were built for them.',
            esText: 'Las grandes obras, en los teatros que se construyeron para ellas.',
          },
        ]),
  ]
}

/** Most have been looked through, and something has come or gone since in some. */
async function addSnapshots(trx: Db): Promise<void> {
  await sql`
    insert into lineup_snapshots (lineup_id, event_ids, events, reviewed_at, reviewed_by)
    select l.id, coalesce(array_agg(le.event_id order by le.position) filter (where le.event_id is not null), '{}'),
      coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'schedule', e.schedule,
        'day', (select case when not p.is_date_tbd then p.local_date::text end from performances p where p.event_id = e.id and ${isToCome} order by p.is_date_tbd, p.starts_at, p.id limit 1)) order by le.position) filter (where e.id is not null), '[]'),
      now() - make_interval(days => 3 + (l.id % 20)::integer), 'Mateo Villanueva'
    from lineups l left join lineup_events le on le.lineup_id = l.id and (l.id % 3 <> 0 or le.position > 2) left join events e on e.id = le.event_id
    where l.id % 5 <> 0 group by l.id`.execute(trx)
}
