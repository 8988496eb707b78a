import { sql } from 'kysely'
import { announceChange } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { clockBy } from '../performance/clock-times.ts'
import { startWords } from './reschedule.server.ts'
import { performances } from '../performance/performances.ts'
import { assertMayMove } from '../notices/schedule-access.server.ts'
import type { PlannedStart } from '../notices/schedule.endpoints.ts'
import { createPerformances, previewSchedule } from '../notices/schedule.endpoints.ts'
import type { Start } from '../performance/starts.ts'
import { addDays, expand, maxAtOnce, placeStart } from '../performance/starts.ts'

interface Place {
  readonly id: number
  readonly cityId: number
  readonly timeZone: string
  readonly capacity: number
  readonly currency: string
}

export async function findEvent(db: Db, text: string): Promise<{ id: number; name: string }> {
  const {
    rows: [event],
  } = await sql<{ id: number; name: string }>`select id, name from events where id = ${recordIdIn(text) ?? 0}`.execute(
    db,
  )
  if (!event) throw new Refusal(404, t('Event not found.'))
  return event
}

async function findPlace(db: Db, venueId: number): Promise<Place> {
  const {
    rows: [place],
  } = await sql<Place>`
    select v.id, v.city_id as "cityId", v.time_zone as "timeZone", v.capacity, k.currency
    from venues v join cities c on c.id = v.city_id join countries k on k.id = c.country_id where v.id = ${venueId}`.execute(
    db,
  )
  if (!place) throw invalid({ venueId: t('Venue not found.') })
  return place
}

export const previewScheduleServer = implement(
  previewSchedule,
  async ({ db, params, input, actor }) => {
    const event = await findEvent(db, params.id)
    const place = await findPlace(db, input.venueId)
    await assertMayMove({ db, actor }, [place])
    if (input.until < input.from) throw invalid({ until: t('The last day can’t be before the first.') })
    if (addDays(input.from, 1_100) < input.until) throw invalid({ until: t('A pattern can span at most three years.') })
    const starts = expand(input)
    const rows = starts.slice(0, maxAtOnce).map((start): PlannedStart => {
      const { startsAt, offsets, problem } = placeStart(start, place.timeZone)
      const isPast = startsAt !== null && Date.parse(startsAt) <= Date.now()
      return {
        localDate: start.localDate,
        localTime: start.localTime ?? '',
        startsAt,
        offsets: [...offsets],
        problem: isPast ? 'past' : problem === 'offset' ? null : problem,
        clash: null,
      }
    })
    const met = await meetings(db, event.id, place.id, rows, input.durationMinutes)
    return {
      timeZone: place.timeZone,
      isTooMany: starts.length > maxAtOnce,
      rows: rows.map((row, index) => ({
        ...row,
        problem: met[index]?.exists ? ('exists' as const) : row.problem,
        clash: met[index]?.clash ?? null,
      })),
    }
  },
  { enforcesLimits: true },
)

interface Meeting {
  readonly exists: boolean
  readonly clash: string | null
}

/** For each start, whether the event already has it, and what else takes place at the venue at that time. */
async function meetings(
  db: Db,
  eventId: number,
  venueId: number,
  rows: readonly PlannedStart[],
  minutes: number,
): Promise<readonly Meeting[]> {
  const { rows: met } = await sql<Meeting>`
    select exists (select from performances p where p.event_id = ${eventId} and p.venue_id = ${venueId} and p.local_date = g.local_date
        and p.local_time is not distinct from g.local_time) as exists,
      (select e.name || ', ' || coalesce(to_char(p.local_time, 'HH24:MI'), '?') from performances p join events e on e.id = p.event_id
        where p.venue_id = ${venueId} and p.event_id <> ${eventId} and p.status not in ('cancelled', 'postponed') and not p.is_time_tba
          and p.starts_at between g.starts_at - interval '30 days' and g.starts_at + make_interval(mins => ${minutes})
          and p.starts_at < g.starts_at + make_interval(mins => ${minutes})
          and p.starts_at + make_interval(mins => p.duration_minutes) > g.starts_at
        order by p.starts_at, p.id limit 1) as clash
    from unnest(${rows.map(({ localDate }) => localDate)}::date[], ${rows.map(({ localTime }) => localTime)}::time[], ${rows.map(({ startsAt }) => startsAt)}::timestamptz[])
      with ordinality as g (local_date, local_time, starts_at, place) order by g.place`.execute(db)
  return met
}

interface Made {
  readonly id: number
  readonly localDate: string
  readonly localTime: string | null
  readonly startsAt: string
}

