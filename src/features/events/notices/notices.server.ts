import { sql } from 'kysely'
import { may } from '../../../core/access/access.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { nameOf } from '../../../core/i18n/formats.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { maskedValue } from '../../../core/resource/personal.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { text } from '../../../core/resource/fields.ts'
import { decideNotices, listScheduleChanges, readNotices } from './notice.endpoints.ts'
import type { ChangeKind, NoticeText, NoticeValues } from './notice-texts.ts'
import { dayToBeDecided, hasTemplate, startFor, templateOf, unknownWords } from './notice-texts.ts'
import { notifiedPurchases } from './held-purchases.server.ts'
import { assertMayMove } from './schedule-access.server.ts'

/** A performance after a change, and the start that it had before. */
export interface Changed {
  readonly performanceId: number
  readonly kind: ChangeKind
  readonly was: { readonly localDate: string; readonly localTime: string | null }
  readonly is: { readonly localDate: string; readonly localTime: string | null }
  readonly timeZone: string
}

/**
 * Stores whom the changes affect, so that staff can decide whether to notify them. Customers who were not notified of
 * an earlier change still know the start before that one; customers who already know the restored start need no message
 * at all.
 *
 * @returns the ids of the changes that affect anyone
 */
export async function keepChanges(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  changed: readonly Changed[],
  reason: string | undefined,
): Promise<readonly number[]> {
  if (changed.length === 0) return []
  const ids = changed.map(({ performanceId }) => performanceId)
  const { rows: before } = await sql<{ id: number }>`
    update schedule_changes set state = 'superseded' where state = 'open' and performance_id = any(${ids}::bigint[]) returning id`.execute(
    db,
  )
  const { rows: made } = await sql<{ id: number; performanceId: number }>`
    insert into schedule_changes (performance_id, kind, local_date, local_time, time_zone, reason, made_by)
    select g.*, ${(reason ?? '').slice(0, 500)}, ${actor.name} from unnest(${ids}::bigint[], ${changed.map(({ kind }) => kind)}::text[], ${changed.map(({ is }) => is.localDate)}::date[],
      ${changed.map(({ is }) => is.localTime)}::time[], ${changed.map(({ timeZone }) => timeZone)}::text[]) as g
    returning id, performance_id as "performanceId"`.execute(db)
  const wasOf = new Map(changed.map(({ performanceId, was }) => [performanceId, was]))
  await sql`
    insert into schedule_notices (change_id, purchase_id, known_date, known_time)
    select c.id, u.id, coalesce(k.known_date, g.was_date), case when k.purchase_id is null then g.was_time else k.known_time end
    from unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ performanceId }) => wasOf.get(performanceId)?.localDate)}::date[],
        ${made.map(({ performanceId }) => wasOf.get(performanceId)?.localTime)}::time[]) as g (id, was_date, was_time)
      join schedule_changes c on c.id = g.id
      join purchases u on u.performance_id = c.performance_id and ${notifiedPurchases}
      left join schedule_notices k on k.purchase_id = u.id and k.change_id = any(${before.map(({ id }) => id)}::bigint[])
    where c.kind <> 'moved' or (coalesce(k.known_date, g.was_date), case when k.purchase_id is null then g.was_time else k.known_time end)
      is distinct from (c.local_date, c.local_time)`.execute(db)
  const { rows: empty } = await sql<{ id: number }>`
    delete from schedule_changes c where c.id = any(${made.map(({ id }) => id)}::bigint[])
      and not exists (select from schedule_notices n where n.change_id = c.id) returning id`.execute(db)
  const none = new Set(empty.map(({ id }) => id))
  return made
    .map(({ id }) => id)
    .filter((id) => !none.has(id))
    .toSorted((one, other) => one - other)
}

/** A cancellation that was undone needs no notification. */
export async function forgetCallingOff(db: Db, performanceId: number): Promise<void> {
  await sql`update schedule_changes set state = 'superseded' where performance_id = ${performanceId} and state = 'open' and kind <> 'moved'`.execute(
    db,
  )
}

