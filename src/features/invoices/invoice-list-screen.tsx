import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { invoices } from './invoices.ts'

const widths = { number: 168, issuedOn: 104, recipientName: 150, subject: 230, net: 104, tax: 96, gross: 108 }

/** All issued documents, the newest first. */
export function InvoiceListScreen() {
  return <ListScreen of={invoices} widths={widths} opens="view" />
}
