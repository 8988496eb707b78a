import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import type { Db } from '../../db/tables.server.ts'
import { PdfFile } from '../../platform/documents/pdf-file.server.ts'
import { Sheet } from '../../platform/documents/sheet.server.ts'
import { Typesetter } from '../../platform/documents/typesetting.server.ts'
import { seedMessages } from '../orders/messages/seed-order-messages.server.ts'
import type { FileField } from './evidence-files.ts'

interface Answered {
  readonly id: number
  readonly status: string
  readonly reference: string
  readonly title: string
  readonly contents: string
  readonly amount: number
  readonly currency: string
  readonly placed: string
  readonly starts: string
  readonly at: string
  readonly isSent: boolean
  /** The visit had been when the evidence was sent. */
  readonly isVisited: boolean
}

/**
 * What staff did about some disputes of the demo: files on one that the bank decides on and on one that waits, and a lost one that
 * was accepted. Who is due soon has been reminded of.
 */
export async function seedDisputeAnswers(trx: Db, { asOf }: SeedStory): Promise<void> {
  await seedLastDay(trx, asOf)
  for (const status of ['under_review', 'needs_response', 'won'])
    for (const dispute of await firstOf(trx, status)) await seedFiles(trx, dispute)
  await seedAccepted(trx)
  await seedSignIns(trx, asOf)
  await seedLetters(trx)
  await sql`
    insert into dispute_reminders (dispute_id, days, due_by, created_at)
    select d.id, g.days, d.due_by, d.due_by - make_interval(days => g.days)
    from disputes d cross join (values (3), (1)) g (days)
    where d.status in ('needs_response', 'warning_needs_response')
      and d.due_by between ${asOf}::timestamptz and ${asOf}::timestamptz + make_interval(days => g.days)`.execute(trx)
}

/** One dispute has its deadline within the day. */
async function seedLastDay(trx: Db, asOf: string): Promise<void> {
  await sql`
    with due as (
      update disputes set due_by = ${asOf}::timestamptz + interval '20 hours'
      where id = (select id from disputes where status = 'needs_response' and opened_at < ${asOf}::timestamptz - interval '4 days'
        order by opened_at, id limit 1)
      returning purchase_id, due_by)
    update purchases p set due_at = due.due_by from due where p.id = due.purchase_id`.execute(trx)
}

/** Customers signed in to order, and again from elsewhere once they had their tickets. */
async function seedSignIns(trx: Db, asOf: string): Promise<void> {
  await sql`
    insert into customer_sessions (customer_id, token_hash, address, user_agent, country, created_at, last_seen_at, expires_at)
    -- No secret matches these hashes.
    select c.id, sha256(convert_to('dispute ' || p.id || ' ' || s.n, 'UTF8')), s.address, '', n.code, s.at, s.at + interval '9 minutes',
      s.at + interval '30 days'
    from (select distinct purchase_id from disputes) d join purchases p on p.id = d.purchase_id
      join customers c on c.id = p.customer_id and c.status = 'active' left join countries n on n.id = c.country_id
      cross join lateral (values
        (1, p.client_address, p.created_at - interval '4 minutes'),
        (2, '192.0.2.' || (1 + p.id % 250), (
          select min(e.at) + interval '3 hours' from purchase_events e where e.purchase_id = p.id and e.kind = 'tickets_delivered'))
      ) s (n, address, at)
    where s.address is not null and s.at < ${asOf}::timestamptz - interval '9 minutes'`.execute(trx)
}

/** What the customers were sent of orders that are older than those with messages. */
async function seedLetters(trx: Db): Promise<void> {
  const { rows } = await sql<{ id: number; at: string; kind: 'confirmation' | 'ticket' | 'voucher' }>`
    select e.purchase_id as id, min(e.at) as at, k.kind from (select distinct purchase_id from disputes) d
      join purchases p on p.id = d.purchase_id join purchase_events e on e.purchase_id = p.id
      cross join lateral (select case e.kind when 'supplier_confirmed' then 'confirmation' when 'tickets_delivered'
        then case p.kind when 'event' then 'ticket' else 'voucher' end end as kind) k
    where k.kind is not null
      and not exists (select from order_messages m where m.purchase_id = p.id and m.kind = k.kind)
    group by 1, 3 order by 2, 1, 3`.execute(trx)
  for (const [kind, those] of Map.groupBy(rows, (one) => one.kind)) await seedMessages(trx, kind, those)
}

