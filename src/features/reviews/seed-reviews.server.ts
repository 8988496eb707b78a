import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { refreshRisk, subjectColumn, table } from './review-facts.server.ts'
import type { Reviews } from './reviews.ts'
import { aliasReviews, lineupReviews, productReviews } from './reviews.ts'
import type { DemoRandom, Visit, Subject, DemoReview } from './seed-review-text.server.ts'
import { Teller } from './seed-review-text.server.ts'

/**
 * Several hundred reviews of the demo's catalogue: most by people who were there, in English and Spanish, with a
 * campaign, copies, contradictions and spam planted for the forensics to find. `asOf` is the moment of the story.
 */
export async function seedReviews(trx: Db, random: DemoRandom, asOf: string): Promise<void> {
  const {
    rows: [there],
  } = await sql<{ some: boolean }>`select exists (select from product_reviews) as some`.execute(trx)
  if (there?.some) return
  const now = Date.parse(asOf)
  // Every row is made to fit, as in the rest of the demo data; what triggers would keep is counted once at the end.
  const {
    rows: [self],
  } = await sql<{ isSuper: boolean }>`select rolsuper as "isSuper" from pg_roles where rolname = current_user`.execute(
    trx,
  )
  const passesOver = self?.isSuper === true
  for (const kind of [productReviews, aliasReviews, lineupReviews]) {
    const [subjects, visits] = [await subjectsOf(trx, kind), await visitsOf(trx, kind, asOf)]
    if (subjects.length === 0) continue
    const titles = new Map(subjects.map(({ id, title }) => [id, title]))
    const teller = new Teller(random, now, kind === lineupReviews ? 'show' : 'visit')
    const verified = visits
      .filter(({ subject }) => titles.has(subject))
      .map((visit, index) => teller.verified(visit, titles.get(visit.subject) ?? '', index))
    const others = Array.from({ length: kind === productReviews ? 110 : 40 }, () =>
      teller.other(random.pick(subjects), kind === productReviews),
    )
    const planted =
      kind === productReviews ? teller.planted(subjects) : kind === aliasReviews ? teller.plantedLittle(subjects) : []
    if (passesOver) await sql`set local session_replication_role = replica`.execute(trx)
    await insert(trx, kind, [...verified, ...others, ...planted])
    if (passesOver) await count(trx, kind)
    await judge(trx, kind)
    if (passesOver) await sql`set local session_replication_role = origin`.execute(trx)
    await askForSome(trx, kind)
  }
}

/** Requests translations of the longest published reviews into the site's other language. */
async function askForSome(trx: Db, reviews: Reviews): Promise<void> {
  await sql`
    insert into review_translations (kind, review_id, locale, asked_by_name, asked_at)
    select ${reviews.kind}, r.id, l.code, 'Mateo Villanueva', now() - make_interval(hours => (20 + r.id % 90)::integer)
    from locales l cross join lateral (
      select id from ${table(reviews)} where status = 'approved' and split_part(language, '-', 1) <> l.code order by length(body) desc, id limit 5) r
    where l.code in ('en', 'es') and l.is_enabled_on_site on conflict do nothing`.execute(trx)
}

async function subjectsOf(trx: Db, { kind, subjects }: Reviews): Promise<readonly Subject[]> {
  const provider = kind === 'product' ? sql`s.provider_id` : sql`null::bigint`
  const title = kind === 'lineup' ? sql`s.name` : sql`s.title`
  const sold = kind === 'product' ? sql`s.status = 'live'` : sql`s.publication = 'published'`
  const { rows } =
    await sql<Subject>`select s.id, ${title} as title, ${provider} as provider from ${sql.table(subjects)} s where ${sold} order by s.id limit 48`.execute(
      trx,
    )
  return rows
}

