import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { allReviews } from './reviews.ts'
import type { Reviews } from './reviews.ts'
import { contradictionsOf } from './review-evidence.ts'
import type { PurchaseFacts } from './review-evidence.ts'
import { daysAround, riskOf, similarFrom } from './review-risk.ts'
import type { Risk, RiskFacts } from './review-risk.ts'

/** Reviews that a text is compared with, at most, of each sort: those of its subject, its network and its author. */
const compared = 150
/** Days on either side within which a text is compared. */
const daysCompared = 180

export const table = (reviews: Reviews) => sql.table(tableOf(reviews.resource))
export const subjectColumn = ({ subjectKey }: Reviews) => sql.ref(columnOf(subjectKey))

/** Whether the purchase `p` is for the subject of the review `r`. One for an event is for no product, and the reverse. */
export function isOfSubject({ kind }: Reviews): RawBuilder<unknown> {
  if (kind === 'product') return sql`(p.product_id is not distinct from r.product_id)`
  if (kind === 'alias')
    return sql`exists (select from aliases a where a.id = r.alias_id and p.product_id = any(a.product_ids))`
  return sql`exists (select from lineup_events e where e.lineup_id = r.lineup_id and e.event_id = p.event_id)`
}

/** Reviews that could tell the same story as `r`, to compare its text with: those near it in some way. */
export function nearbySql(reviews: Reviews, r: string): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${r}.${column}`)
  const subject = columnOf(reviews.subjectKey)
  const within = sql`o.submitted_at between ${own('submitted_at')} - make_interval(days => ${daysCompared}) and ${own('submitted_at')} + make_interval(days => ${daysCompared})`
  return sql`(
    (select o.* from ${table(reviews)} o where ${sql.ref(`o.${subject}`)} = ${own(subject)} and ${within} order by o.submitted_at desc, o.id desc limit ${compared})
    union (select o.* from ${table(reviews)} o where o.address_prefix = ${own('address_prefix')} and ${within} order by o.submitted_at desc limit ${compared})
    union (select o.* from ${table(reviews)} o where o.author_email = ${own('author_email')} order by o.id desc limit ${compared}))`
}

interface Counted extends Omit<RiskFacts, 'contradictions'> {
  readonly id: number
  readonly day: string
  readonly addressPrefix: string | null
  readonly travelDate: string | null
  readonly submittedOn: string
  readonly purchase: PurchaseFacts | null
}
export interface Facts extends Counted, RiskFacts {}

/** The figures around each of some reviews, in one statement. */
export async function factsOf(db: Db, reviews: Reviews, ids: readonly number[]): Promise<readonly Facts[]> {
  const subject = columnOf(reviews.subjectKey)
  const of = (row: string) => sql.ref(`${row}.${subject}`)
  const copies = sql.join(
    allReviews.map((kind) => sql`(select count(*) from ${table(kind)} o where o.text_key = r.text_key)`),
    sql` + `,
  )
  const { rows } = await sql<Counted>`
    select r.id, (${copies})::integer - 1 as copies, near.similarity::float8 as similarity, near.similar::integer as similar,
      (d.day)::text as day, burst.on_day::integer as "onDay", (burst.before / 365.0)::float8 as usual,
      case when r.address_prefix is null then 0 else (select count(*) from ${table(reviews)} o where o.address_prefix = r.address_prefix
        and ${of('o')} = ${of('r')} and o.submitted_at between r.submitted_at - make_interval(days => ${daysAround})
        and r.submitted_at + make_interval(days => ${daysAround})) end::integer as "fromNetwork",
      case when r.author_email is null then 0 else (select count(*) from ${table(reviews)} o where o.author_email = r.author_email
        and ${of('o')} = ${of('r')}) end::integer as "byAuthor",
      r.body ~* '(https?://|www[.]|[a-z0-9][.](com|net|org|info|shop|es)\\y|[+][0-9][0-9 .-]{7,}|whatsapp|telegram)' as "hasLinks",
      r.rating in (1, 5) and char_length(r.body) < 30 as "isShortExtreme",
      r.source = 'verified_purchase' as "isVerified",
      r.address_prefix as "addressPrefix", r.travel_date::text as "travelDate",
      ((r.submitted_at at time zone 'UTC') + interval '14 hours')::date::text as "submittedOn",
      case when p.id is not null then json_build_object('bookingStatus', p.booking_status, 'travelDate', p.travel_date, 'isOfSubject', ${isOfSubject(reviews)}) end as purchase
    from ${table(reviews)} r
      cross join lateral (select (r.submitted_at at time zone 'UTC')::date as day) d
      cross join lateral (
        select count(*) filter (where o.submitted_at >= d.day::timestamp at time zone 'UTC') as on_day,
          count(*) filter (where o.submitted_at < d.day::timestamp at time zone 'UTC') as before
        from ${table(reviews)} o where ${of('o')} = ${of('r')} and o.submitted_at >= (d.day - 365)::timestamp at time zone 'UTC'
          and o.submitted_at < (d.day + 1)::timestamp at time zone 'UTC') burst
      cross join lateral (
        select coalesce(max(similarity(n.body, r.body)), 0) as similarity, count(*) filter (where similarity(n.body, r.body) >= ${similarFrom}::float4) as similar
        from ${nearbySql(reviews, 'r')} n where n.id <> r.id and n.text_key <> r.text_key) near
      left join purchases p on p.id = r.purchase_id
    where r.id = any(${ids}::bigint[]) order by r.id`.execute(db)
  return rows.map((row) => ({ ...row, contradictions: contradictionsOf(row, row.purchase) }))
}

/**
 * Recalculates the risk of some reviews and stores it for lists. This does not change the review, so no one's version
 * becomes outdated.
 */
export async function refreshRisk(db: Db, reviews: Reviews, ids: readonly number[]): Promise<void> {
  const judged = (await factsOf(db, reviews, ids)).map((facts) => ({
    id: facts.id,
    ...riskOf(facts),
  })) satisfies readonly (Risk & { id: number })[]
  if (judged.length === 0) return
  await sql`
    update ${table(reviews)} t set risk_score = g.score, risk_reasons = array(select jsonb_array_elements_text(g.reasons))
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as g (id bigint, score integer, reasons jsonb)
    where t.id = g.id and (t.risk_score, t.risk_reasons) is distinct from (g.score, array(select jsonb_array_elements_text(g.reasons)))`.execute(
    db,
  )
}

/** The reviews whose risk changes when another one arrives, itself first. */
export async function around(db: Db, reviews: Reviews, id: number): Promise<readonly number[]> {
  const subject = columnOf(reviews.subjectKey)
  const of = (row: string) => sql.ref(`${row}.${subject}`)
  const { rows } = await sql<{ id: number }>`
    select ${id}::bigint as id
    union (select o.id from ${table(reviews)} r join ${table(reviews)} o on o.text_key = r.text_key where r.id = ${id} order by o.id desc limit 50)
    union (select o.id from ${table(reviews)} r join ${table(reviews)} o on ${of('o')} = ${of('r')}
      and o.submitted_at between r.submitted_at - interval '1 day' and r.submitted_at + interval '1 day' where r.id = ${id} order by o.id desc limit 50)
    union (select o.id from ${table(reviews)} r join ${table(reviews)} o on o.address_prefix = r.address_prefix and ${of('o')} = ${of('r')}
      where r.id = ${id} order by o.id desc limit 50)`.execute(db)
  return rows.map((row) => row.id)
}
