import { sql } from 'kysely'
import { setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { TheirEvent } from '../adapters/ticket-feed.server.ts'
import { dayIn } from './their-days.server.ts'

/** A provider whose events are synced. */
export interface SyncedProvider {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly isEnabled: boolean
}

export async function syncedProvider(db: Db, code: string): Promise<SyncedProvider | null> {
  const {
    rows: [row],
  } =
    await sql<SyncedProvider>`select id, code, name, is_enabled as "isEnabled" from providers where code = ${code}`.execute(
      db,
    )
  return row ?? null
}

const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const cut = (text: string | null, length: number) => text?.trim().slice(0, length) || null

/**
 * Stores a page of a provider's events. What is as it was is only marked as seen. An event that changed is matched again,
 * unless a person has decided about it.
 */
export async function storeEvents(
  db: Db,
  { id }: SyncedProvider,
  page: readonly TheirEvent[],
  startedAt: string,
): Promise<void> {
  // Providers name an event twice while their list moves; the later word counts.
  const events = [...new Map(page.map((one) => [one.code, one])).values()].flatMap((one) => {
    const name = cut(one.name, 300)
    if (name === null || one.code === '' || one.code.length > 64) return []
    const localDate = one.localDate?.length === 10 ? dayIn(one.localDate) : null
    const localTime = one.localTime !== null && timeForm.test(one.localTime) ? one.localTime : null
    return [{ ...one, name, venue: cut(one.venue, 200), city: cut(one.city, 120), localDate, localTime }]
  })
  await sql`
    insert into provider_events as t (provider_id, code, name, venue, city, local_date, local_time, is_date_confirmed, seen_at)
    select ${id}, g.code, g.name, g.venue, g.city, g."localDate", g."localTime", g."isDateConfirmed", ${startedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as g (code text, name text, venue text, city text, "localDate" date, "localTime" time, "isDateConfirmed" boolean)
    on conflict (provider_id, code) do update set seen_at = excluded.seen_at, gone_at = null, name = excluded.name, venue = excluded.venue, city = excluded.city,
      local_date = excluded.local_date, local_time = excluded.local_time, is_date_confirmed = excluded.is_date_confirmed,
      due_at = case when t.gone_at is null then t.due_at else now() end,
      updated_at = case when t.gone_at is null and ${theSame} then t.updated_at else now() end`.execute(db)
}

const theSame = sql`(t.name, t.venue, t.city, t.local_date, t.local_time, t.is_date_confirmed) is not distinct from
  (excluded.name, excluded.venue, excluded.city, excluded.local_date, excluded.local_time, excluded.is_date_confirmed)`

/**
 * Events that a whole list lacks. Of those that are ours the provider is asked at once: a list that was cut off takes nothing
 * off sale.
 */
export async function missEvents(db: Db, { id }: SyncedProvider, startedAt: string): Promise<void> {
  const missing = sql`provider_id = ${id} and gone_at is null and seen_at < ${startedAt}::timestamptz`
  await sql`
    update provider_events set due_at = least(due_at, now()) where ${missing} and state = 'matched' and problem is null`.execute(
    db,
  )
  await sql`update provider_events set gone_at = now(), updated_at = now() where ${missing} and state <> 'matched'`.execute(
    db,
  )
}

/** A match whose listings are to be read. */
export interface DueEvent {
  readonly id: number
  readonly code: string
  readonly performanceId: number
  readonly tries: number
}

/** An event is due at once where its moment was rounded up to the next millisecond. */
const rounding = sql`interval '1 millisecond'`

/** The next of those that are due, the longest due first, with all that has begun left alone. */
export async function nextDue(db: Db, { id }: SyncedProvider): Promise<DueEvent | null> {
  const {
    rows: [row],
  } = await sql<DueEvent>`
    select t.id, t.code, t.performance_id as "performanceId", t.tries from provider_events t join performances p on p.id = t.performance_id
    where t.provider_id = ${id} and t.state = 'matched' and t.gone_at is null and t.due_at <= now() + ${rounding} and p.starts_at > now()
    order by t.due_at, t.id limit 1`.execute(db)
  return row ?? null
}

/** Minutes until listings are read again: the nearer the performance, the fewer. */
const pause = sql`case when p.starts_at < now() + interval '3 days' then interval '10 minutes'
  when p.starts_at < now() + interval '30 days' then interval '1 hour' else interval '6 hours' end`

export async function noteRead(
  db: Db,
  { id }: DueEvent,
  { listings, leftOut }: { readonly listings: number; readonly leftOut: number },
): Promise<void> {
  await sql`
    update provider_events t set listings_at = now(), listings = ${listings}, left_out = ${leftOut}, ${setSaid('problem', null)}, tries = 0, due_at = now() + ${pause}
    from performances p where t.id = ${id} and p.id = t.performance_id`.execute(db)
}

/** It is unknown what the provider has, so its listings stay as they are and age. */
export async function noteUnread(db: Db, { id }: DueEvent, problem: Said, seconds: number): Promise<void> {
  await sql`
    update provider_events set ${setSaid('problem', problem)}, tries = tries + 1, due_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(
    db,
  )
}

export async function noteGone(db: Db, { id }: DueEvent, problem: Said): Promise<void> {
  await sql`
    update provider_events set gone_at = now(), ${setSaid('problem', problem)}, listings = 0, tries = 0, updated_at = now() where id = ${id}`.execute(
    db,
  )
}