interface Concerned extends ValueRow {
  readonly purchases: number
  readonly performances: number
  readonly locale: string
  readonly kinds: ChangeKind[]
}

/** The data that a notice is filled in from. */
export interface ValueRow {
  readonly kind: ChangeKind
  readonly name: string
  readonly email: string
  readonly event: string
  readonly venue: string
  readonly reference: string
  readonly reason: string
  readonly knownDate: string
  readonly knownTime: string | null
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
}

/** Columns of a `ValueRow`, of changes `c`, notices `n` and purchases `u`, and the tables that they need. */
export const valueColumns = sql`c.kind, u.customer_name as name, u.customer_email as email, e.name as event, v.name as venue, u.reference, c.reason,
  n.known_date as "knownDate", n.known_time as "knownTime", c.local_date as "localDate", c.local_time as "localTime", c.time_zone as "timeZone"`
export const valueTables = sql`join performances p on p.id = c.performance_id join events e on e.id = p.event_id join venues v on v.id = p.venue_id`

export function valuesOf(row: ValueRow, locale: string): NoticeValues {
  const { name, event, venue, reference, reason, timeZone, kind } = row
  return {
    name,
    event,
    venue,
    reference,
    reason,
    before: startFor(locale, { localDate: row.knownDate, localTime: row.knownTime }, timeZone),
    after: kind === 'moved' ? startFor(locale, row, timeZone) : kind === 'postponed' ? dayToBeDecided(locale) : '',
  }
}

/** By language, with one of the customers of each. */
async function concernedBy(db: Db, changes: readonly number[]): Promise<readonly Concerned[]> {
  const { rows } = await sql<Concerned>`
    select distinct on (u.customer_locale) u.customer_locale as locale, count(*) over (partition by u.customer_locale)::integer as purchases, ${valueColumns},
      (select count(*) from schedule_changes o where o.id = any(${changes}::bigint[]))::integer as performances
    from schedule_changes c join schedule_notices n on n.change_id = c.id join purchases u on u.id = n.purchase_id and ${notifiedPurchases} ${valueTables}
    where c.id = any(${changes}::bigint[]) and c.state = 'open' and n.notified_at is null order by u.customer_locale, n.change_id, n.purchase_id`.execute(
    db,
  )
  return rows.toSorted((one, other) => other.purchases - one.purchases)
}

const emailField = text({ format: 'email', personal: true })
const maskedEmail = (email: string) => String(maskedValue(emailField, email))

/** Shown in place of a customer's own values to staff who change performances and can't look at purchases. */
const invented = { name: 'Ana García', email: 'ana@example.com', reference: 'ABCD2345' }

export const readNoticesServer = implement(readNotices, async ({ db, query, actor }) => {
  const found = await concernedBy(db, query.changes.split(',').map(Number))
  const seesCustomers = may(actor.grants, 'ui', 'purchases')
  const rows = seesCustomers ? found : found.map((row) => ({ ...row, ...invented }))
  return {
    purchases: rows.reduce((sum, row) => sum + row.purchases, 0),
    performances: rows[0]?.performances ?? 0,
    languages: rows.map((row) => ({
      locale: row.locale,
      purchases: row.purchases,
      isTranslated: hasTemplate(row.locale),
      ...templateOf(row.locale, row.kind),
      sample: { to: maskedEmail(row.email), values: { ...valuesOf(row, row.locale) } },
    })),
  }
})

