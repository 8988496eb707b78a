import { sql } from 'kysely'

/** Purchases that have yet to be attended: when a performance moves, they move with it. */
export const openPurchases = sql`('pending_payment', 'on_hold', 'pending_supplier', 'confirmed')`

/** Purchases whose customers are notified of a cancellation. Past performances have completed theirs. */
export const heldPurchases = sql`('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')`

/** Purchases `u` of these whose customers can be written to: one who was anonymised has no address any more. */
export const notifiedPurchases = sql`(u.booking_status in ${heldPurchases} and u.customer_email not like '%@anonymised.invalid')`
