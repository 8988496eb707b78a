import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { columnOf } from '../../kit/fields.ts'
import type { DemoLanguage } from './demo-review-texts.ts'
import { demoBanks, demoCampaign, demoCopy, demoPersonal, demoReplies, demoSpam } from './demo-review-texts.ts'
import { refreshRisk, subjectColumn, table } from './review-facts.server.ts'
import type { RejectionReason, ReviewStatus } from './review-rules.ts'
import type { ReviewSource } from './review-fields.ts'
import type { Reviews } from './reviews.ts'
import { aliasReviews, lineupReviews, productReviews } from './reviews.ts'

/** What the demo data's own random numbers have to answer. */
export interface DemoRandom {
  next(): number
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  wait(mean: number): number
}

/** A purchase that somebody could write about. */
interface Visit {
  readonly purchase: number; readonly line: number; readonly subject: number; readonly name: string; readonly email: string; readonly country: number | null
  readonly locale: string; readonly travelDate: string; readonly status: string; readonly title: string
}
interface Subject { readonly id: number; readonly title: string; readonly provider: number | null }

interface DemoReview {
  subject: number; title: string | null; body: string; language: string; translated: boolean; grade: number; scale: number; travelDate: string | null
  party: string | null; source: ReviewSource; provider: number | null; reference: string | null; noIndex: boolean; purchase: number | null; line: number | null
  name: string; email: string | null; country: number | null; address: string | null; helpful: number; at: string
  status: ReviewStatus; reason: RejectionReason | null; flagged: boolean; note: string | null; reply: string | null
}

const day = 86_400_000
const parties = ['solo', 'couple', 'family', 'friends', 'business'] as const
const names = ['Oliver B.', 'Hannah K.', 'Lucía G.', 'Marco R.', 'Sofia', 'James', 'Inés M.', 'Pieter V.', 'Claire D.', 'Álvaro S.', 'Noor', 'Emma T.', 'Javier P.', 'Grace L.', 'Tomás', 'Ewa N.'] as const

/**
 * Several hundred reviews of what is in the demo: most of them by people who were there, in English and Spanish, with a
 * campaign, copies, contradictions and spam planted for the forensics to find. `asOf` is the moment of the story.
 */
export async function addDemoReviews(trx: Db, random: DemoRandom, asOf: string): Promise<void> {
  const { rows: [there] } = await sql<{ some: boolean }>`select exists (select from product_reviews) as some`.execute(trx)
  if (there?.some) return
  const now = Date.parse(asOf)
  // Every row is made to fit, as in the rest of the demo data; what triggers would keep is counted once at the end.
  const { rows: [self] } = await sql<{ isSuper: boolean }>`select rolsuper as "isSuper" from pg_roles where rolname = current_user`.execute(trx)
  const passesOver = self?.isSuper === true
  for (const kind of [productReviews, aliasReviews, lineupReviews]) {
    const [subjects, visits] = [await subjectsOf(trx, kind), await visitsOf(trx, kind, asOf)]
    if (subjects.length === 0) continue
    const titles = new Map(subjects.map(({ id, title }) => [id, title]))
    const teller = new Teller(random, now, kind === lineupReviews ? 'show' : 'visit')
    const verified = visits.filter(({ subject }) => titles.has(subject)).map((visit, index) => teller.verified(visit, titles.get(visit.subject) ?? '', index))
    const others = Array.from({ length: kind === productReviews ? 110 : 40 }, () => teller.other(random.pick(subjects), kind === productReviews))
    const planted = kind === productReviews ? teller.planted(subjects) : kind === aliasReviews ? teller.plantedLittle(subjects) : []
    if (passesOver) await sql`set local session_replication_role = replica`.execute(trx)
    await insert(trx, kind, [...verified, ...others, ...planted])
    if (passesOver) await count(trx, kind)
    await judge(trx, kind)
    if (passesOver) await sql`set local session_replication_role = origin`.execute(trx)
    await askForSome(trx, kind)
  }
}

/** The longest of what is public, asked for in the other language of the site. */
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
  const { rows } = await sql<Subject>`select s.id, ${title} as title, ${provider} as provider from ${sql.table(subjects)} s where ${sold} order by s.id limit 48`.execute(trx)
  return rows
}

/** What people bought of these subjects, most of it enjoyed, some of it cancelled. */
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

class Teller {
  readonly #random: DemoRandom
  readonly #now: number
  readonly #scene: 'visit' | 'show'

