import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { ledgerEntries } from './ledger-entries.ts'

/** An entry opens its order, which says why the money moved; one of no order its customer. */
const opens = (record: AnyRecord) =>
  record['purchaseId'] === null
    ? { of: 'customers', page: 'update', id: Number(record['customerId']) }
    : { of: 'purchases', page: `view-${String(record['orderKind'])}`, id: Number(record['purchaseId']) }

// The account says what an entry is about, so it has the room that other lists give to a name.
const widths = { account: 270 }

export function LedgerListScreen() {
  return <ListScreen of={ledgerEntries} opens={opens} widths={widths} />
}