async function firstOf(trx: Db, status: string): Promise<readonly Answered[]> {
  const { rows } = await sql<Answered>`
    select d.id, d.status, p.reference, p.title, p.contents, d.amount, d.currency, p.created_at::date::text as placed,
      p.travel_date::text as starts, d.submissions > 0 as "isSent",
      coalesce(p.starts_at < d.submitted_at, false) as "isVisited",
      to_char(coalesce(d.submitted_at - interval '20 minutes', d.opened_at + interval '2 hours') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from disputes d join purchases p on p.id = d.purchase_id where d.status = ${status}
    order by d.urgency desc, d.opened_at desc, d.id limit 1`.execute(trx)
  return rows
}

async function seedFiles(trx: Db, dispute: Answered): Promise<void> {
  const { reference, title, contents, amount, currency, placed, starts } = dispute
  const receipt = [
    `Order ${reference}, placed on ${placed}`,
    title,
    contents,
    `Paid by card: ${formatMoney(amount, currency)}`,
  ]
  const proof = [
    `Order ${reference}: ${title}`,
    `Visit on ${starts}`,
    'Scanned at the entrance, gate 2. The scanner keeps no name of the visitor.',
  ]
  await addFile(trx, dispute, 'receipt', { name: 'receipt.pdf', title: 'Receipt', texts: receipt })
  if (!dispute.isSent) return
  // Before the visit there is nothing to scan, only what the customer agreed to.
  await (dispute.isVisited
    ? addFile(trx, dispute, 'service_documentation', {
        name: 'scan-report.pdf',
        title: 'Scan report of the venue',
        texts: proof,
      })
    : addFile(trx, dispute, 'cancellation_policy', {
        name: 'terms-at-checkout.pdf',
        title: 'Terms that the customer accepted',
        texts: [`Order ${reference}, placed on ${placed}`, `Visit on ${starts}`, 'Accepted at checkout before paying.'],
      }))
}

interface Page {
  readonly name: string
  readonly title: string
  readonly texts: readonly string[]
}

async function addFile(trx: Db, dispute: Answered, field: FileField, page: Page): Promise<void> {
  const data = await pdfOf(page, dispute.at)
  // What the bank has, Stripe has a name for.
  const reference = dispute.isSent ? `file_demo_${dispute.id}_${field}` : null
  await sql`
    insert into dispute_files (dispute_id, field, file_name, media_type, data, provider_reference, added_by, created_at)
    select ${dispute.id}, ${field}, ${page.name}, 'application/pdf', ${Buffer.from(data)}, ${reference},
      (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1), ${dispute.at}`.execute(
    trx,
  )
}

async function pdfOf({ title, texts }: Page, createdAt: string): Promise<Uint8Array> {
  const set = await Typesetter.for([title, ...texts], 'en')
  const file = new PdfFile({ title, author: 'Marquee', locale: 'en', createdAt })
  const sheet = new Sheet(file, set)
  sheet.write(title, { size: 20, weight: 700 })
  sheet.y -= 12
  sheet.rule()
  sheet.y -= 10
  for (const text of texts) sheet.write(text, { size: 11 })
  return await file.write()
}

/** Finance gave up the newest that was lost without evidence. */
async function seedAccepted(trx: Db): Promise<void> {
  await sql`
    with accepted as (
      insert into dispute_answers (dispute_id, kind, state, submissions, idempotency_key, tries, requested_by, settled_at, created_at)
      select d.id, 'accept', 'done', 0, 'seed', 1,
        (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1),
        d.closed_at, d.closed_at - interval '1 minute'
      from disputes d where d.status = 'lost' and d.submissions = 0 and d.closed_at > d.opened_at + interval '1 hour'
      order by d.closed_at desc, d.id limit 1
      returning dispute_id, requested_by, created_at)
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount)
    select d.purchase_id, a.created_at, 'dispute_accepted', 'staff', t.name, d.amount
    from accepted a join disputes d on d.id = a.dispute_id left join staff t on t.id = a.requested_by`.execute(trx)
}
