import { sql } from 'kysely'
import { announceChange, difference } from '../../../core/audit/audit.server.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { clockBy, minutesUntil } from '../performance/clock-times.ts'
import { keepChanges } from '../notices/notices.server.ts'
import { openPurchases } from '../notices/held-purchases.server.ts'
import { endPostponement } from './end-postponement.server.ts'
import { isPast } from './performances.server.ts'
import type { PerformanceStatus } from '../performance/performances.ts'
import type { Start, StartProblem } from '../performance/starts.ts'
import { placeStart } from '../performance/starts.ts'

/** A performance as the schedule sees it. */
export interface Scheduled {
  readonly id: number
  readonly name: string
  readonly eventId: number
  /** Of its event. */
  readonly schedule: string
  readonly venueId: number
  readonly cityId: number
  readonly localDate: string
  readonly localTime: string | null
  readonly doorsTime: string | null
  readonly timeZone: string
  readonly startsAt: string
  readonly status: PerformanceStatus
  readonly isDateTbd: boolean
  readonly rescheduledFrom: string | null
  readonly version: number
  readonly purchases: number
}

/** Where a performance goes, every rule asked. */
export interface Move {
  readonly of: Scheduled
  readonly to: Start
  readonly startsAt: string
  readonly isDateTbd: boolean
}

/**
 * Reads performances by their ids, locked, with the purchases that would move along. Their events are locked first: what becomes of
 * all performances can change the schedule of an event.
 */
