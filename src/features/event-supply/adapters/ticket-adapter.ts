import type { SupplierFacts } from '../../supply/importing/supplier-facts.ts'

/** What is known of a provider of tickets that can be called, on both sides. */
export interface TicketAdapterFacts extends Pick<SupplierFacts, 'name' | 'baseUrl' | 'connection' | 'assumption'> {
  /** Also the code of its provider and the name of its simulator. */
  readonly key: 'ticket-evolution' | 'xs2event'
  readonly kind: 'marketplace' | 'broker_feed'
  readonly currency: string
}
