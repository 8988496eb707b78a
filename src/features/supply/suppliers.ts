import type { SupplierFacts } from './supplier-facts.ts'
import { viator } from './viator/viator.ts'

/** A line a supplier. */
export const suppliers: readonly SupplierFacts[] = [viator]