/** Purchases of these subjects, most of them enjoyed, some of them cancelled. */
async function visitsOf(trx: Db, { kind }: Reviews, asOf: string): Promise<readonly Visit[]> {
  const of = {
    product: sql`select p.*, p.product_id as subject from purchases p where p.kind = 'product' and p.product_id in (select id from products where status = 'live' order by id limit 48)`,
    alias: sql`select p.*, a.id as subject from (select id, product_ids from aliases where publication = 'published' order by id limit 48) a
      join purchases p on p.product_id = any(a.product_ids) and p.id % 2 = 1 and p.kind = 'product'`,
    lineup: sql`select p.*, e.lineup_id as subject from (select id from lineups where publication = 'published' order by id limit 48) l
      join lineup_events e on e.lineup_id = l.id join purchases p on p.event_id = e.event_id`,
  }[kind]
  const most = kind === 'product' ? 150 : 60
  const { rows } = await sql<Visit>`
    select distinct on (p.id) p.id as purchase, l.position as line, p.subject, p.customer_name as name, p.customer_email as email, c.id as country,
      p.customer_locale as locale, p.travel_date::text as "travelDate", p.booking_status as status, p.title
    from (${of}) p join purchase_lines l on l.purchase_id = p.id and l.kind = 'item' left join countries c on c.code = p.customer_country
    where p.travel_date < ${asOf}::timestamptz::date - 1 and (p.booking_status = 'completed' or (p.booking_status = 'cancelled' and p.id % 40 = 3))
      and p.travel_date > ${asOf}::timestamptz::date - 400
      and not exists (select from verified_review_lines v where v.purchase_id = p.id)
    order by p.id desc, l.position limit ${most}`.execute(trx)
  return rows
}

async function insert(trx: Db, reviews: Reviews, rows: readonly DemoReview[]): Promise<void> {
  await sql`
    insert into ${table(reviews)} (${sql.ref(columnOf(reviews.subjectKey))}, title, body, language, is_machine_translated, original_rating, original_scale, travel_date,
      party_type, source, provider_id, supplier_reference, is_no_index, purchase_id, purchase_line, author_name, author_email, author_country_id, author_address,
      helpful_count, submitted_at, created_at, updated_at, status, rejection_reason, is_flagged, moderation_note, staff_reply, decided_at, moderator_id)
    select g.subject, g.title, g.body, g.language, g.translated, g.grade, g.scale, g."travelDate", g.party, g.source, g.provider, g.reference, g."noIndex", g.purchase, g.line,
      g.name, g.email, g.country, g.address::inet, g.helpful, g.at, g.at, g.at, g.status, g.reason, g.flagged, g.note, g.reply,
      case when g.status <> 'pending' then g.at + interval '9 hours' end, case when g.status <> 'pending' then m.id end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (subject bigint, title text, body text, language text, translated boolean, grade numeric, scale integer,
      "travelDate" date, party text, source text, provider bigint, reference text, "noIndex" boolean, purchase bigint, line integer, name text, email text, country bigint,
      address text, helpful integer, at timestamptz, status text, reason text, flagged boolean, note text, reply text)
      left join lateral (select s.id from staff s join roles r on r.id = s.role_id where r.name = 'catalogue-editor' and s.status = 'active' order by s.id limit 1) m on true
    on conflict do nothing`.execute(trx)
}

/** The totals that the triggers would have stored for each row. */
async function count(trx: Db, reviews: Reviews): Promise<void> {
  const { kind } = reviews
  await sql`
    insert into verified_review_lines (purchase_id, purchase_line, kind, review_id)
    select purchase_id, purchase_line, ${kind}, id from ${table(reviews)} where source = 'verified_purchase'`.execute(
    trx,
  )
  await sql`
    insert into review_totals (kind, subject_id, review_count, one_star, two_stars, three_stars, four_stars, five_stars)
    select ${kind}, ${subjectColumn(reviews)}, count(*), count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5)
    from ${table(reviews)} where status = 'approved' group by 2`.execute(trx)
}

/** Scores the pending reviews that have findings; the others are backed by a purchase that nothing contradicts. */
async function judge(trx: Db, reviews: Reviews): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${table(reviews)} r left join purchases p on p.id = r.purchase_id
    where r.status = 'pending' and (r.source = 'import' or p.booking_status = 'cancelled' or p.travel_date <> r.travel_date or r.submitted_at < p.travel_date) order by r.id`.execute(
    trx,
  )
  await refreshRisk(
    trx,
    reviews,
    rows.map(({ id }) => id),
  )
  await sql`update ${table(reviews)} set risk_reasons = '{verified}' where status = 'pending' and source = 'verified_purchase' and risk_reasons = '{}'`.execute(
    trx,
  )
}
