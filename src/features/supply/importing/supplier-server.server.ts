import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { OutboundReply, OutboundRequest } from '../../../platform/outbound/outbound-target.server.ts'
import type { StoredText } from '../../../platform/stored-texts/stored-text.ts'
import type { SupplierBookings } from './supplier-bookings.server.ts'
import type { Exponents } from './draft-money.server.ts'
import type { ProductDraft } from './product-draft.ts'
import type { SupplierCatalogue, SupplierFaultKind } from './supplier-catalogue.server.ts'
import type { SupplierFacts } from './supplier-facts.ts'

/** A call to a supplier; the path begins below the address of its connection. */
export interface Ask extends Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'isIdempotent' | 'isConfidential'> {
  readonly path: string
}

/** What a catalogue works with: its connection, already checked and guarded. */
export interface CatalogueContext {
  readonly ask: (call: Ask) => Promise<OutboundReply>
  /** Where the calls go, for suppliers that sign it. */
  readonly baseUrl: URL
  /** By the keys of the supplier's connection fields, secret or not. */
  readonly secrets: Readonly<Record<string, string>>
  readonly exponents: Exponents
  /** What the supplier leaves us of its selling prices, in basis points, for those whose payloads don't say. */
  readonly commission: number
  /** The local date of the business. */
  readonly today: string
}

/** What the demo begins with, besides the simulator. */
export interface SupplierDemo {
  /** The simulator's places that are mapped to the city of the same name. */
  readonly places: readonly { readonly key: string; readonly name: string }[]
  /** Codes with the state they are left in; without one they are imported. */
  readonly codes: readonly {
    readonly code: string
    readonly status?: 'queued' | 'fetching' | 'failed' | 'rejected'
    readonly fault?: SupplierFaultKind
    readonly detail?: () => StoredText
    readonly reason?: string
    /** It has the title of a product of another supplier. */
    readonly isTwin?: true
  }[]
  draftOf(code: string, exponents: Exponents, commission: number): ProductDraft | null
}

/** A supplier's part on the server. */
export interface SupplierServer {
  readonly facts: SupplierFacts
  /** The only hosts that its connection can name. */
  readonly hosts: readonly string[]
  /** Those of them that are the supplier's test system. */
  readonly testHosts?: readonly string[]
  /** The only hosts that pictures of its products are fetched from. */
  readonly pictureHosts: readonly string[]
  /** How the paths end of what it is asked by POST and that changes nothing. */
  readonly reads?: readonly string[]
  readonly perSecond: number
  /** Raised when the same payload is read otherwise: unchanged products are then read again. */
  readonly adapterVersion: number
  /** When its list of changes is read: five fields, UTC. */
  readonly syncCron: string
  openCatalogue(context: CatalogueContext): SupplierCatalogue
  openBookings(context: CatalogueContext): SupplierBookings
  /** Its facts name the fields of the connection, and `baseUrl`. */
  startSimulator(): Promise<DemoService>
  loadDemo(): Promise<SupplierDemo>
}
