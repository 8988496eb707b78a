import { lazy } from 'react'
import { ViewsControl } from '../../platform/views/views-control.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import type { ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { contentsWords } from './contents-labels.ts'
import { DeadlinesButton } from './deadlines-button.tsx'
import { DueClock } from './due.tsx'
import { NewOrderButton } from './new-order-button.tsx'
import { usePhone } from '../../ui/data-grid/use-phone.web.ts'
import classes from './purchase-lists.module.css'
import { NextStepLink } from './next-step-link.tsx'
import { purchases } from './purchases.ts'
import { isQueue, QueueTabs } from './queue-tabs.tsx'

const opens = (record: AnyRecord) => `view-${String(record['kind'])}`

const cells = {
  contents: (record: AnyRecord) => contentsWords(record['contents']),
  nextStep: (record: AnyRecord) => <NextStepCell record={record} />,
  dueAt: dueCell,
}

/** A deadline is of a next step: an order that waits for nothing has none. */
function dueCell(record: AnyRecord) {
  return typeof record['dueAt'] === 'string' && record['nextStep'] !== 'none' ? <DueClock at={record['dueAt']} /> : null
}

/** A phone's card has no column for the deadline, by which the list is sorted. */
function NextStepCell({ record }: { record: AnyRecord }) {
  const step = <NextStepLink record={record} />
  return usePhone() ? (
    <span className={classes['stepAndDue']}>
      {step} {dueCell(record)}
    </span>
  ) : (
    step
  )
}

const PurchasePeek = lazy(async () => ({ default: (await import('./purchase-peek.tsx')).PurchasePeek }))
/** What was bought names a purchase to people; its reference only to machines. */
const widths = {
  reference: 104,
  title: 260,
  travelDate: 104,
  customerName: 122,
  bookingStatus: 156,
  grandTotal: 132,
  dueAt: 104,
}
const ofProducts = { kind: 'product' }
const ofEvents = { kind: 'event' }
const shared = { of: purchases, cells, widths, opens, peek: PurchasePeek }

/** Purchases of both kinds. It opens on what waits for staff, what is due first on top. */
export function AllPurchasesScreen() {
  return (
    <ListScreen
      {...shared}
      views={InboxViews}
      isNamed={isQueue}
      actions={
        <>
          <DeadlinesButton />
          <NewOrderButton />
        </>
      }
    />
  )
}

function InboxViews(props: ViewsProps) {
  const [route] = useRouteQuery()
  return <ViewsControl {...props} Tabs={QueueTabs} isNamed={isQueue(route)} />
}

export function ProductPurchasesScreen() {
  return <ListScreen {...shared} where={ofProducts} />
}

export function EventPurchasesScreen() {
  return <ListScreen {...shared} where={ofEvents} />
}