export const createPerformancesServer = implement(
  createPerformances,
  async ({ db, params, input, actor, audit }) => {
    const event = await findEvent(db, params.id)
    const place = await findPlace(db, input.venueId)
    await assertMayMove({ db, actor }, [place])
    const configured = await capacityOf(db, input.venueConfigurationId, place)
    const { isDateTbd = false } = input
    const placed = input.starts.map((start) => ({ start, ...placeStart(start, place.timeZone) }))
    const problems = Object.fromEntries(
      placed.flatMap(({ start, startsAt, problem, offsets }, index) => {
        if (problem !== null) return [[`starts.${index}`, startWords(problem, start, place.timeZone, offsets)]]
        return !isDateTbd && startsAt !== null && Date.parse(startsAt) <= Date.now()
          ? [[`starts.${index}`, t('That’s in the past. Choose a future day.')]]
          : []
      }),
    )
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const doors = (start: Start) =>
      input.doorsMinutes === null || start.localTime === null ? null : clockBy(start.localTime, -input.doorsMinutes)
    const { rows: made } = await sql<Made>`
    insert into performances (event_id, venue_id, venue_configuration_id, city_id, local_date, local_time, doors_time, time_zone, starts_at, duration_minutes,
      status, is_date_tbd, is_time_tba, capacity, available, currency)
    select ${event.id}, ${place.id}, ${input.venueConfigurationId}, ${place.cityId}, g.local_date, g.local_time, g.doors_time, ${place.timeZone}, g.starts_at,
      ${input.durationMinutes}, ${input.status}, ${isDateTbd}, g.local_time is null, ${input.capacity ?? configured}, 0, ${place.currency}
    from unnest(${placed.map(({ start }) => start.localDate)}::date[], ${placed.map(({ start }) => start.localTime)}::time[],
      ${placed.map(({ start }) => doors(start))}::time[], ${placed.map(({ startsAt }) => startsAt)}::timestamptz[]) as g (local_date, local_time, doors_time, starts_at)
    on conflict do nothing returning id, local_date as "localDate", local_time as "localTime", starts_at as "startsAt"`.execute(
      db,
    )
    if (made.length < placed.length)
      throw doubled(
        placed.map(({ start }) => start),
        made,
      )
    // One entry for all of them, as for every load: people look for it in the event's history.
    audit.record({
      action: 'performances-created',
      object: 'events',
      recordId: event.id,
      title: event.name,
      before: null,
      after: {
        venueId: place.id,
        performances: made.map(({ id, localDate, localTime }) =>
          [id, localDate, ...(localTime === null ? [] : [localTime])].join(' '),
        ),
      },
    })
    await announceChange(db, performances.name, null)
    return { created: made.map(({ id }) => id) }
  },
  { enforcesLimits: true },
)

/** Seats of the configuration, which must belong to the venue; without a configuration, the venue's capacity. */
async function capacityOf(db: Db, id: number | null, place: Place): Promise<number> {
  if (id === null) return place.capacity
  const {
    rows: [configuration],
  } = await sql<{
    capacity: number
  }>`select capacity from venue_configurations where id = ${id} and venue_id = ${place.id}`.execute(db)
  if (!configuration) throw invalid({ venueConfigurationId: t('The venue doesn’t have this configuration.') })
  return configuration.capacity
}

/** All or nothing: no one can tell which half of a half-created schedule is missing. */
function doubled(starts: readonly Start[], made: readonly Made[]): Refusal {
  const keyOf = ({ localDate, localTime }: Pick<Start, 'localDate' | 'localTime'>) => `${localDate} ${localTime ?? ''}`
  const created = new Set(made.map(keyOf))
  // A start that is listed twice was created once.
  const left = new Set(created)
  const refused = [...starts.entries()].filter(([, start]) => !left.delete(keyOf(start)))
  const isListedTwice = (start: Start) => created.has(keyOf(start))
  const problems = refused.map(([index, start]) => {
    const { localDate: date, localTime } = start
    const message = isListedTwice(start)
      ? t('{start} is listed twice. The event can have only one performance at this venue then.', {
          start: localTime === null ? date : `${date} ${localTime}`,
        })
      : t('The event has a performance at this venue then: {date} {time}.', { date, time: localTime ?? '' })
    return [`starts.${index}`, message]
  })
  const n = refused.length
  const message = refused.every(([, start]) => isListedTwice(start))
    ? t(
        '{n, plural, one {# of these performances is listed twice,} other {# of these performances are listed twice,}} so none was created.',
        { n },
      )
    : t(
        '{n, plural, one {# of these performances already exists,} other {# of these performances already exist,}} so none was created.',
        { n: refused.filter(([, start]) => !isListedTwice(start)).length },
      )
  return new Refusal(409, message, { fields: Object.fromEntries(problems) })
}
