import type { Database } from '../../db/database.server.ts'
import { bookStock, holdStock, releaseStock } from './house-stock.server.ts'
import type { SupplierPort } from './supplier-port.server.ts'

/** Our own stock as a supplier like any other: each call is a transaction of its own. */
export function houseSupplier({ kysely }: Pick<Database, 'kysely'>): SupplierPort {
  return {
    async hold(key, { lines, seconds }) {
      // Of what there is no end, nothing has to be kept.
      if (lines.length === 0) return { heldUntil: new Date(Date.now() + seconds * 1_000).toISOString() }
      return await kysely.transaction().execute((db) => holdStock(db, { key, seconds, lines }))
    },
    async book(key) {
      await kysely.transaction().execute((db) => bookStock(db, key))
      return { status: 'CONFIRMED' }
    },
    async cancel(key) {
      return { returned: await kysely.transaction().execute((db) => releaseStock(db, key)) }
    },
  }
}
