import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { formatMoney, formatPercent } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { shareOf } from '../../../core/money.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { inquire } from '../supplier-calls.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { Effect } from './command-state.server.ts'

/** Minutes for which people can decide by what a supplier said. */
const trueFor = 15

/** Bookings that cost something at a supplier outside. What is only held costs nothing. */
const isBookedOutside = ({ supplierKey, supplier, booking }: CommandOrder) =>
  supplierKey !== null && supplier !== 'house' && booking === 'confirmed'

/** Asks the supplier what comes back if its booking is cancelled now. Where it gives no answer, the order can be cancelled all the same. */
export async function askForReturn(order: CommandOrder, database: Pick<Database, 'kysely'>): Promise<void> {
  if (!isBookedOutside(order) || order.supplierKey === null) return
  const call = { supplier: order.supplier, key: order.supplierKey, request: {} } as const
  await inquire(database, { ...call, action: 'quoteCancellation' }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** What the supplier gives back of our cost, as it has just said. */
export async function supplierReturn(db: Db, order: CommandOrder): Promise<readonly Effect[]> {
  if (!isBookedOutside(order)) return []
  const {
    rows: [quote],
  } = await sql<{ refund: number }>`
    select (answer ->> 'refund')::integer as refund from supplier_calls
    where key = ${order.supplierKey} and action = 'quoteCancellation' and state = 'done' and settled_at > now() - make_interval(mins => ${trueFor})
    order by id desc limit 1`.execute(db)
  return [{ about: 'supplier', text: returnWords(order, quote?.refund) }]
}

function returnWords({ provider, supplierCost, currency }: CommandOrder, refund: number | undefined): string {
  if (refund === undefined)
    return t('{provider} hasn’t said what it refunds. Ask them before you cancel.', { provider })
  const amount = shareOf(supplierCost, refund)
  return amount === 0
    ? t('{provider} refunds nothing. We still owe {cost}.', { provider, cost: formatMoney(supplierCost, currency) })
    : t('{provider} refunds {share} of our cost: {amount}.', {
        provider,
        share: formatPercent(refund),
        amount: formatMoney(amount, currency),
      })
}
