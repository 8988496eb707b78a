import type { SupplierFacts } from './importing/supplier-facts.ts'
import { tiqets } from './tiqets/tiqets.ts'
import { viator } from './viator/viator.ts'

/** A line a supplier. */
export const suppliers: readonly SupplierFacts[] = [viator, tiqets]
