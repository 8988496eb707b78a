import { lazy } from 'react'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { contentsWords } from './contents-words.ts'
import { purchases } from './purchases.ts'

const opens = (record: AnyRecord) => `view-${String(record['kind'])}`

const cells = { contents: (record: AnyRecord) => contentsWords(record['contents']) }

const PurchasePeek = lazy(async () => ({ default: (await import('./purchase-peek.tsx')).PurchasePeek }))
/** What was bought names a purchase to people; its reference only to machines. */
const widths = { reference: 100, title: 260, customerName: 140, bookingStatus: 150, grandTotal: 124 }
const ofProducts = { kind: 'product' }
const ofEvents = { kind: 'event' }

/** Purchases of both kinds. */
export function AllPurchasesScreen() {
  return <ListScreen of={purchases} cells={cells} widths={widths} opens={opens} peek={PurchasePeek} />
}

export function ProductPurchasesScreen() {
  return (
    <ListScreen of={purchases} where={ofProducts} cells={cells} widths={widths} opens={opens} peek={PurchasePeek} />
  )
}

export function EventPurchasesScreen() {
  return <ListScreen of={purchases} where={ofEvents} cells={cells} widths={widths} opens={opens} peek={PurchasePeek} />
}
