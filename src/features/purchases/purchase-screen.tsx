import { IconArrowLeft } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { useNavigateTo, useRouteHash, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { HistoryControl } from '../../ui/resource/history-control.tsx'
import { LiveRecord, RecordVisitors } from '../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { lastListAddress } from '../../ui/resource/return-place.web.ts'
import { useScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import { Customer, LinkedRecords, Source, Supplier } from './order-aside.tsx'
import { Order } from './order-lines.tsx'
import { Money } from './order-money.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OversellCard } from './oversell-card.tsx'
import { PolicyClock } from './policy-clock.tsx'
import { readPurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import classes from './order.module.css'

/** One order on one page: its ticket, what was sold, to whom, what was paid, what happened and what comes next. */
export function PurchaseScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const record = useRecord(purchases, id)
  const back = useWayBack(purchases)
  const { title } = usePage()
  const details = useAnswer(readPurchaseDetails, { params: { id: id ?? 0 }, enabled: id !== null, quiet: [404] })
  useOwnPage(record.data)
  const error = record.error ?? details.error
  const retry = () => {
    void record.refetch()
    void details.refetch()
  }
  if (id === null) return <NoSuchPage what={t('Purchase')} back={back} />
  if (error) return <FailedPage error={error} onRetry={retry} what={t('Purchase')} back={back} />
  if (!record.data || !details.data)
    return (
      <PageFrame heading={<Waiting title={title} />}>
        <FormSkeleton />
      </PageFrame>
    )
  const purchase = record.data
  const shared = { purchase, details: details.data }
  return (
    <PageFrame heading={<Heading {...shared} />}>
      <LiveRecord of={purchases} record={purchase} isDirty={false} onGone={retry} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <Order {...shared} />
          <Money {...shared} />
          <PolicyClock
            purchase={purchase}
            offeredUntil={shared.details.offeredUntil}
            isCalledOff={shared.details.calledOff?.status === 'cancelled'}
          />
          <Panels purchase={purchase} at="below" />
          <OrderTimeline {...shared} />
        </div>
        <div className={classes['column']}>
          <OversellCard oversell={shared.details.oversell} />
          <Customer {...shared} />
          <Panels purchase={purchase} at="aside" />
          <Supplier purchase={purchase} />
          <LinkedRecords purchase={purchase} />
          <Source purchase={purchase} />
        </div>
      </div>
    </PageFrame>
  )
}

/** An order opens under the page of its own kind; an address of the other one leads there. */
function useOwnPage(purchase: Purchase | undefined): void {
  const { screen } = usePage()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const own = purchase ? paths(purchases.name, pageOf(screen, purchase), purchase.id) : null
  const hash = useRouteHash()
  const isElsewhere = own !== null && own.split('?')[0] !== `/${screen}`
  useEffect(() => {
    if (isElsewhere) navigateTo(hash === '' ? own : `${own}#${hash}`, { replace: true })
  }, [isElsewhere, own, hash, navigateTo])
}

/** The page that shows another purchase in the way in which this one is shown: to look at, or to change. */
function pageOf(screen: string, record: AnyRecord): string {
  return `${screen.endsWith('/update') ? 'update' : 'view'}-${String(record['kind'])}`
}

type Shared = Parameters<typeof Order>[0]

function Heading({ purchase, details }: Shared) {
  const { screen } = usePage()
  const { Commands } = useScreenParts()
  return (
    <>
      <Line purchase={purchase} screen={screen} />
      <OrderTicket
        purchase={purchase}
        details={details}
        isHeading
        marks={<RecordVisitors />}
        commands={
          <RecordCommands>
            <Suspense>
              <Commands of={purchases} records={[purchase]} at="record" />
            </Suspense>
            <HistoryControl of={purchases} record={purchase} mayWrite={false} />
          </RecordCommands>
        }
      />
    </>
  )
}

/** Back to the list, and to the orders before and after this one in it. */
function Line({ purchase, screen }: { purchase: Purchase; screen: string }) {
  return (
    <div className={classes['line']}>
      <BackLink />
      <div className={classes['moves']}>
        <RecordNeighbours
          resource={purchases}
          record={purchase}
          opens={(record: AnyRecord) => pageOf(screen, record)}
        />
      </div>
    </div>
  )
}

function BackLink() {
  const paths = useRecordPaths()
  const list = paths(purchases.name, 'list')
  if (list === null) return null
  return (
    <a className={classes['back']} href={lastListAddress(purchases) ?? list}>
      <IconArrowLeft size={16} aria-hidden />
      {t('Purchases')}
    </a>
  )
}

/** As high as the ticket, so that nothing moves when it comes. */
function Waiting({ title }: { title: string }) {
  return (
    <>
      <div className={classes['line']}>
        <BackLink />
      </div>
      <div className={classes['waiting']}>
        <h1>{title}</h1>
      </div>
    </>
  )
}

function Panels({ purchase, at }: { purchase: Purchase; at: 'aside' | 'below' }) {
  const { Panels: Parts } = useScreenParts()
  return <Parts of={purchases} record={purchase} isDirty={false} at={at} />
}
