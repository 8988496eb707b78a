import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { folded, wantedIn } from '../../core/list/search-text.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { FoundSubject } from './availability.endpoints.ts'
import { findSubjects } from './availability.endpoints.ts'

const shown = 12

/** Each word is somewhere in the text; nothing is where there is nothing that an index can look for. */
function contains(text: RawBuilder<unknown>, words: string | undefined): RawBuilder<unknown> {
  if (words === undefined || words.trim() === '') return sql`true`
  const { patterns } = wantedIn(words)
  if (patterns.length === 0) return sql`false`
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${folded(pattern)}`),
    sql` and `,
  )})`
}

interface Wanted {
  readonly q?: string | undefined
  readonly city?: string | undefined
  readonly date?: string | undefined
  readonly provider?: string | undefined
  readonly id?: string | undefined
}

const inCity = (city: string | undefined) =>
  city === undefined || city.trim() === ''
    ? sql`true`
    : sql`t.city_id in (select c.id from cities c where ${contains(sql`searchable(c.name)`, city)})`

/** What a provider lists tickets of, or was first to send. */
const listedBy = (provider: string | undefined) =>
  provider === undefined || provider === ''
    ? sql`true`
    : sql`(t.id in (select l.performance_id from ticket_listings l join providers s on s.id = l.provider_id
          where s.code = ${provider} and (l.is_open or l.is_withheld))
        or t.event_id in (select e.id from events e join providers s on s.id = e.provider_id where s.code = ${provider}))`

/** An id finds its performance whenever it was; a search only those to come. */
function performancesFor({ q, city, date, provider, id }: Wanted) {
  const which =
    id !== undefined
      ? sql`t.id = ${recordIdIn(id) ?? 0}`
      : sql`t.starts_at > now() and ${inCity(city)} and ${listedBy(provider)} and ${date === undefined ? sql`true` : sql`t.local_date = ${date}::date`}
          and ${contains(sql`searchable(t.event_and_venue, t.provider_code, t.provider_code_words, t.time_zone)`, q)}`
  return sql<FoundSubject>`
    select 'performance' as kind, t.id, e.name as title, concat_ws(', ', v.name, c.name) as place, t.local_date as "localDate",
      to_char(t.local_time, 'HH24:MI') as "localTime"
    from (select t.* from performances t where ${which} order by t.starts_at, t.id limit ${shown}) t
      join events e on e.id = t.event_id join cities c on c.id = t.city_id left join venues v on v.id = t.venue_id
    order by t.starts_at, t.id`
}

function productsFor({ q, city, id }: Wanted) {
  const which =
    id !== undefined
      ? sql`t.id = ${recordIdIn(id) ?? 0}`
      : sql`t.status <> 'retired' and ${inCity(city)} and ${contains(sql`searchable(t.title, t.internal_name, t.supplier_code)`, q)}`
  return sql<FoundSubject>`
    select 'product' as kind, t.id, t.title, concat_ws(' · ', s.name, t.supplier_code, c.name) as place, null as "localDate", null as "localTime"
    from (select t.* from products t where ${which} order by (t.status = 'live') desc, t.id limit ${shown}) t
      join providers s on s.id = t.provider_id left join cities c on c.id = t.city_id
    order by (t.status = 'live') desc, t.id`
}

export const findSubjectsServer = implement(findSubjects, async ({ db, query }) => {
  const { kind, ...wanted } = query
  const { rows } = await (kind === 'performance' ? performancesFor(wanted) : productsFor(wanted)).execute(db)
  return rows
})
