import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/**
 * The newest paid orders that have nothing to do with refunds yet, and what becomes of each: a refund in every state. What a
 * person decided has who it was; the rest is what the gateway said.
 */
const endings = [
  { state: 'failed', failure: 'expired_or_canceled_card', kind: 'refund_failed' },
  { state: 'requested', failure: null },
  { state: 'processing', failure: null, kind: 'refund_approved', by: 'approver' },
  { state: 'failed', failure: 'insufficient_funds', kind: 'refund_failed' },
  { state: 'requested', failure: null },
  { state: 'rejected', failure: null, kind: 'refund_rejected', by: 'approver' },
  // Redirected to a bank account because the card was closed; a person makes the transfer.
  { state: 'approved', failure: null, kind: 'refund_retried', by: 'requester' },
  { state: 'reversed', failure: null, kind: 'refund_reversed' },
  // A transfer that the customer’s bank sent back three days later, because the account was closed.
  { state: 'reversed', failure: null, kind: 'refund_reversed', by: 'requester', isTransfer: true },
] as const

/** Who asked for all of them, and who decides about those beyond that person’s limit. */
const requester = sql`(select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1)`
const approver = sql`(select t.id from staff t join roles r on r.id = t.role_id where r.name = 'admin' order by t.id limit 1)`

export async function seedRefunds(trx: Db, { asOf }: SeedStory): Promise<void> {
  const placed = endings.map((ending, index) => ({
    isTransfer: ending.state === 'approved',
    ...ending,
    position: index + 1,
    needsApproval: ending.state === 'requested' || ending.state === 'rejected' || ending.state === 'processing',
  }))
  const parts = [true, false].flatMap((needs) =>
    placed.filter(({ needsApproval }) => needsApproval === needs).map((part, index) => ({ ...part, rank: index + 1 })),
  )
  const approvals = placed.filter(({ needsApproval }) => needsApproval).length
  // What waits for a second person is beyond the limit of who asks.
  const able = sql`
    select p.id, p.currency, p.captured, p.created_at,
      row_number() over (order by (p.currency = 'EUR' and p.captured >= 60000) desc, p.created_at desc, p.id desc) <= ${approvals} as is_large
    from purchases p
    where p.payment_status = 'captured' and p.refund_state = 'none' and p.next_step = 'none' and p.captured >= 4000
      and p.created_at < ${asOf}::timestamptz - interval '20 days'`
  const chosen = sql`
    select a.id, a.currency, a.is_large, case when a.is_large then a.captured * 9 / 10 else a.captured / 4 end as amount,
      row_number() over (partition by a.is_large order by a.created_at desc, a.id desc) as rank
    from (${able}) a`
  const made = sql`
    select c.*, (select x.id from payments x where x.purchase_id = c.id and x.state = 'captured' order by x.captured desc limit 1) as payment_id,
      e.position, e.state, e.failure, e.kind, e.by, e."isTransfer" as is_transfer, e."needsApproval" as needs_approval,
      t.settled_at, t.succeeded_at, coalesce(t.succeeded_at, t.settled_at) - e.position * interval '2 hours' as requested_at
    from (${chosen}) c
    join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) e (
      position integer, rank integer, "needsApproval" boolean, state text, failure text, kind text, by text, "isTransfer" boolean)
      on e.rank = c.rank and e."needsApproval" = c.is_large
    cross join lateral (
      select s.at as settled_at, case when e.state = 'reversed'
        then s.at - case when e."isTransfer" then interval '3 days' else interval '8 hours' end end as succeeded_at
      from (select ${asOf}::timestamptz - e.position * interval '5 hours' as at) s) t`
  await sql`create temp table refunds_to_seed on commit drop as ${made}`.execute(trx)
  await sql`
    update purchases p set refund_state = case s.state when 'failed' then 'failed' when 'requested' then 'requested' when 'processing' then 'processing'
        when 'approved' then 'processing' else 'none' end,
      refund_pending = case when s.state in ('requested', 'approved', 'processing') then s.amount else 0 end,
      -- Else it would be due a while after the present, and demo data would be another with each load.
      due_at = case when s.state in ('failed', 'requested') then ${asOf}::timestamptz + s.position * interval '5 hours' end
    from refunds_to_seed s where p.id = s.id`.execute(trx)
  await sql`
    insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination,
      bank_account, bank_reference, idempotency_key, failure, needs_approval, requested_by, approved_by, succeeded_at, created_at, updated_at)
    select s.id, s.payment_id, s.state, s.currency, s.amount, 'goodwill', 'quality', 'staff', 'platform',
      case when s.is_transfer then 'bank_transfer' else 'original_method' end,
      case when s.is_transfer then 'DE89370400440532013000' end, case when s.is_transfer and s.state = 'reversed' then 'SEPA 2026-0417' end,
      'seed', s.failure, s.needs_approval, ${requester}, case s.kind when 'refund_approved' then ${approver} end, s.succeeded_at,
      s.requested_at, case when s.kind is null then s.requested_at else s.settled_at end
    from refunds_to_seed s`.execute(trx)
  await tellTimelines(trx)
}

/** What each order says of its refund: who asked for it and when, as the refund has it, and later what became of it. */
async function tellTimelines(trx: Db): Promise<void> {
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail)
    select s.id, e.at, e.kind, case when e.by is null then 'system' else 'staff' end, t.name, s.amount, e.detail
    from refunds_to_seed s
    cross join lateral (values
      (1, s.requested_at, 'refund_requested', 'requester', null),
      (2, case s.kind when 'refund_retried' then s.requested_at + interval '1 hour' end, 'refund_failed', null, 'expired_or_canceled_card'),
      (3, s.succeeded_at, 'refund_succeeded', s.by, null),
      (4, s.settled_at, s.kind, s.by, s.failure)) e (place, at, kind, by, detail)
    left join staff t on t.id = case e.by when 'requester' then ${requester} when 'approver' then ${approver} end
    where e.at is not null and e.kind is not null order by s.position, e.place`.execute(trx)
  // Those that staff asked for in the sales themselves: the sales know people by their numbers only.
  await sql`
    update purchase_events e set actor_name = t.name from refunds r join staff t on t.id = r.requested_by
    where e.purchase_id = r.purchase_id and e.kind = 'refund_requested' and e.actor_kind = 'staff' and e.actor_name is null`.execute(
    trx,
  )
}
