import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { sortNameOf } from '../performer/sort-names.ts'
import { slugOf } from '../../../platform/publishing/addresses/slugs.server.ts'
import { keepPairs } from './duplicates.server.ts'

interface Double {
  /** The spelling in feeds, and whom it refers to. */
  readonly name: string
  readonly of: string
  /** Has one of the other's events, which a feed brought under this name. */
  readonly hasEvent?: boolean
  /** Has the other's id in a register. */
  readonly isRegistered?: boolean
  /** Shares only the name: a staff member has checked. */
  readonly isOther?: boolean
}

const doubles: readonly Double[] = [
  { name: 'Orquesta Kintsugi de Kioto', of: 'Kintsugi Orchestra', hasEvent: true, isRegistered: true },
  { name: 'Copper Larks', of: 'The Copper Larks', hasEvent: true },
  { name: 'Neel and The Monsoon', of: 'Neel & the Monsoon', hasEvent: true },
  { name: 'Elodie Tremblay', of: 'Élodie Tremblay' },
  { name: 'Solveig Arnardottir', of: 'Sólveig Arnardóttir', isRegistered: true },
  { name: 'Marlon Teague Quartett', of: 'Marlon Teague Quartet' },
  { name: 'Lanternes', of: 'Les Lanternes' },
  { name: 'Barcelona FC', of: 'FC Barcelona' },
  { name: 'Static Cathedrals', of: 'Static Cathedral' },
  { name: 'Norrsken', of: 'Norrsken', isOther: true },
]

/** Gives performers external ids and pages, and some of them duplicates, as feeds create them. Safe to run again. */
export async function seedDuplicates(trx: Db): Promise<void> {
  await sql`
    update performers set publication = case when kind = 'show' and id % 9 = 4 then 'draft' else 'published' end,
      published_at = case when kind = 'show' and id % 9 = 4 then null else created_at + interval '20 days' end,
      same_as = case when kind = 'artist' then jsonb_build_array(jsonb_build_object('register', 'songkick', 'code', (880000 + 17 * id)::text)) else same_as end,
      provider_codes = case when kind = 'artist' and id % 3 = 0 then jsonb_build_array(jsonb_build_object('provider', 'seat-harbour', 'code', 'SH-' || (40000 + id))) else provider_codes end,
      seo_title = case when kind = 'artist' and id % 2 = 0 then left(name || ' tickets and dates', 70) end
    where publication = 'draft' and published_at is null and same_as = '[]'`.execute(trx)
  // The load of the catalogue is too large for triggers.
  await sql`
    insert into performer_names (performer_id, name_key, is_own)
    select id, performer_key(name), bool_or(is_own)
    from (select id, name, true as is_own from performers union all select p.id, v.word, false from performers p, unnest(p.variations) as v (word)) names group by 1, 2
    on conflict do nothing`.execute(trx)
  await sql`insert into performer_queue select id from performers on conflict do nothing`.execute(trx)
  const { rows: made } = await sql<{ id: number }>`
    insert into performers (name, sort_name, slug, kind, sport, genre, home_venue_id, country_id, links, biography, same_as, provider_codes, popularity, created_at)
    select g.name, case when p.kind = 'artist' then g.sort else g.name end, g.slug, p.kind, p.sport, case when g.is_other then 'Choral' else p.genre end, p.home_venue_id, p.country_id, case when g.place % 3 = 1 then p.links else '[]' end,
      case when g.place % 4 = 2 then '<p>Live for the first time in five years.</p>' end, case when g.registered then p.same_as else '[]' end,
      jsonb_build_array(jsonb_build_object('provider', 'grandstand-exchange', 'code', 'GX' || (7000 + g.place))), 10 + (g.place * 7) % 40, now() - make_interval(days => 3 * g.place)
    from jsonb_to_recordset(${JSON.stringify(
      doubles.map(({ name, of, isRegistered = false, isOther = false }, index) => ({
        place: index + 1,
        name,
        sort: sortNameOf(name, 'artist'),
        of,
        slug: `${slugOf(name)}-gx${index + 1}`,
        registered: isRegistered,
        is_other: isOther,
      })),
    )}::jsonb)
        as g (place integer, name text, sort text, "of" text, slug text, registered boolean, is_other boolean)
      join lateral (select * from performers p where p.name = g."of" order by p.id limit 1) p on true
    on conflict (slug) do nothing returning id`.execute(trx)
  if (made.length === 0) return
  const pairs = sql`(select d.id, o.id as twin, g.has_event, g.is_other
    from jsonb_to_recordset(${JSON.stringify(doubles.map(({ name, of, hasEvent = false, isOther = false }) => ({ name, of, has_event: hasEvent, is_other: isOther })))}::jsonb)
      as g (name text, "of" text, has_event boolean, is_other boolean)
      join performers d on d.name = g.name and d.id = any(${made.map(({ id }) => id)}::bigint[])
      join lateral (select min(p.id) as id from performers p where p.name = g."of") o on true)`
  // A purchase still says whom it was for.
  await sql`
    update events e set performer_ids = array_replace(e.performer_ids, m.twin, m.id)
    from ${pairs} m where m.has_event and e.id = (
      select max(f.id) from events f where f.performer_ids @> array[m.twin]
        and not exists (select from purchases p where p.event_id = f.id and p.performer_id = m.twin))`.execute(trx)
  await sql`
    insert into performer_distinctions (one_id, other_id, decided_by, decided_at)
    select least(m.id, m.twin), greatest(m.id, m.twin), 'Ingrid Solheim', now() - interval '9 days' from ${pairs} m where m.is_other on conflict do nothing`.execute(
    trx,
  )
  await keepPairs(
    trx,
    made.map(({ id }) => id),
  )
}
