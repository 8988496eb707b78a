import type { PurchaseDetails } from '../../purchases/purchase-details.ts'

/** What the fields of a command are given. */
export interface FormProps<Draft> {
  readonly purchaseId: number
  readonly draft: Draft
  readonly lines: PurchaseDetails['lines']
  readonly refunds: PurchaseDetails['refunds']
  readonly oversell: PurchaseDetails['oversell']
  readonly currency: string
  /** What the customer asks to get back; null where they ask for another day, or for nothing. */
  readonly requestedRefund: number | null
  /** One sentence a field, by its path: `holders.0.names`. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (draft: Draft) => void
}
