import { recordIdIn } from '../../core/record-id.ts'
import { useRouteParams } from '../../ui/navigation.tsx'
import { InvoicePage } from './invoice-page.tsx'

/** The invoice of an order, issued or about to be. */
export function InvoiceScreen() {
  return <InvoicePage id={recordIdIn(useRouteParams()['id'])} which="invoice" />
}

/** What rectifies it: the refund invoices of an order, and the next one. */
export function RefundInvoiceScreen() {
  return <InvoicePage id={recordIdIn(useRouteParams()['id'])} which="refund-invoice" />
}
