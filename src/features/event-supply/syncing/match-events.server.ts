import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import type { AuditEntry } from '../../../core/audit/audit.server.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { performances } from '../../events/performance/performances.ts'
import { matchConfidence } from '../adapters/match-event.ts'
import { closeListings } from './store-listings.server.ts'
import type { SyncedProvider } from './event-rows.server.ts'

/** In basis points. Only name, place, day and time together reach the first: a wrong match sells the wrong night. */
const [sure, likely] = [9_500, 6_000]
/** By which a match has to be better than the next one. */
const margin = 500
/** Events that are matched in one statement, and performances of their day that each is held against. */
const [atOnce, perEvent] = [200, 5]

interface Candidate {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly venue: string | null
  readonly city: string | null
  readonly localDate: string
  readonly localTime: string | null
  readonly performanceId: number | null
  readonly title: string
  readonly ourVenue: string | null
  readonly ourCity: string
  readonly ourTime: string | null
}

interface Match {
  readonly id: number
  readonly performanceId: number | null
  readonly confidence: number | null
  readonly isSure: boolean
}

/** Of each event the best performance, with how sure it is. A performance is given to one event alone. */
function bestMatches(candidates: readonly Candidate[]): Match[] {
  const taken = new Set<number>()
  const ranked = [...Map.groupBy(candidates, ({ id }) => id)].map(([id, own]) => {
    const scored = own
      .flatMap(({ performanceId, title, ourVenue, ourCity, ourTime, ...event }) =>
        performanceId === null
          ? []
          : {
              performanceId,
              confidence: matchConfidence(
                { title, venue: ourVenue, city: ourCity, localDate: event.localDate, localTime: ourTime },
                event,
              ),
            },
      )
      .toSorted((a, b) => b.confidence - a.confidence)
    return { id, best: scored[0], next: scored[1] }
  })
  return ranked
    .toSorted((a, b) => (b.best?.confidence ?? 0) - (a.best?.confidence ?? 0) || a.id - b.id)
    .map(({ id, best, next }): Match => {
      if (!best || best.confidence < likely) return { id, performanceId: null, confidence: null, isSure: false }
      const isSure =
        best.confidence >= sure && best.confidence - (next?.confidence ?? 0) >= margin && !taken.has(best.performanceId)
      if (isSure) taken.add(best.performanceId)
      return { id, ...best, isSure }
    })
}

/** Looks for the performances of events that no one has decided about. Those that are sure are matched, others suggested. */
export async function matchEvents(db: Db, provider: SyncedProvider): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<Candidate>`
      with open as (
        select id, provider_id, code, name, venue, city, local_date, local_time from provider_events
        where provider_id = ${provider.id} and id > ${after} and state in ('unmatched', 'suggested') and not is_locked and gone_at is null and local_date is not null
        order by id limit ${atOnce}
      )
      select t.id, t.code, t.name, t.venue, t.city, t.local_date as "localDate", to_char(t.local_time, 'HH24:MI') as "localTime", c.*
      from open t left join lateral (
        select p.id as "performanceId", e.name as title, v.name as "ourVenue", n.name as "ourCity", to_char(p.local_time, 'HH24:MI') as "ourTime"
        from performances p join events e on e.id = p.event_id join cities n on n.id = p.city_id join venues v on v.id = p.venue_id
        where p.local_date = t.local_date and p.starts_at > now() and p.status <> 'cancelled'
          and not exists (select from provider_events o where o.provider_id = t.provider_id and o.performance_id = p.id and o.state = 'matched')
        order by similarity(e.name, t.name) desc, p.id limit ${perEvent}
      ) c on true order by t.id`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const matches = bestMatches(rows)
    if (db.isTransaction) await storeMatches(db, provider, matches)
    else await db.transaction().execute((trx) => storeMatches(trx, provider, matches))
  }
}

async function storeMatches(db: Db, provider: SyncedProvider, matches: readonly Match[]): Promise<void> {
  await sql`
    update provider_events t set state = g.state, performance_id = g."performanceId", confidence = g.confidence, updated_at = now(),
      method = case when g.state = 'matched' then 'automatic' end, matched_at = case when g.state = 'matched' then now() end,
      due_at = case when g.state = 'matched' then now() else t.due_at end
    from (select *, case when "performanceId" is null then 'unmatched' when "isSure" then 'matched' else 'suggested' end as state
      from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as r (id bigint, "performanceId" bigint, confidence integer, "isSure" boolean)) g
    where t.id = g.id and not t.is_locked and t.state in ('unmatched', 'suggested')
      and (t.state, t.performance_id, t.confidence) is distinct from (g.state, g."performanceId", g.confidence)`.execute(
    db,
  )
  const made = matches.flatMap(({ id, isSure }) => (isSure ? [id] : []))
  await appendAudit(db, await writeCodes(db, provider, made), { actor: system(`${provider.name} sync`) })
}

