import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import type { TagHygiene } from './tag.endpoints.ts'
import { readTagHygiene } from './tag.endpoints.ts'

const maxUnused = 60
const maxPairs = 40
const [maxCities, maxTags] = [8, 14]
/** Minimum similarity of names (pg_trgm) for two tags to be suggested: `Family` and `Families` are at 0.45. */
const alike = 0.42

/** How often each tag is used, in one pass over what has tags. */
const uses = sql`uses as (
  select tag_id, count(*)::integer as count from (
    select unnest(tag_ids) as tag_id from events where tag_ids <> '{}' union all select unnest(tag_ids) from products where tag_ids <> '{}'
    union all select unnest(tag_ids) from performers where tag_ids <> '{}' union all select unnest(tag_ids) from lineups where tag_ids <> '{}'
  ) every_use group by tag_id
)`
const tagJson = (row: string) =>
  sql`json_build_object('id', ${sql.ref(`${row}.id`)}, 'name', ${sql.ref(`${row}.name`)}, 'kind', ${sql.ref(`${row}.kind`)}, 'usageCount', ${sql.ref(`${row}.count`)})`

export const readTagHygieneServer = implement(readTagHygiene, async ({ db }) => {
  const { rows: unused } = await sql<TagHygiene['unused'][number]>`
    with ${uses}
    select t.id, t.name, t.kind, 0 as "usageCount", t.group_name as "groupName", t.created_at as "createdAt" from tags t
    where not exists (select from uses u where u.tag_id = t.id) order by t.created_at, t.id limit ${maxUnused}`.execute(
    db,
  )
  const {
    rows: [all],
  } = await sql<{ count: number }>`
    with ${uses} select count(*)::integer as count from tags t where not exists (select from uses u where u.tag_id = t.id)`.execute(
    db,
  )
  const { rows: pairs } = await sql<TagHygiene['pairs'][number]>`
    with ${uses}, counted as (select t.*, coalesce(u.count, 0) as count from tags t left join uses u on u.tag_id = t.id), alike as (
      select a.id as one, b.id as two, similarity(lower(a.name), lower(b.name)) as likeness,
        exists (select from unnest(a.synonyms) as s (word) where lower(s.word) = lower(b.name))
          or exists (select from unnest(b.synonyms) as s (word) where lower(s.word) = lower(a.name)) as is_synonym
      from tags a join tags b on b.kind = a.kind and b.id > a.id
        and (a.name % b.name or lower(b.name) in (select lower(s.word) from unnest(a.synonyms) as s (word))
          or lower(a.name) in (select lower(s.word) from unnest(b.synonyms) as s (word)))
    )
    select ${tagJson('w')} as keep, ${tagJson('l')} as other, round(x.likeness * 100)::integer as likeness, x.is_synonym as "isSynonym"
    from alike x join counted a on a.id = x.one join counted b on b.id = x.two
      cross join lateral (select * from counted c where c.id = case when b.count > a.count then b.id else a.id end) w
      cross join lateral (select * from counted c where c.id = case when b.count > a.count then a.id else b.id end) l
    where x.likeness >= ${alike} or x.is_synonym
    order by x.is_synonym desc, x.likeness desc, w.name, l.name, l.id limit ${maxPairs}`.execute(db)
  const { rows: cities } = await sql<TagHygiene['cities'][number]>`
    select c.id, c.name, e.events, e.untagged from (
      select city_id, count(*)::integer as events, count(*) filter (where tag_ids = '{}')::integer as untagged from events
      where publication = 'published' and not is_hidden group by city_id order by count(*) desc, city_id limit ${maxCities}
    ) e join cities c on c.id = e.city_id order by e.events desc, c.name`.execute(db)
  const { rows: coverage } = await sql<TagHygiene['coverage'][number]>`
    with ${uses}, top as (
      select t.id, t.name, t.kind, u.count from tags t join uses u on u.tag_id = t.id where t.kind = 'event' order by u.count desc, t.name, t.id limit ${maxTags}
    ), live as (
      select city_id, unnest(tag_ids) as tag_id from events where publication = 'published' and not is_hidden and city_id = any(${cities.map(({ id }) => id)}::bigint[])
    ), counted as (select city_id, tag_id, count(*)::integer as count from live group by city_id, tag_id)
    select t.id, t.name, t.kind, t.count as "usageCount",
      array(select coalesce(n.count, 0) from unnest(${cities.map(({ id }) => id)}::bigint[]) with ordinality as c (id, place)
        left join counted n on n.city_id = c.id and n.tag_id = t.id order by c.place) as counts
    from top t order by t.count desc, t.name, t.id`.execute(db)
  return { unused, unusedCount: all?.count ?? 0, pairs, cities, coverage }
})
