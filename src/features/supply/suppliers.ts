import type { SupplierFacts } from './importing/supplier-facts.ts'
import { viator } from './viator/viator.ts'

/** A line a supplier. */
export const suppliers: readonly SupplierFacts[] = [viator]

export function supplierOf(key: string): SupplierFacts {
  const found = suppliers.find((one) => one.key === key)
  if (!found) throw new Error(`There is no supplier called ${key}.`)
  return found
}
