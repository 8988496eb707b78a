import type { Database } from '../../db/database.server.ts'
import type { SupplyContext } from '../supply/importing/connections.server.ts'
import { houseSupplier } from './house-supplier.server.ts'
import { outsideSupplier } from './outside-supplier.server.ts'
import type { SupplierName, SupplierPort } from './supplier-port.server.ts'

/** How the server of a database reaches suppliers outside. */
const contexts = new WeakMap<Database['kysely'], SupplyContext>()

/** Makes suppliers outside reachable for everything that works on a database. */
export function connectSuppliers({ kysely }: Pick<Database, 'kysely'>, context: SupplyContext): void {
  contexts.set(kysely, context)
}

/** The supplier by its name. */
export function supplierOf(database: Pick<Database, 'kysely'>, name: SupplierName): SupplierPort {
  return name === 'house' ? houseSupplier(database) : outsideSupplier(database, name, contexts.get(database.kysely))
}
