import { lazy } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { formatDate } from '../../kit/formats.ts'
import { purchases } from './purchases.ts'

const opens = (record: AnyRecord) => `view-${String(record['kind'])}`
const needs = ['kind', 'localTime', 'timeZone'] as const

/** The place's own date and time in one column, because that is how the customer knows it. */
const cells = {
  travelDate: (record: AnyRecord) => (
    <time dateTime={String(record['travelDate'])} title={String(record['timeZone'])}>
      {formatDate(String(record['travelDate']))}{record['localTime'] ? `, ${String(record['localTime'])}` : ''}
    </time>
  ),
}

const PurchasePeek = lazy(async () => ({ default: (await import('./purchase-peek.tsx')).PurchasePeek }))
const widths = { travelDate: 150 }
const shared = ['reference', 'createdAt', 'customerName', 'title', 'travelDate'] as const
const states = ['bookingStatus', 'paymentStatus', 'fulfilmentStatus', 'nextStep', 'dueAt'] as const
const all = [...shared, 'kind', 'contents', 'grandTotal', 'margin', ...states, 'providerId', 'riskScore', 'assigneeId']
const products = [...shared, 'productOptionId', 'contents', 'grandTotal', 'margin', ...states, 'supplierStatus', 'cancelUntil', 'providerId', 'providerReference', 'assigneeId']
const events = [...shared, 'venueId', 'contents', 'quantity', 'grandTotal', 'margin', ...states, 'delivery', 'providerId', 'providerReference', 'riskScore', 'assigneeId']
const ofProducts = { kind: 'product' }
const ofEvents = { kind: 'event' }

/** Purchases of both kinds. */
export function AllPurchasesScreen() {
  return <ListScreen of={purchases} columns={all} cells={cells} widths={widths} needs={needs} opens={opens} peek={PurchasePeek} />
}

export function ProductPurchasesScreen() {
  return <ListScreen of={purchases} where={ofProducts} columns={products} cells={cells} widths={widths} needs={needs} opens={opens} peek={PurchasePeek} />
}

export function EventPurchasesScreen() {
  return <ListScreen of={purchases} where={ofEvents} columns={events} cells={cells} widths={widths} needs={needs} opens={opens} peek={PurchasePeek} />
}