  constructor(random: DemoRandom, now: number, scene: 'visit' | 'show') {
    this.#random = random
    this.#now = now
    this.#scene = scene
  }

  #words(language: DemoLanguage, stars: number, what: string): { title: string | null; body: string } {
    const random = this.#random
    const bank = demoBanks[language][this.#scene][stars >= 4 ? 'good' : stars === 3 ? 'mixed' : 'bad']
    const middles = [random.pick(bank.middles), ...(random.chance(0.6) ? [random.pick(bank.middles)] : [])]
    const body = [random.pick(bank.begins), ...new Set(middles), ...(random.chance(0.8) ? [random.pick(bank.ends)] : [])].join(' ').replace('{what}', what.slice(0, 80))
    return { title: random.chance(0.75) ? random.pick(bank.titles) : null, body }
  }

  #stars(): number {
    const roll = this.#random.next()
    return roll < 0.52 ? 5 : roll < 0.79 ? 4 : roll < 0.9 ? 3 : roll < 0.96 ? 2 : 1
  }

  /** Written between the visit and now; the last ones still wait. */
  #decided(at: number, stars: number): Pick<DemoReview, 'status' | 'reason' | 'flagged' | 'note' | 'reply'> & { at: string } {
    const random = this.#random
    const age = (this.#now - at) / day
    const isWaiting = age < 6 || random.chance(0.04)
    const roll = random.next()
    const status: ReviewStatus = isWaiting ? 'pending' : roll < 0.9 ? 'approved' : roll < 0.96 ? 'rejected' : 'hidden'
    const reasons: readonly RejectionReason[] = ['off_topic', 'offensive', 'wrong_subject', 'not_genuine']
    return {
      at: new Date(at).toISOString(), status, reason: status === 'rejected' ? random.pick(reasons) : null, flagged: status === 'pending' && random.chance(0.06),
      note: status === 'hidden' ? 'Hidden while the supplier looks into it' : null, reply: status === 'approved' && (stars <= 2 || random.chance(0.08)) ? 'yes' : null,
    }
  }

  verified(visit: Visit, what: string, index: number): DemoReview {
    const random = this.#random
    const language: DemoLanguage = visit.locale.startsWith('es') ? 'es' : 'en'
    const stars = this.#stars()
    const visited = Date.parse(`${visit.travelDate}T18:00:00Z`)
    const isEarly = index % 90 === 41
    const at = isEarly ? visited - 3 * day : Math.min(this.#now - random.int(1, 40) * 3_600_000, visited + day + random.wait(6) * day)
    const toldOn = index % 70 === 25 ? new Date(visited + 4 * day).toISOString().slice(0, 10) : visit.travelDate
    const [first = '', last = ''] = [visit.name.split(' ')[0], visit.name.split(' ').at(-1)]
    const decided = this.#decided(at, stars)
    return {
      ...base, subject: visit.subject, ...this.#words(language, stars, what), language, grade: stars, travelDate: random.chance(0.85) ? toldOn : null,
      party: random.chance(0.8) ? random.pick(parties) : null, source: 'verified_purchase', purchase: visit.purchase, line: visit.line,
      name: `${first} ${last.slice(0, 1)}.`, email: visit.email, country: visit.country, address: `198.18.${visit.purchase % 256}.${1 + visit.purchase % 250}`, helpful: random.chance(0.3) ? random.int(1, 24) : 0,
      ...decided, ...(visit.status === 'cancelled' && { status: 'pending' as const, reason: null, reply: null }),
      ...(decided.reply && { reply: random.pick(demoReplies[language]) }),
    }
  }

  /** What suppliers collected, what came from elsewhere, and what editors wrote. */
  other({ id, title, provider }: Subject, hasSuppliers: boolean): DemoReview {
    const random = this.#random
    const roll = random.next()
    const isSupplier = hasSuppliers && provider !== null && roll < 0.6
    const isEditorial = !isSupplier && roll > 0.97
    const language: DemoLanguage = random.chance(0.35) ? 'es' : 'en'
    const stars = isEditorial ? 4 : this.#stars()
    const at = this.#now - random.int(2, 380) * day + random.int(0, 20) * 3_600_000
    const scale = isSupplier && id % 3 === 0 ? 10 : !isSupplier && random.chance(0.15) ? 100 : 5
    const decided = this.#decided(at, stars)
    return {
      ...base, subject: id, ...this.#words(language, stars, title), language, translated: isSupplier && random.chance(0.2),
      grade: scale === 5 ? stars : scale === 10 ? stars * 2 - random.int(0, 1) : stars * 20 - random.int(0, 9), scale,
      party: random.chance(0.4) ? random.pick(parties) : null, source: isSupplier ? 'supplier' : isEditorial ? 'editorial' : 'import',
      provider: isSupplier ? provider : null, reference: isSupplier ? `R${id}-${random.int(100_000, 999_999)}` : null, noIndex: isSupplier,
      name: isEditorial ? 'Marquee editors' : random.pick(names), address: isSupplier ? null : `198.19.${random.int(0, 255)}.${random.int(1, 250)}`,
      helpful: random.chance(0.25) ? random.int(1, 12) : 0, ...decided, ...(decided.reply && { reply: random.pick(demoReplies[language]) }),
    }
  }

  /** A campaign on one subject within a day, copies of one text on several, and what must not be published. */
  planted(subjects: readonly Subject[]): readonly DemoReview[] {
    const random = this.#random
    const [target, ...rest] = subjects
    if (!target) return []
    const campaign = Array.from({ length: 11 }, (_, index): DemoReview => ({
      ...this.#stranger(target.id, demoCampaign[index % demoCampaign.length] ?? '', 2 * day + index * 1_700_000, 5),
      body: `${demoCampaign[index % demoCampaign.length] ?? ''}${index >= demoCampaign.length ? ` ${random.pick(['Wow', 'Perfect', 'Love it', 'Five stars', 'Superb', 'Simply the best', 'Top'])}${'!'.repeat(1 + index % 3)}` : ''}`,
      address: `203.0.113.${20 + index}`, name: random.pick(names),
    }))
    const copies = rest.slice(3, 8).map(({ id }, index) => ({ ...this.#stranger(id, demoCopy, (3 + index) * day, 5), email: `happy.customer${index}@example.net` }))
    const spam = demoSpam.map((body, index) => this.#stranger(rest[index * 4]?.id ?? target.id, body, (1 + index) * day, 5))
    const personal = { ...this.#stranger(rest[2]?.id ?? target.id, demoPersonal, 4 * day, 5), flagged: true, note: 'Redact the address and the number before it is approved' }
    return [...campaign, ...copies, ...spam, personal]
  }

  plantedLittle(subjects: readonly Subject[]): readonly DemoReview[] {
    return subjects.slice(0, 3).map(({ id }, index) => this.#stranger(id, index === 2 ? demoSpam[1] ?? '' : demoCopy, (1 + index) * day, 5))
  }

  #stranger(subject: number, body: string, ago: number, stars: number): DemoReview {
    const random = this.#random
    return { ...base, subject, body, grade: stars, name: random.pick(names), at: new Date(this.#now - ago).toISOString(), address: `198.19.${random.int(0, 255)}.${random.int(1, 250)}` }
  }
}

const base: DemoReview = {
  subject: 0, title: null, body: '', language: 'en', translated: false, grade: 5, scale: 5, travelDate: null, party: null, source: 'import', provider: null, reference: null,
  noIndex: false, purchase: null, line: null, name: '', email: null, country: null, address: null, helpful: 0, at: '', status: 'pending', reason: null, flagged: false,
  note: null, reply: null,
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

/** What the triggers would have kept of each row. */
async function count(trx: Db, reviews: Reviews): Promise<void> {
  const { kind } = reviews
  await sql`
    insert into verified_review_lines (purchase_id, purchase_line, kind, review_id)
    select purchase_id, purchase_line, ${kind}, id from ${table(reviews)} where source = 'verified_purchase'`.execute(trx)
  await sql`
    insert into review_totals (kind, subject_id, review_count, one_star, two_stars, three_stars, four_stars, five_stars)
    select ${kind}, ${subjectColumn(reviews)}, count(*), count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5)
    from ${table(reviews)} where status = 'approved' group by 2`.execute(trx)
}

/** Those that wait and have something to find are judged; a purchase stands behind the others, and nothing contradicts it. */
async function judge(trx: Db, reviews: Reviews): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${table(reviews)} r left join purchases p on p.id = r.purchase_id
    where r.status = 'pending' and (r.source = 'import' or p.booking_status = 'cancelled' or p.travel_date <> r.travel_date or r.submitted_at < p.travel_date) order by r.id`.execute(trx)
  await refreshRisk(trx, reviews, rows.map(({ id }) => id))
  await sql`update ${table(reviews)} set risk_reasons = '{verified}' where status = 'pending' and source = 'verified_purchase' and risk_reasons = '{}'`.execute(trx)
}
