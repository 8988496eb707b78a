import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { foldedEmail } from '../../core/email.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type {
  ReviewEvidence,
  ReviewForensics,
  ReviewNeighbour,
  ReviewPurchase,
  ReviewTotals,
} from './review.endpoints.ts'
import { contradictionsOf } from './review-evidence.ts'
import type { StoryFacts } from './review-evidence.ts'
import { factsOf, isOfSubject, nearbySql, subjectColumn, table } from './review-facts.server.ts'
import { daysAround, riskOf, riskPoints, similarFrom } from './review-risk.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'

/** Neighbours that are shown of each sort. */
const shown = 8
/** Days before and after that are shown beside a burst. */
const daysShown = 14

function idIn(reviews: Reviews, id: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw missing(reviews)
  return Number(id)
}

function missing({ resource }: Reviews): Refusal {
  return new Refusal(404, t('{one} not found.', { one: t(resource.label[0]) }))
}

/** How subjects are rated, in the order of their ids; those without an approved review have none and no average. */
export async function readTotals(db: Db, { kind }: Reviews, subjects: readonly number[]): Promise<ReviewTotals[]> {
  const { rows } = await sql<ReviewTotals>`
    select g.id as "subjectId", coalesce(t.review_count, 0) as count, t.average::float8 as average,
      array[coalesce(t.one_star, 0), coalesce(t.two_stars, 0), coalesce(t.three_stars, 0), coalesce(t.four_stars, 0), coalesce(t.five_stars, 0)] as stars
    from (select distinct unnest(${subjects}::bigint[]) as id) g
      left join review_totals t on t.kind = ${kind} and t.subject_id = g.id order by g.id`.execute(db)
  return rows
}

interface Story extends StoryFacts {
  readonly subjectId: number
  readonly purchase: ReviewPurchase | null
  readonly otherReviews: number
}

/**
 * The evidence for a review. Callers without permission to see purchases get what the purchases show, but not which
 * they are.
 */
export async function readEvidence(db: Db, reviews: Reviews, id: string, { grants }: Actor): Promise<ReviewEvidence> {
  const seesPurchases = may(grants, 'ui', 'purchases')
  const {
    rows: [story],
  } = await sql<Story>`
    select r.${subjectColumn(reviews)} as "subjectId", r.travel_date::text as "travelDate",
      ((r.submitted_at at time zone 'UTC') + interval '14 hours')::date::text as "submittedOn",
      (select count(*)::integer from ${table(reviews)} o where o.author_email = r.author_email and o.id <> r.id) as "otherReviews",
      case when p.id is not null then json_build_object(
        'id', ${seesPurchases ? sql`p.id` : sql`null::bigint`}, 'reference', ${seesPurchases ? sql`p.reference` : sql`null::text`}, 'kind', p.kind, 'title', p.title,
        'line', (select json_build_object('position', l.position, 'title', l.title, 'quantity', l.quantity) from purchase_lines l
          where l.purchase_id = p.id and l.position = r.purchase_line),
        'bookingStatus', p.booking_status, 'purchasedAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'travelDate', p.travel_date,
        'isOfSubject', ${isOfSubject(reviews)}, 'isSameEmail', ${foldedEmail(sql`p.customer_email`)} = ${foldedEmail(sql`r.author_email`)}) end as purchase
    from ${table(reviews)} r left join purchases p on p.id = r.purchase_id where r.id = ${idIn(reviews, id)}`.execute(
    db,
  )
  if (!story) throw missing(reviews)
  const [totals] = await readTotals(db, reviews, [story.subjectId])
  if (!totals) throw new Error('Every subject has totals.')
  return {
    purchase: story.purchase,
    contradictions: [...contradictionsOf(story, story.purchase)],
    totals,
    otherReviews: story.otherReviews,
  }
}

