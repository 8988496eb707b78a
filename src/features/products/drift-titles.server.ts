import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** The inbox shows, sorts and finds changes by what their products are called today, so they are renamed together. */
export async function renameDrifts(db: Db, productIds: readonly number[]): Promise<void> {
  await sql`
    update product_drifts d set title = p.title from products p
    where p.id = d.product_id and d.product_id = any(${productIds}::bigint[]) and d.title <> p.title`.execute(db)
}
