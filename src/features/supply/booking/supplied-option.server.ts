import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { codesTable } from '../importing/code-rows.server.ts'
import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { supplierServers } from '../supplier-servers.server.ts'

/** An option that is booked at a supplier, in the supplier's codes. */
export interface SuppliedOption {
  readonly supplier: SupplierServer['facts']['key']
  readonly productCode: string
  readonly optionCode: string
  readonly units: readonly { readonly id: number; readonly type: UnitType; readonly label: string }[]
}

/**
 * Who is asked for an option: the supplier of its product's provider, where the product was imported from there, whatever becomes of
 * its code later: it can be queued again, fail or be rejected while the product is on sale. Null: it is our own stock, as are products
 * of the demo that only have a supplier's name.
 */
export async function suppliedOption(db: Db, optionId: number): Promise<SuppliedOption | null> {
  const imported = supplierServers.map(
    ({ facts }) => sql`
      select ${facts.key}::text as supplier, product_id from ${codesTable(facts)}
      where product_id is not null and payload_hash is not null`,
  )
  const { rows } = await sql<SuppliedOption>`
    select v.code as supplier, p.supplier_code as "productCode", o.code as "optionCode",
      (select coalesce(json_agg(json_build_object('id', b.id, 'type', b.type, 'label', coalesce(b.supplier_label, b.title))), '[]')
        from product_age_bands b where b.product_id = p.id) as units
    from product_options o join products p on p.id = o.product_id join providers v on v.id = p.provider_id
      join (${sql.join(imported, sql` union all `)}) as c on c.supplier = v.code and c.product_id = p.id
    where o.id = ${optionId} limit 1`.execute(db)
  return rows[0] ?? null
}

export function supplierServer(key: string): SupplierServer {
  const found = supplierServers.find(({ facts }) => facts.key === key)
  if (!found) throw new Error(`No supplier is called ${key}.`)
  return found
}
