import { sql } from 'kysely'

/** Purchases that have yet to be attended: when a performance moves, they move with it. */
export const openPurchases = sql`('pending_payment', 'on_hold', 'pending_supplier', 'confirmed')`

/** Purchases whose customers are notified of a cancellation. Past performances have completed theirs. */
export const heldPurchases = sql`('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')`
