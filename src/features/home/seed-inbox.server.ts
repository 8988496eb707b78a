import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Notice, NoticeKind } from '../../platform/inbox/notices.server.ts'
import { notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import { mentioned } from '../../platform/notes/mentions.server.ts'
import { placeOfNote } from '../../platform/notes/notes.ts'
import { disputeDecided, disputeDue, disputeOpened } from '../disputes/dispute-notices.server.ts'
import { providerIncident } from '../event-supply/provider-troubles.server.ts'
import { refundRequested } from '../payments/refund-notices.server.ts'
import { orderDue } from '../purchases/due-orders.server.ts'
import { orderAssigned } from '../purchases/order-notices.server.ts'
import { accessRequested } from '../staff/people/staff-notices.server.ts'

interface Person {
  readonly id: number
  readonly name: string
  readonly role: string
  /** A colleague of theirs, who writes to them. */
  readonly colleague: string
  readonly colleagueId: number
  readonly orders: readonly {
    readonly id: number
    readonly reference: string
    readonly step: string
    readonly due: string
  }[]
}

/** What a role’s people are asked in a note, and about what. */
const questions: Readonly<Record<string, { readonly resource: 'purchases' | 'products'; readonly body: string }>> = {
  'admin': { resource: 'products', body: 'can we keep selling this while the supplier is short of guides?' },
  'catalogue-editor': {
    resource: 'products',
    body: 'the Spanish title still has last year’s opening hours. Can you fix it?',
  },
  'sales-agent': { resource: 'purchases', body: 'the customer called twice today. Can you call back before six?' },
  'finance': { resource: 'purchases', body: 'the bank wants proof of delivery for this one. Do we have it?' },
}

/** News for everyone who signs in to the demo, of orders, notes, requests and providers that are there. Safe to run again. */
export async function seedInbox(trx: Db, { asOf }: SeedStory): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from inbox_items where kind = ${orderAssigned.kind} limit 1`.execute(trx)
  if (there) return
  const tell = async <Data extends Record<string, string | number | boolean | null>>(
    kind: NoticeKind<Data>,
    notice: Notice<Data>,
    hoursAgo: number,
    isRead = false,
  ) => {
    await notify(trx, kind, notice)
    await sql`
      update inbox_items set created_at = ${asOf}::timestamptz - make_interval(mins => ${Math.round(hoursAgo * 60)}), email = 'never',
        notified_at = now(), read_at = case when ${isRead} then now() end
      where notified_at is null and kind = ${kind.kind}`.execute(trx)
  }
  for (const person of await peopleOf(trx, asOf)) {
    const to = [person.id]
    const [first, second, third] = person.orders
    const assigned = (count: number, order = first) => ({
      by: person.colleague,
      reference: order?.reference ?? '',
      count,
    })
    if (second)
      await tell(
        orderAssigned,
        { to, data: assigned(1, second), record: { resource: 'purchases', id: second.id } },
        27,
        true,
      )
    if (third)
      await tell(orderAssigned, { to, data: assigned(1, third), record: { resource: 'purchases', id: third.id } }, 2.2)
    if (first) {
      const { id, ...data } = first
      await tell(orderDue, { to, data, record: { resource: 'purchases', id } }, 0.3)
      // The job says it once, too.
      await sql`
        insert into due_notices (purchase_id, staff_id, due_at)
        select p.id, p.assignee_id, p.due_at from purchases p where p.id = ${id} on conflict do nothing`.execute(trx)
    }
    const question = questions[person.role]
    const about = question && (await noteTo(trx, person, question, asOf))
    if (about)
      await tell(
        mentioned,
        { to, data: { by: person.colleague, title: about.title }, record: about.record, path: about.path },
        5,
      )
  }
  await notifyOfRequests(trx, tell)
  await notifyOfPauses(trx, tell, asOf)
  await notifyOfDisputes(trx, tell, asOf)
}

type Tell = <Data extends Record<string, string | number | boolean | null>>(
  kind: NoticeKind<Data>,
  notice: Notice<Data>,
  hoursAgo: number,
  isRead?: boolean,
) => Promise<void>

async function notifyOfRequests(trx: Db, tell: Tell): Promise<void> {
  const approvers = await staffWith(trx, 'refund', 'purchases')
  const { rows: refunds } = await sql<{
    id: number
    asker: number
    by: string
    reference: string
    amount: number
    currency: string
  }>`
    select p.id, s.id as asker, s.name as by, p.reference, r.amount, r.currency from refunds r join purchases p on p.id = r.purchase_id
      join staff s on s.id = r.requested_by
    where r.state = 'requested' order by r.id desc limit 2`.execute(trx)
  for (const [place, { id, asker, ...data }] of refunds.entries())
    await tell(
      refundRequested,
      { to: approvers.filter((one) => one !== asker), data, record: { resource: 'purchases', id }, key: String(id) },
      1.5 + place * 20,
    )
  const { rows: asks } = await sql<{ person: string; role: string; reason: string }>`
    select s.name as person, e.role_name as role, e.reason from elevations e join staff s on s.id = e.staff_id
    where e.decision is null order by e.id desc limit 1`.execute(trx)
  const admins = await staffWith(trx, 'manage-staff', 'users')
  for (const data of asks) await tell(accessRequested, { to: admins, data, path: '/admin-users/list' }, 0.5)
}

interface Paused {
  readonly code: string
  readonly provider: string
  readonly reason: string
  readonly by: string
  readonly countedCalls: number
  readonly failedCalls: number
  readonly hoursAgo: number
}

/** The last provider that a person has paused, and the last that its rule has. */
async function notifyOfPauses(trx: Db, tell: Tell, asOf: string): Promise<void> {
  const to = await staffWith(trx, 'write', 'providers')
  const { rows } = await sql<Paused>`
    select p.code, p.name as provider, coalesce(u.reason, '') as reason, coalesce(s.name, '') as by,
      coalesce(u.counted_calls, 0) as "countedCalls", coalesce(u.failed_calls, 0) as "failedCalls",
      (extract(epoch from ${asOf}::timestamptz - u.paused_at) / 3600)::float8 as "hoursAgo"
    from (select distinct on (paused_by is null) * from provider_pauses order by paused_by is null, paused_at desc, id desc) u
      join providers p on p.id = u.provider_id left join staff s on s.id = u.paused_by
    order by u.paused_at`.execute(trx)
  for (const { code, hoursAgo, ...data } of rows)
    await tell(
      providerIncident,
      { to, data: { ...data, incident: 'paused' }, path: `/providers/event/view?id=${code}` },
      hoursAgo,
      true,
    )
}

interface Disputed {
  readonly id: number
  readonly status: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly reason: string
  readonly due: string
  readonly hoursAgo: number
}

/** The disputes that opened last, the one whose deadline is nearest, and the last that was won and lost. */
async function notifyOfDisputes(trx: Db, tell: Tell, asOf: string): Promise<void> {
  const people = await staffWith(trx, 'refund', 'purchases')
  const { rows } = await sql<Disputed & { isDue: boolean }>`
    select d.id, d.status, p.reference, d.amount, d.currency, d.reason,
      to_char(d.due_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due, d.is_due as "isDue",
      (extract(epoch from ${asOf}::timestamptz - coalesce(d.closed_at, d.opened_at)) / 3600)::float8 as "hoursAgo"
    from (
      (select *, false as is_due from disputes where status = 'needs_response' order by opened_at desc, id desc limit 1)
      union all (select *, false from disputes where status = 'warning_needs_response' order by opened_at desc, id desc limit 1)
      union all (select *, true from disputes where status = 'needs_response' and due_by > ${asOf}::timestamptz
        and due_by < ${asOf}::timestamptz + interval '1 day' order by due_by, id limit 1)
      union all (select *, false from disputes where status = 'won' order by closed_at desc, id desc limit 1)
      union all (select *, false from disputes where status = 'lost' order by closed_at desc, id desc limit 1)
    ) d join purchases p on p.id = d.purchase_id`.execute(trx)
  for (const { id, status, reason, due, isDue, hoursAgo, ...data } of rows) {
    const about = { to: people, record: { resource: 'disputes', id }, key: String(id) }
    const isInquiry = status.startsWith('warning')
    // Older news is deleted.
    const ago = Math.min(hoursAgo, 80 * 24)
    if (isDue) await tell(disputeDue, { ...about, data: { ...data, due, isInquiry } }, 0.7)
    else if (status.endsWith('needs_response'))
      await tell(disputeOpened, { ...about, data: { ...data, reason, due, isInquiry } }, ago, !isInquiry)
    else await tell(disputeDecided, { ...about, data: { ...data, isWon: status === 'won' } }, ago, true)
  }
}

/** Active people with someone of another first name who works beside them, and their orders, those due first in front. */
async function peopleOf(trx: Db, asOf: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select s.id, s.name, r.name as role, c.name as colleague, c.id as "colleagueId",
      coalesce((select json_agg(json_build_object('id', o.id, 'reference', o.reference, 'step', o.next_step,
          'due', to_char(o.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by o.due_at, o.id)
        from (select p.id, p.reference, p.next_step, p.due_at from purchases p
          where p.assignee_id = s.id and p.next_step <> 'none' and p.due_at > ${asOf}::timestamptz
            and (p.snoozed_until is null or p.snoozed_until <= ${asOf}::timestamptz)
          order by p.due_at, p.id limit 3) o), '[]') as orders
    from staff s join roles r on r.id = s.role_id
      cross join lateral (select c.id, c.name from staff c where c.status = 'active' and c.id <> s.id
        order by c.role_id = s.role_id desc, c.id limit 1) c
    where s.status = 'active' order by s.id`.execute(trx)
  return rows
}

/** A colleague's note on a record, which mentions the person. */
async function noteTo(
  trx: Db,
  { id, name, colleagueId }: Person,
  { resource, body }: { readonly resource: 'purchases' | 'products'; readonly body: string },
  asOf: string,
): Promise<{ title: string; record: { resource: string; id: number }; path: string } | null> {
  const {
    rows: [record],
  } = await (
    resource === 'purchases'
      ? sql<{ id: number; title: string }>`
        select id, reference as title from purchases where next_step <> 'none' order by due_at offset ${id % 20} limit 1`
      : sql<{ id: number; title: string }>`select id, title from products order by id offset ${id % 20} limit 1`
  ).execute(trx)
  if (!record) return null
  const { rows: notes } = await sql<{ id: number }>`
    insert into record_notes (resource, record_id, body, author_id, created_at)
    values (${resource}, ${record.id}, ${`@${name} ${body}`}, ${colleagueId}, ${asOf}::timestamptz - interval '5 hours') returning id`.execute(
    trx,
  )
  const path = `#${placeOfNote(notes[0]?.id ?? 0)}`
  return { title: record.title, record: { resource, id: record.id }, path }
}
