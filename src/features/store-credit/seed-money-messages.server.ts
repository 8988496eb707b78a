import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { seedMessages } from '../orders/messages/seed-order-messages.server.ts'

/** Newer than this, because messages are deleted after 90 days. */
const kept = sql`interval '85 days'`

interface Told {
  readonly id: number
  readonly at: string
}

/** What customers were written about their newest refunds and about their store credit. */
export async function seedMoneyMessages(trx: Db, { asOf }: SeedStory): Promise<void> {
  const { rows: refunded } = await sql<Told>`
    select r.purchase_id as id, max(r.succeeded_at) as at from refunds r
    where r.state = 'succeeded' and r.succeeded_at > ${asOf}::timestamptz - ${kept} and r.succeeded_at <= ${asOf}::timestamptz
    group by r.purchase_id order by max(r.succeeded_at) desc, r.purchase_id limit 100`.execute(trx)
  await seedMessages(trx, 'refund_made', refunded.toReversed())
  await seedDelayed(trx)
  await seedBankReturns(trx, asOf)
  await seedCredit(trx, 'credit_given', sql`c.created_at`, asOf)
  await seedCredit(trx, 'credit_ending', sql`c.expires_at - interval '14 days' + interval '7 hours 35 minutes'`, asOf)
}

/** Staff wrote to the customer of the refund that failed first. */
async function seedDelayed(trx: Db): Promise<void> {
  const { rows } = await sql<Told & { by: string }>`
    select r.purchase_id as id, r.updated_at + interval '40 minutes' as at, s.name as by
    from refunds r join staff s on s.id = r.requested_by where r.state = 'failed' order by r.updated_at, r.id limit 1`.execute(
    trx,
  )
  for (const { by, ...told } of rows) await seedMessages(trx, 'refund_delayed', [told], by)
}

/** Customers whose banks returned the money, where it was they who asked. */
async function seedBankReturns(trx: Db, asOf: string): Promise<void> {
  const { rows } = await sql<Told>`
    select d.purchase_id as id, max(d.closed_at) as at from disputes d
    where d.status = 'lost' and d.withdrawn > d.reinstated and d.reason not in ('fraudulent', 'unrecognized', 'debit_not_authorized')
      and d.closed_at between ${asOf}::timestamptz - ${kept} and ${asOf}::timestamptz
    group by d.purchase_id order by 2, 1`.execute(trx)
  await seedMessages(trx, 'bank_returned', rows)
}

async function seedCredit(
  trx: Db,
  kind: 'credit_given' | 'credit_ending',
  moment: ReturnType<typeof sql>,
  asOf: string,
): Promise<void> {
  const { rows } = await sql<Told>`
    select c.purchase_id as id, ${moment} as at from store_credits c
    where c.reason = 'goodwill' and c.purchase_id is not null and c.created_at <= ${moment}
      and ${moment} between ${asOf}::timestamptz - ${kept} and ${asOf}::timestamptz
    order by 2, 1`.execute(trx)
  await seedMessages(trx, kind, rows)
  await sql`
    insert into store_credit_messages (credit_id, kind, expires_at, message_id, created_at)
    select c.id, o.kind, c.expires_at, o.message_id, o.created_at
    from order_messages o join store_credits c on c.purchase_id = o.purchase_id and c.reason = 'goodwill'
    where o.kind = ${kind} order by o.id`.execute(trx)
}