/** What a review has in common with others: the figures of its risk, and the reviews behind them. */
export async function readForensics(db: Db, reviews: Reviews, id: string): Promise<ReviewForensics> {
  const number = idIn(reviews, id)
  const [facts] = await factsOf(db, reviews, [number])
  if (!facts) throw missing(reviews)
  const { score, reasons } = riskOf(facts)
  const [days, texts, network] = [
    await daysAroundOf(db, reviews, number),
    await similarTexts(db, reviews, number),
    await networkOf(db, reviews, number),
  ]
  const { copies, similar, similarity, day, onDay, usual, addressPrefix, fromNetwork, byAuthor } = facts
  return {
    score,
    reasons: reasons.map((code) => ({ code, points: riskPoints[code] })),
    copies,
    similar,
    similarity,
    day,
    onDay,
    usual,
    days,
    addressPrefix,
    fromNetwork,
    byAuthor,
    texts,
    network,
  }
}

async function daysAroundOf(db: Db, reviews: Reviews, id: number): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select d.day::date::text as day, (select count(*)::integer from ${table(reviews)} o where ${sql.ref(`o.${columnOf(reviews.subjectKey)}`)} = ${sql.ref(`r.${columnOf(reviews.subjectKey)}`)}
      and o.submitted_at >= d.day at time zone 'UTC' and o.submitted_at < (d.day + interval '1 day') at time zone 'UTC') as count
    from ${table(reviews)} r cross join lateral generate_series(
      (r.submitted_at at time zone 'UTC')::date - make_interval(days => ${daysShown}), (r.submitted_at at time zone 'UTC')::date + make_interval(days => ${daysShown}), '1 day') as d (day)
    where r.id = ${id} order by 1`.execute(db)
  return rows
}

/** A review beside another, `o`, with what its subject is called. */
function neighbourColumns({ name, kind, subjects, subjectKey }: Reviews) {
  const title = kind === 'lineup' ? 'name' : 'title'
  return sql`${name}::text as resource, o.id, o.headline, o.author_name as "authorName", o.rating, o.status,
    to_char(o.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "submittedAt",
    (select ${sql.ref(`s.${title}`)} from ${sql.table(subjects)} s where s.id = ${sql.ref(`o.${columnOf(subjectKey)}`)}) as subject`
}

async function similarTexts(db: Db, reviews: Reviews, id: number): Promise<ReviewNeighbour[]> {
  const copies = sql.join(
    allReviews.map(
      (kind) => sql`(
    select ${neighbourColumns(kind)}, 1::float8 as similarity from ${table(kind)} o, r
    where o.text_key = r.text_key and (${kind.name}::text <> ${reviews.name}::text or o.id <> r.id) order by o.submitted_at limit ${shown})`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<ReviewNeighbour>`
    with r as materialized (select * from ${table(reviews)} where id = ${id})
    select * from (${copies} union all (
      select ${neighbourColumns(reviews)}, similarity(o.body, r.body)::float8 as similarity from r cross join lateral ${nearbySql(reviews, 'r')} o
      where o.id <> r.id and o.text_key <> r.text_key and similarity(o.body, r.body) >= ${similarFrom}::float4 order by similarity(o.body, r.body) desc limit ${shown})) found
    order by similarity desc, "submittedAt", id limit ${shown}`.execute(db)
  return rows
}

async function networkOf(db: Db, reviews: Reviews, id: number): Promise<ReviewNeighbour[]> {
  const { rows } = await sql<ReviewNeighbour>`
    select ${neighbourColumns(reviews)}, similarity(o.body, r.body)::float8 as similarity
    from ${table(reviews)} r join ${table(reviews)} o on o.address_prefix = r.address_prefix and o.id <> r.id
      and o.submitted_at between r.submitted_at - make_interval(days => ${daysAround}) and r.submitted_at + make_interval(days => ${daysAround})
    where r.id = ${id} order by o.submitted_at desc, o.id desc limit ${shown}`.execute(db)
  return rows
}
