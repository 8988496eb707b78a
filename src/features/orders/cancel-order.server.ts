import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { ApiCaller } from '../api-users/api-access.server.ts'
import { moved } from '../purchases/states/order-transitions.ts'
import type { LockedOrder } from './end-order.server.ts'
import { endOrder, lockedColumns } from './end-order.server.ts'
import { askSupplier, supplierOf } from './supplier-calls.server.ts'

/**
 * Cancels an order that is not paid. Cancelling what is cancelled changes nothing.
 *
 * @throws Refusal 404 for an order of another API user, 409 for one that is paid or has ended otherwise
 */
export async function cancelOrder(
  database: Database,
  { userId, name }: Pick<ApiCaller, 'userId' | 'name'>,
  reference: string,
): Promise<void> {
  const supplierKey = await database.kysely.transaction().execute(async (db) => {
    const {
      rows: [order],
    } = await sql<LockedOrder>`
      select ${lockedColumns} from purchases p join order_placements o on o.purchase_id = p.id
      where p.reference = ${reference.toUpperCase()} and o.api_user_id = ${userId} for no key update of p`.execute(db)
    if (!order) throw new Refusal(404, t('Order not found.'))
    if (order.booking === 'cancelled') return null
    if (order.payment !== 'unpaid')
      throw new Refusal(409, t('This order is paid. Ask us to cancel it.'), { error: 'AlreadyPaid' })
    if (!moved(order, 'cancel', Date.now()))
      throw new Refusal(409, t('This order has ended already.'), { error: 'OrderEnded' })
    await endOrder(db, order, 'cancelled', { actor: system(name), kind: 'customer' })
    return order.supplierKey
  })
  if (supplierKey !== null)
    await askSupplier(database, supplierOf(database, 'house'), { action: 'cancel', key: supplierKey })
}
