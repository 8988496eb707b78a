import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { Evidence, PossiblePerformer } from './duplicate.endpoints.ts'

export interface TwoIds {
  readonly one: number
  readonly other: number
}

/** From here on two performers are offered as one. A name that is the same in all but its writing is enough by itself. */
export const offered = 50
/**
 * Minimum similarity of names (pg_trgm) for two to be compared at all: `Malaga City` and `Malaga United` are at 0.4.
 */
const alike = 0.5
/** Candidates compared per performer. No one reads more, and a word such as Orchestra would match hundreds. */
const maxCompared = 25

/** Finds possible duplicates of each performer, by shared names and ids. Uses only the indexes on names. */
export async function candidatesOf(db: Db, ids: readonly number[]): Promise<TwoIds[]> {
  if (ids.length === 0) return []
  // The index uses this setting. Outside a transaction it lasts only for this statement.
  const { rows } = await sql<TwoIds>`
    with given as (select n.performer_id, n.name_key from performer_names n where n.performer_id = any(${ids}::bigint[])),
    limits as materialized (select set_config('pg_trgm.similarity_threshold', ${String(alike)}, true) as value),
    near as (
      select g.performer_id as one, n.performer_id as other, max(case when n.name_key = g.name_key then 2 else similarity(n.name_key, g.name_key) end) as likeness
      from limits, given g join performer_names n on (n.name_key % g.name_key or n.name_key = g.name_key) and n.performer_id <> g.performer_id
      where limits.value is not null group by 1, 2
      union all
      select p.id, q.id, 3 from performers p cross join jsonb_array_elements(p.same_as) as e (entry)
        join performers q on q.same_as @> jsonb_build_array(e.entry) and q.id <> p.id
      where p.id = any(${ids}::bigint[])
      union all
      -- Whoever is said to meet the same team on one day in one competition: a file of fixtures spells it otherwise.
      select m.home_performer_id, o.home_performer_id, 3 from matches m
        join matches o on o.away_performer_id = m.away_performer_id and o.local_date = m.local_date
          and lower(o.competition) = lower(m.competition) and o.home_performer_id <> m.home_performer_id
      where m.home_performer_id = any(${ids}::bigint[])
      union all
      select m.away_performer_id, o.away_performer_id, 3 from matches m
        join matches o on o.home_performer_id = m.home_performer_id and o.local_date = m.local_date
          and lower(o.competition) = lower(m.competition) and o.away_performer_id <> m.away_performer_id
      where m.away_performer_id = any(${ids}::bigint[])
    ), ranked as (
      select one, other, row_number() over (partition by one order by max(likeness) desc, other) as place from near group by one, other
    )
    select r.one, r.other from ranked r where r.place <= ${maxCompared}
      and not exists (select from performer_distinctions d where d.one_id = least(r.one, r.other) and d.other_id = greatest(r.one, r.other))
    order by r.one, r.place`.execute(db)
  return rows
}

interface Facts extends TwoIds {
  ownKey: boolean
  anyKey: string | null
  likeness: number
  shared: string | null
  apart: string | null
  website: boolean
  venue: string | null
  country: string | null
  otherCountry: boolean
  sameKind: boolean
  sport: string | null
  otherSport: boolean
  competition: string | null
  genre: string | null
  dates: number
  place: string | null
  day: string | null
  opponents: string | null
  fixture: string | null
  fixtureOn: string | null
  event: string | null
  bill: string | null
}

