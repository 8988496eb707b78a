import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'

/** Few enough for the 200 ms that a transaction can take on the embedded engine. */
const batch = 100

/** Ends what can no longer be spent, and posts it as income. What is held for an order waits until the order is paid or over. */
export const expireCreditJob: Job = {
  name: 'expire-store-credit',
  label: msg('Store credit expiry'),
  does: msg('Ends store credit past its last day and posts it as income.'),
  staleWithout: msg('Expired store credit stays in what we owe customers. It cannot be spent either way.'),
  overlap: 'share',
  cron: '20 * * * *',
  counts: { expired: msg('Expired') },
  async run({ database, signal, count }) {
    for (let some = batch; some === batch && !signal.aborted;) {
      some = await expireSome(database)
      count('expired', some)
    }
  },
}

async function expireSome(database: Pick<Database, 'kysely'>): Promise<number> {
  return await database.kysely.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: number; amount: number; currency: string; customerId: number }>`
      with due as (
        select id, available from store_credits where state = 'open' and available > 0 and expires_at <= now()
        order by expires_at, id limit ${batch} for no key update skip locked
      )
      update store_credits c set expired = c.expired + due.available, updated_at = now(), version = c.version + 1
      from due where due.id = c.id
      returning c.id, due.available as amount, c.currency, c.customer_id as "customerId"`.execute(db)
    await appendAudit(
      db,
      rows.map(({ id, amount, currency, customerId }) => ({
        action: 'expire',
        object: 'store-credits',
        recordId: id,
        title: `Store credit ${id}`,
        after: { expired: amount, currency, customerId },
      })),
      { actor: system('store credit expiry') },
    )
    return rows.length
  })
}