export const listScheduleChangesServer = implement(listScheduleChanges, async ({ db, params }) => {
  const id = recordIdIn(params.id)
  const {
    rows: [found],
  } = await sql`select from performances where id = ${id}`.execute(db)
  if (!found) throw new Refusal(404, t('Performance not found.'))
  const { rows } = await sql<{
    id: number
    kind: ChangeKind
    reason: string
    state: string
    madeBy: string
    madeAt: string
    decidedBy: string | null
    decidedAt: string | null
    purchases: number
    told: number
  }>`
    select c.id, c.kind, c.reason, c.state, c.made_by as "madeBy", c.made_at as "madeAt", c.decided_by as "decidedBy", c.decided_at as "decidedAt",
      count(n.purchase_id)::integer as purchases, count(n.notified_at)::integer as told
    from schedule_changes c join schedule_notices n on n.change_id = c.id where c.performance_id = ${id} group by c.id order by c.id desc limit 20`.execute(
    db,
  )
  return { changes: rows }
})

/** Telling is left to a job, which ends with the last customer, however many there are. */
export const notifyCustomersJobName = 'notify-customers'

export const decideNoticesServer = implement(
  decideNotices,
  async ({ db, input, actor, audit }) => {
    const ids = [...new Set(input.changes)]
    // Locked, so that the second of two simultaneous decisions sees that it is already decided.
    const { rows: open } = await sql<{
      id: number
      performanceId: number
      cityId: number
      title: string
      purchases: number
      reason: string
    }>`
    with locked as (select * from schedule_changes where id = any(${ids}::bigint[]) and state = 'open' order by id for update)
    select c.id, c.performance_id as "performanceId", p.city_id as "cityId", p.name as title, c.reason,
      (select count(*) from schedule_notices n join purchases u on u.id = n.purchase_id where n.change_id = c.id and ${notifiedPurchases})::integer as purchases
    from locked c join performances p on p.id = c.performance_id`.execute(db)
    if (open.length < ids.length)
      throw new Refusal(409, t('This has been decided already, or the performance was changed again.'))
    await assertMayMove({ db, actor }, open)
    const count = open.reduce((sum, one) => sum + one.purchases, 0)
    if (input.decision === 'now') {
      const texts = await textsFor(db, ids, input.texts ?? [])
      await sql`update schedule_changes set state = 'sending', texts = ${JSON.stringify(texts)}, decided_by = ${actor.name}, decided_at = now() where id = any(${ids}::bigint[]) and state = 'open'`.execute(
        db,
      )
      // Once this has been committed; the schedule is for what another instance left behind.
      setTimeout(() => wakeJob(notifyCustomersJobName), 100).unref()
    } else if (input.decision === 'never') {
      await sql`update schedule_changes set state = 'declined', decided_by = ${actor.name}, decided_at = now() where id = any(${ids}::bigint[]) and state = 'open'`.execute(
        db,
      )
    }
    const action = { now: 'customers-notified', later: 'customers-notified-later', never: 'customers-not-notified' }[
      input.decision
    ]
    for (const { performanceId, title, reason, purchases: affected } of open) {
      audit.record({
        action,
        object: 'performances',
        recordId: performanceId,
        title,
        before: null,
        after: { purchases: affected },
        ...(reason !== '' && { reason }),
      })
    }
    return { purchases: count }
  },
  { enforcesLimits: true },
)

/** The message for each affected language, with none missing and no unknown placeholder in braces. */
async function textsFor(
  db: Db,
  changes: readonly number[],
  given: readonly (NoticeText & { readonly locale: string })[],
): Promise<Readonly<Record<string, NoticeText>>> {
  const places = new Map(given.map((one, index) => [one.locale, index]))
  const problems = Object.fromEntries([
    ...given.flatMap((one, index) => {
      const unknown = unknownWords(one)
      return unknown.length === 0
        ? []
        : [[`texts.${index}.text`, t('Unknown placeholder: {words}.', { words: unknown.join(' ') })]]
    }),
    ...(await concernedBy(db, changes))
      .filter(({ locale }) => !places.has(locale))
      .map(({ locale }) => [
        'texts',
        t('No message in this language: {language}.', { language: nameOf('language', locale) }),
      ]),
  ])
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return Object.fromEntries(given.map(({ locale, subject, text }) => [locale, { subject, text }]))
}