/** Everything that is known of pairs, in one statement. */
async function factsOf(db: Db, pairs: readonly TwoIds[]): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    select g.one, g.other,
      exists (select from performer_names x join performer_names y on y.name_key = x.name_key and y.is_own where x.performer_id = g.one and x.is_own and y.performer_id = g.other) as "ownKey",
      (select x.name_key from performer_names x join performer_names y on y.name_key = x.name_key where x.performer_id = g.one and y.performer_id = g.other order by 1 limit 1) as "anyKey",
      (select coalesce(max(similarity(x.name_key, y.name_key)), 0) from performer_names x, performer_names y where x.performer_id = g.one and y.performer_id = g.other) as likeness,
      (select e.entry ->> 'register' || ' ' || (e.entry ->> 'code') from jsonb_array_elements(a.same_as) as e (entry) where b.same_as @> jsonb_build_array(e.entry) limit 1) as shared,
      (select e.entry ->> 'register' from jsonb_array_elements(a.same_as) as e (entry) where b.same_as @> jsonb_build_array(jsonb_build_object('register', e.entry -> 'register'))
        and not b.same_as @> jsonb_build_array(e.entry) limit 1) as apart,
      exists (select from jsonb_array_elements(a.links) x join jsonb_array_elements(b.links) y on rtrim(lower(x ->> 'url'), '/') = rtrim(lower(y ->> 'url'), '/')) as website,
      (select v.name from venues v where v.id = a.home_venue_id and v.id = b.home_venue_id) as venue,
      (select c.name from countries c where c.id = a.country_id and c.id = b.country_id) as country, coalesce(a.country_id <> b.country_id, false) as "otherCountry",
      a.kind = b.kind as "sameKind", case when a.sport = b.sport then a.sport end as sport, coalesce(a.sport <> b.sport, false) as "otherSport",
      (select x.competition from matches x where a.kind = 'team' and b.kind = 'team' and x.home_performer_id = g.one
        and exists (select from matches y where y.home_performer_id = g.other and y.competition = x.competition) limit 1) as competition,
      case when lower(a.genre) = lower(b.genre) then a.genre end as genre,
      coalesce(d.count, 0) as dates, d.place, d.day,
      (select m.name from matches m where (m.home_performer_id, m.away_performer_id) in ((g.one, g.other), (g.other, g.one)) limit 1) as opponents,
      twin.name as fixture, twin.day as "fixtureOn",
      (select e.name from events e where e.performer_ids @> array[g.one, g.other] limit 1) as event,
      (select l.name from lineup_performers x join lineup_performers y on y.lineup_id = x.lineup_id and y.performer_id = g.other join lineups l on l.id = x.lineup_id
        where x.performer_id = g.one limit 1) as bill
    from unnest(${pairs.map(({ one }) => one)}::bigint[], ${pairs.map(({ other }) => other)}::bigint[]) as g (one, other)
      join performers a on a.id = g.one join performers b on b.id = g.other
      left join lateral (
        select m.name, m.local_date::text as day from matches m join matches o on o.local_date = m.local_date and lower(o.competition) = lower(m.competition)
          and ((m.home_performer_id = g.one and o.home_performer_id = g.other and m.away_performer_id = o.away_performer_id)
            or (m.away_performer_id = g.one and o.away_performer_id = g.other and m.home_performer_id = o.home_performer_id))
        where g.one in (m.home_performer_id, m.away_performer_id) and g.other in (o.home_performer_id, o.away_performer_id)
        order by m.starts_at, m.id limit 1
      ) twin on true
      left join lateral (
        select count(*)::integer as count, min(v.name) as place, min(p.local_date)::text as day
        from events e join performances p on p.event_id = e.id join performances q on q.venue_id = p.venue_id and q.local_date = p.local_date and q.event_id <> p.event_id
          join events f on f.id = q.event_id and f.performer_ids @> array[g.other] join venues v on v.id = p.venue_id
        where e.performer_ids @> array[g.one] and not e.performer_ids @> array[g.other] and not f.performer_ids @> array[g.one]
      ) d on true`.execute(db)
  return rows
}

function weigh(facts: Facts): Evidence[] {
  const told: Evidence[] = []
  const say = (
    isSo: boolean,
    what: Evidence['what'],
    weight: number,
    detail: string | null = null,
    on: string | null = null,
  ) => {
    if (isSo) told.push({ what, weight, detail, on })
  }
  say(facts.ownKey, 'sameName', 55)
  say(!facts.ownKey && facts.anyKey !== null, 'sameSpelling', 50, facts.anyKey)
  say(
    facts.anyKey === null && facts.likeness >= alike,
    'alike',
    Math.round(45 * facts.likeness),
    String(Math.round(100 * facts.likeness)),
  )
  say(facts.shared !== null, 'register', 50, facts.shared)
  say(facts.website, 'website', 25)
  say(facts.fixture !== null, 'fixture', 60, facts.fixture, facts.fixtureOn)
  say(facts.dates > 0, 'dates', 20, facts.place, facts.day)
  say(facts.venue !== null, 'venue', 15, facts.venue)
  say(facts.country !== null, 'country', 8, facts.country)
  say(facts.competition !== null, 'competition', 10, facts.competition)
  say(facts.competition === null && facts.sport !== null, 'sport', 5, facts.sport)
  say(facts.genre !== null, 'genre', 5, facts.genre)
  say(facts.opponents !== null, 'opponents', -100, facts.opponents)
  say(facts.event !== null && facts.opponents === null, 'sameEvent', -40, facts.event)
  say(facts.bill !== null, 'sameBill', -25, facts.bill)
  say(facts.apart !== null && facts.shared === null, 'otherRegister', -40, facts.apart)
  say(!facts.sameKind, 'otherKind', -30)
  say(facts.otherSport, 'otherSport', -50)
  say(facts.otherCountry, 'otherCountry', -25)
  return told
}

export interface Judged extends TwoIds {
  readonly score: number
  readonly evidence: Evidence[]
}

/** The evidence for and against each pair, heaviest first, and the confidence out of 100. */
export async function judge(db: Db, pairs: readonly TwoIds[]): Promise<Judged[]> {
  if (pairs.length === 0) return []
  return (await factsOf(db, pairs)).map((facts) => {
    const evidence = weigh(facts).toSorted((a, b) => b.weight - a.weight)
    const sum = evidence.reduce((total, { weight }) => total + weight, 0)
    return { one: facts.one, other: facts.other, evidence, score: Math.max(0, Math.min(100, sum)) }
  })
}

export async function performersOf(db: Db, ids: readonly number[]): Promise<Map<number, PossiblePerformer>> {
  const { rows } = await sql<PossiblePerformer>`
    select p.id, p.name, p.kind, p.sport, p.genre, c.name as country, p.variations, (select count(*)::integer from events e where e.performer_ids @> array[p.id]) as events
    from performers p left join countries c on c.id = p.country_id where p.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