export async function lockScheduled(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Scheduled>> {
  await sql`
    select from events where id in (select event_id from performances where id = any(${ids}::bigint[]))
    order by id for no key update`.execute(db)
  const { rows } = await sql<Scheduled>`
    with locked as (select * from performances where id = any(${ids}::bigint[]) order by id for update)
    select l.id, l.name, l.event_id as "eventId", (select e.schedule from events e where e.id = l.event_id) as schedule, l.venue_id as "venueId", l.city_id as "cityId", l.local_date as "localDate",
      l.local_time as "localTime", l.doors_time as "doorsTime", l.time_zone as "timeZone", l.starts_at as "startsAt", l.status, l.is_date_tbd as "isDateTbd",
      l.rescheduled_from as "rescheduledFrom", l.version,
      (select count(*) from purchases u where u.performance_id = l.id and u.booking_status in ${openPurchases})::integer as purchases
    from locked l`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is wrong with a start, worded for the person who chose it. */
export function startWords(
  problem: StartProblem,
  { localDate, localTime }: Start,
  zone: string,
  offsets: readonly string[],
): string {
  const words = { date: localDate, time: localTime ?? '12:00', zone, offsets: offsets.join(', ') }
  if (problem === 'skipped') return t('The clocks of {zone} skip {time} on {date}. Choose another time.', words)
  if (problem === 'repeated') return t('{time} occurs twice on {date} in {zone}. Choose an offset: {offsets}.', words)
  return t('{zone} has another offset at {time} on {date}: {offsets}.', words)
}

/** Why a performance cannot move there, by field; otherwise the move. */
export function planMove(
  of: Scheduled,
  to: Start,
  isDateTbd: boolean,
): Move | { field: 'localDate' | 'localTime' | 'offset'; message: string } {
  if (isPast({ ...of }))
    return { field: 'localDate', message: t('This performance has taken place, so it can’t move.') }
  if (of.status === 'cancelled')
    return { field: 'localDate', message: t('This performance is cancelled. Undo that first.') }
  const { startsAt, problem, offsets } = placeStart(to, of.timeZone)
  if (startsAt === null || problem !== null) {
    return {
      field: problem === 'skipped' ? 'localTime' : 'offset',
      message: startWords(problem ?? 'skipped', to, of.timeZone, offsets),
    }
  }
  if (!isDateTbd && Date.parse(startsAt) <= Date.now())
    return { field: 'localDate', message: t('That’s in the past. Choose a future day.') }
  return { of, to, startsAt, isDateTbd }
}

/** Moves that would meet another performance of the same event at the same venue, by id. */
export async function taken(db: Db, moves: readonly Move[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${moves.map(({ of }) => of.id)}::bigint[], ${moves.map(({ of }) => of.eventId)}::bigint[], ${moves.map(({ of }) => of.venueId)}::bigint[],
      ${moves.map(({ to }) => to.localDate)}::date[], ${moves.map(({ to }) => to.localTime)}::time[]) as given (id, event_id, venue_id, local_date, local_time)
    where exists (select from performances p where p.event_id = given.event_id and p.venue_id = given.venue_id and p.local_date = given.local_date
      and p.local_time is not distinct from given.local_time and p.id <> all(${moves.map(({ of }) => of.id)}::bigint[]))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Why a move needs a reason. */
export function reasonWords(purchases: number): string {
  return t('{n, plural, one {# purchase moves} other {# purchases move}} too. Enter a reason for customer support.', {
    n: purchases,
  })
}

/** Refuses to move what has been sold without a word of why. */
export function assertReason(purchases: number, reason: string | undefined): void {
  if (purchases === 0 || reason !== undefined) return
  const message = reasonWords(purchases)
  throw new Refusal(409, message, { error: 'ReasonNeeded', fields: { reason: message } })
}

/** Doors keep their distance from the start. */
function doorsAfter({ of: { doorsTime, localTime }, to }: Move): string | null {
  if (doorsTime === null || localTime === null || to.localTime === null) return null
  return clockBy(to.localTime, -minutesUntil(doorsTime, localTime))
}

/**
 * Moving a day that people had planned for makes a rescheduled performance; a mistake that no one booked is only corrected.
 * Giving a day up without another one postpones it, whether or not anyone had booked. One that was postponed, or whose event is, has
 * a day again even if it is the one it had.
 */
function stateAfter({ of, to, isDateTbd }: Move): Pick<Scheduled, 'status' | 'rescheduledFrom'> {
  const isPostponed = of.status === 'postponed' || of.schedule === 'postponed'
  const isAnnounced = of.purchases > 0 || isPostponed || of.rescheduledFrom !== null
  if (isDateTbd) {
    const isGivenUp = isAnnounced || !of.isDateTbd
    return {
      status: of.status === 'offsale' || !isGivenUp ? of.status : 'postponed',
      rescheduledFrom: of.rescheduledFrom ?? (isGivenUp ? of.localDate : null),
    }
  }
  const isSameDay = to.localDate === of.localDate && !of.isDateTbd
  if (!isAnnounced || (isSameDay && !isPostponed)) return { status: of.status, rescheduledFrom: of.rescheduledFrom }
  const from = of.rescheduledFrom ?? of.localDate
  const status = of.status === 'onsale' || of.status === 'postponed' ? 'rescheduled' : of.status
  // While its event is postponed, this date says that it has a day, whatever becomes of its status.
  const isBack = from === to.localDate && of.schedule !== 'postponed'
  return { status, rescheduledFrom: isBack ? null : from }
}

type ActorContext = Pick<Call, 'db' | 'audit' | 'actor'>

/**
 * Writes moves that have passed the rules, along with their purchases, and records them in the audit log and on each
 * purchase.
 *
 * @returns the changes that customers can be notified of
 */
export async function applyMoves(
  { db, audit, actor }: ActorContext,
  moves: readonly Move[],
  action: string,
  reason: string | undefined,
): Promise<readonly number[]> {
  const rows = moves.map((move) => ({ ...move, doorsTime: doorsAfter(move), ...stateAfter(move) }))
  if (rows.length > 1)
    await stepAside(
      db,
      rows.map(({ of }) => of.id),
    )
  await sql`
    update performances p set local_date = given.local_date, local_time = given.local_time, is_time_tba = given.local_time is null, doors_time = given.doors_time,
      starts_at = given.starts_at, is_date_tbd = given.is_date_tbd, status = given.status, rescheduled_from = given.rescheduled_from,
      version = p.version + 1, updated_at = now()
    from unnest(${rows.map(({ of }) => of.id)}::bigint[], ${rows.map(({ to }) => to.localDate)}::date[], ${rows.map(({ to }) => to.localTime)}::time[],
      ${rows.map(({ doorsTime }) => doorsTime)}::time[], ${rows.map(({ startsAt }) => startsAt)}::timestamptz[], ${rows.map(({ isDateTbd }) => isDateTbd)}::boolean[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ rescheduledFrom }) => rescheduledFrom)}::date[])
      as given (id, local_date, local_time, doors_time, starts_at, is_date_tbd, status, rescheduled_from)
    where p.id = given.id`.execute(db)
  const sold = rows.filter(({ of }) => of.purchases > 0)
  if (sold.length > 0) await movePurchases({ db, actor }, sold, reason)
  const changes = await keepChanges(
    { db, actor },
    sold.map(({ of, to, isDateTbd }) => ({
      performanceId: of.id,
      kind: isDateTbd ? 'postponed' : 'moved',
      was: of,
      is: to,
      timeZone: of.timeZone,
    })),
    reason,
  )
  for (const { of, to, startsAt, isDateTbd, doorsTime, status, rescheduledFrom } of rows) {
    const { localDate, localTime } = to
    audit.record({
      action,
      object: 'performances',
      recordId: of.id,
      title: of.name,
      version: of.version + 1,
      ...(reason !== undefined && { reason }),
      ...difference(
        { ...of, isTimeTba: of.localTime === null, purchasesMoved: 0 },
        {
          localDate,
          localTime,
          isTimeTba: localTime === null,
          doorsTime,
          startsAt,
          isDateTbd,
          status,
          rescheduledFrom,
          purchasesMoved: of.purchases,
        },
      ),
    })
  }
  await endPostponement(
    { db, audit },
    rows.filter(({ isDateTbd }) => !isDateTbd).map(({ of }) => of.eventId),
    reason,
  )
  return changes
}

/**
 * A performance can move to a start that another is about to leave, so all of them first step aside by a thousand
 * years.
 */
async function stepAside(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update performances set local_date = local_date + 365250, starts_at = starts_at + interval '365250 days' where id = any(${ids}::bigint[])`.execute(
    db,
  )
}

/** Purchases move with their performance, and each one records it. */
async function movePurchases(
  { db, actor }: Pick<ActorContext, 'db' | 'actor'>,
  moves: readonly Move[],
  reason: string | undefined,
): Promise<void> {
  const said = moves.map((move) => storedColumns(movedText(move, reason)))
  await sql`
    with given as (
      select * from unnest(${moves.map(({ of }) => of.id)}::bigint[], ${moves.map(({ to }) => to.localDate)}::date[], ${moves.map(({ to }) => to.localTime)}::time[],
        ${moves.map(({ startsAt }) => startsAt)}::timestamptz[], ${said.map(({ detail }) => detail)}::text[], ${said.map((one) => JSON.stringify(one.said))}::jsonb[])
        as g (id, local_date, local_time, starts_at, detail, said)
    ), moved as (
      update purchases u set travel_date = given.local_date, local_time = given.local_time, starts_at = given.starts_at,
        ends_at = given.starts_at + (u.ends_at - u.starts_at), version = u.version + 1, updated_at = now()
      from given where u.performance_id = given.id and u.booking_status in ${openPurchases} returning u.id, given.detail, given.said
    )
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail, said)
    select id, now(), 'noted', ${actor.kind === 'staff' ? 'staff' : 'system'}, ${actor.name}, detail, said from moved`.execute(
    db,
  )
  await announceChange(db, 'purchases', null)
}

/** A day that is still to be decided is kept as the old one, and so is never said. */
function movedText({ of, to, isDateTbd }: Move, reason: string | undefined): Said {
  const values = { before: startText(of), after: startText(to), reason: reason ?? '' }
  if (isDateTbd)
    return reason === undefined
      ? storedText('Postponed from {before}. The new date is open.', values)
      : storedText('Postponed from {before}. The new date is open. Reason: {reason}', values)
  if (of.isDateTbd)
    return reason === undefined
      ? storedText('Moved to {after}', values)
      : storedText('Moved to {after}: {reason}', values)
  return reason === undefined
    ? storedText('Moved from {before} to {after}', values)
    : storedText('Moved from {before} to {after}: {reason}', values)
}

const startText = ({ localDate, localTime }: Pick<Start, 'localDate' | 'localTime'>): Said => ({
  all: [{ date: localDate }, ...(localTime === null ? [] : [localTime])],
  between: ', ',
})