interface Coded {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly before: readonly { readonly provider: string; readonly code: string }[]
  readonly after: readonly { readonly provider: string; readonly code: string }[]
}

/** Gives performances the ids of the events that they were matched with, in place of another id of the same provider. */
export async function writeCodes(
  db: Db,
  { code }: Pick<SyncedProvider, 'code'>,
  eventIds: readonly number[],
): Promise<AuditEntry[]> {
  if (eventIds.length === 0) return []
  const { rows } = await sql<Coded>`
    with before as (
      select p.id, p.provider_codes, t.code from provider_events t join performances p on p.id = t.performance_id
      where t.id = any(${[...eventIds]}::bigint[]) and t.state = 'matched' for update of p
    )
    update performances p set updated_at = now(), version = p.version + 1, provider_codes = (select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(b.provider_codes) as c
      where c ->> 'provider' <> ${code}) || jsonb_build_array(jsonb_build_object('provider', ${code}::text, 'code', b.code))
    from before b where p.id = b.id and not p.provider_codes @> jsonb_build_array(jsonb_build_object('provider', ${code}::text, 'code', b.code))
    returning p.id, p.version, left(p.event_and_venue, 200) as title, b.provider_codes as before, p.provider_codes as after`.execute(
    db,
  )
  return rows.map(entryOf)
}

/** Takes ids from performances that are no longer matched with these events, and their listings off sale. */
export async function removeCodes(
  db: Db,
  { id, code }: Pick<SyncedProvider, 'id' | 'code'>,
  removed: readonly { readonly performanceId: number; readonly code: string }[],
): Promise<AuditEntry[]> {
  if (removed.length === 0) return []
  const { rows } = await sql<Coded>`
    with before as (
      select p.id, p.provider_codes, g.code from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as g ("performanceId" bigint, code text)
      join performances p on p.id = g."performanceId" for update of p
    )
    update performances p set updated_at = now(), version = p.version + 1, provider_codes = (select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(b.provider_codes) as c
      where not (c ->> 'provider' = ${code} and c ->> 'code' = b.code))
    from before b where p.id = b.id and p.provider_codes @> jsonb_build_array(jsonb_build_object('provider', ${code}::text, 'code', b.code))
    returning p.id, p.version, left(p.event_and_venue, 200) as title, b.provider_codes as before, p.provider_codes as after`.execute(
    db,
  )
  await sql`
    update ticket_listings set is_open = false, is_withheld = false, updated_at = now()
    where provider_id = ${id} and performance_id = any(${removed.map(({ performanceId }) => performanceId)}::bigint[]) and (is_open or is_withheld) and is_supplied`.execute(
    db,
  )
  return rows.map(entryOf)
}

const entryOf = ({ id, version, title, before, after }: Coded): AuditEntry => ({
  action: 'update',
  object: performances.name,
  recordId: id,
  title,
  version,
  before: { providerCodes: before },
  after: { providerCodes: after },
})

/**
 * Ids that people gave to performances, or took from them, count before anything else: an event is matched with the
 * performance that has its id, and with none where that was taken away.
 */
export async function followCodes(db: Db, { id, code }: SyncedProvider): Promise<void> {
  const coded = sql`select p.id as performance_id, x.code from performances p join events e on e.id = p.event_id
    cross join lateral (
      select c ->> 'code' as code from jsonb_array_elements(p.provider_codes) as c where c ->> 'provider' = ${code}
      union select p.provider_code where e.provider_id = ${id} and p.provider_code is not null
    ) x where p.provider_codes @> jsonb_build_array(jsonb_build_object('provider', ${code}::text)) or (e.provider_id = ${id} and p.provider_code is not null)`
  const { rows: parted } = await sql<{ performanceId: number }>`
    with coded as (${coded})
    update provider_events t set state = 'unmatched', performance_id = null, confidence = null, method = null, matched_at = null, is_locked = true, updated_at = now()
    from (select id, performance_id from provider_events where provider_id = ${id} and state = 'matched' for update) b
    where t.id = b.id and not exists (select from coded c where c.performance_id = b.performance_id and c.code = t.code)
    returning b.performance_id as "performanceId"`.execute(db)
  for (const { performanceId } of parted) await closeListings(db, { providerId: id, performanceId }, [])
  await sql`
    with coded as (${coded})
    update provider_events t set state = 'matched', performance_id = c.performance_id, confidence = 10000, method = 'code', matched_at = now(), due_at = least(t.due_at, now()),
      updated_at = now()
    from (select distinct on (performance_id) * from coded order by performance_id, code) c
    where t.provider_id = ${id} and t.code = c.code and t.state <> 'matched' and t.gone_at is null
      and not exists (select from provider_events o where o.provider_id = ${id} and o.performance_id = c.performance_id and o.state = 'matched')`.execute(
    db,
  )
}
