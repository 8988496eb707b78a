import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import { moved } from '../purchases/states/order-transitions.ts'
import { endOrder } from './end-order.server.ts'
import type { LockedOrder } from './order-moves.server.ts'
import { lockedColumns } from './order-moves.server.ts'
import { expireChanges } from './paid-changes.server.ts'

/** Few enough for the 200 ms that a transaction can take on the embedded engine. */
const batch = 20

/**
 * Writes down which orders have expired, and makes their coupons usable again. Their places were free from the deadline
 * on, whenever this runs.
 */
export const expireOrdersJob: Job = {
  name: 'expire-orders',
  label: msg('Order expiry'),
  does: msg('Expires unpaid orders and changes past their deadline and frees their coupons.'),
  staleWithout: msg('Unpaid orders look open, and their coupons stay used.'),
  overlap: 'share',
  cron: '* * * * *',
  async run({ database, log, signal }) {
    let [expired, changes] = [0, 0]
    for (let some = batch; some === batch && !signal.aborted;) {
      some = await expireSome(database)
      expired += some
    }
    for (let some = batch; some === batch && !signal.aborted;) {
      some = await expireChanges(database)
      changes += some
    }
    if (changes > 0) log.info({ changes }, 'Changes that were not paid have expired')
    if (expired > 0) log.info({ expired }, 'Orders expired')
  },
}

async function expireSome(database: Database): Promise<number> {
  return await database.kysely.transaction().execute(async (db) => {
    const { rows } = await sql<LockedOrder>`
      select ${lockedColumns} from purchases p left join order_placements o on o.purchase_id = p.id
      where p.booking_status = 'pending_payment' and p.payment_status in ('unpaid', 'refunded') and p.held_until <= now()
      order by p.id limit ${batch} for no key update of p skip locked`.execute(db)
    const now = Date.now()
    const due = rows.filter((order) => moved(order, 'expire', now) !== null)
    for (const order of due)
      await endOrder(db, order, 'expired', { by: { actor: system('order expiry'), kind: 'system' } })
    return due.length
  })
}
