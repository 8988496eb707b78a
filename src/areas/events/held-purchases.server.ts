import { sql } from 'kysely'

/** Purchases that somebody still has to come for: a performance that is moved moves them too. */
export const openPurchases = sql`('pending_payment', 'on_hold', 'pending_supplier', 'confirmed')`

/** Purchases that whoever is told of a cancellation holds: past performances have seen theirs through. */
export const heldPurchases = sql`('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')`
