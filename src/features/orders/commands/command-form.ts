import type { PurchaseDetails } from '../../purchases/purchase-details.ts'

/** What the fields of a command are given. */
export interface FormProps<Draft> {
  readonly draft: Draft
  readonly lines: PurchaseDetails['lines']
  readonly refunds: PurchaseDetails['refunds']
  readonly currency: string
  /** One sentence a field, by its path: `holders.0.names`. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (draft: Draft) => void
}
