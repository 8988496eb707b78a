import { sql } from 'kysely'
import { unconfirmed } from './purchase-states.ts'

/** Whether the purchase t was ever a sale: an order cancelled before it was paid was none. */
export const isSale = sql`(t.booking_status not in ('pending_payment', 'expired', 'rejected')
  and not (t.booking_status = 'cancelled' and t.payment_status = 'unpaid'))`

/** Whether the supplier of the purchase t has confirmed it. Until then its cost, and so its margin, isn't known. */
export const isConfirmed = sql`t.booking_status not in (${sql.join(unconfirmed.map((booking) => sql.lit(booking)))})`
