import type { ReadCode } from './code-list.ts'
import type { ProductCodes } from './product-codes.ts'

/** A value that a connection needs besides its address. A secret is never shown again, but for its last four signs. */
interface ConnectionField {
  readonly key: string
  readonly label: string
  readonly isSecret: boolean
}

/** What is known of a supplier on both sides, console and server. */
export interface SupplierFacts {
  /** Also the code of its provider, the end of its page's address and the name of its simulator. */
  readonly key: 'viator' | 'tiqets' | 'globick' | 'tourcms'
  readonly name: string
  readonly codes: ProductCodes
  readonly readCode: ReadCode
  /** What its codes look like, for people who paste them. */
  readonly codeExample: string
  readonly siteExample: string
  readonly baseUrl: string
  readonly connection: readonly ConnectionField[]
  /** In what its prices are read where it names no currency, and why; null where it names one or staff choose it. */
  readonly currencyNote: string | null
  /** Said on the screen where no outside material proves the adapter. */
  readonly assumption: string | null
}
