import type { SupplierServer } from './supplier-server.server.ts'
import { viatorServer } from './viator/viator.server.ts'

/** A line a supplier. */
export const supplierServers: readonly SupplierServer[] = [viatorServer]

export function supplierServerOf(key: string): SupplierServer {
  const found = supplierServers.find(({ facts }) => facts.key === key)
  if (!found) throw new Error(`There is no supplier called ${key}.`)
  return found
}
