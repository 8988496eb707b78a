import { useEffect } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { useNavigateTo, useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { useAnswer, useRecord } from '../../../ui/resource/client.web.ts'
import { HistoryControl } from '../../../ui/resource/history-control.tsx'
import { LiveRecord } from '../../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../../ui/resource/record-commands.tsx'
import { RecordMarks } from '../../../ui/resource/record-heading.tsx'
import { RecordNeighbours } from '../../../ui/resource/record-neighbours.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { FailedPage, NoSuchPage } from '../../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../../ui/resource/states.tsx'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { Filled } from '../../../ui/resource/screen-parts.web.ts'
import { policyClock } from '../../purchases/policy-slot.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import { readPurchaseDetails } from '../../purchases/purchase-details.ts'
import type { Purchase } from '../../purchases/purchases.ts'
import { purchases } from '../../purchases/purchases.ts'
import { CommandList } from './command-list.tsx'
import { OrderHead } from './order-head.tsx'
import { ticketFiles } from './ticket-files.ts'
import classes from './commands.module.css'

/** What can be done with one order, product or event, now. */
export function OrderUpdateScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const { title } = usePage()
  const record = useRecord(purchases, id)
  const back = useWayBack(purchases)
  const details = useAnswer(readPurchaseDetails, { params: { id: id ?? 0 }, enabled: id !== null, quiet: [404] })
  const error = record.error ?? details.error
  const retry = () => {
    void record.refetch()
    void details.refetch()
  }
  if (id === null) return <NoSuchPage what={t('Purchase')} back={back} />
  if (error) return <FailedPage error={error} onRetry={retry} what={t('Purchase')} back={back} />
  if (!record.data || !details.data)
    return (
      <PageFrame record={{ kind: title, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return <Order purchase={record.data} details={details.data} retry={retry} />
}

interface OrderProps {
  readonly purchase: Purchase
  readonly details: PurchaseDetails
  readonly retry: () => void
}

function Order({ purchase, details, retry }: OrderProps) {
  const { title } = usePage()
  const paths = useRecordPaths()
  useOwnPage(purchase)
  return (
    <PageFrame
      record={{ kind: title, name: purchase.reference }}
      subtitle={<RecordMarks resource={purchases} record={purchase} />}
      actions={
        <>
          <RecordNeighbours resource={purchases} record={purchase} />
          <RecordCommands>
            <CommandButton
              label={t('View order')}
              place="beside"
              href={paths('purchases', `view-${purchase.kind}`, purchase.id) ?? undefined}
            />
            <HistoryControl of={purchases} record={purchase} mayWrite={false} />
          </RecordCommands>
        </>
      }
    >
      <LiveRecord of={purchases} record={purchase} isDirty={false} onGone={retry} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <OrderHead purchase={purchase} details={details} />
          <CommandList purchase={purchase} details={details}>
            {purchase.kind === 'event' && <Filled slot={ticketFiles} props={{ purchaseId: purchase.id }} />}
          </CommandList>
        </div>
        <div className={classes['column']}>
          <Filled
            slot={policyClock}
            props={{
              purchase,
              offeredUntil: details.offeredUntil,
              isCalledOff: details.calledOff?.status === 'cancelled',
            }}
          />
        </div>
      </div>
    </PageFrame>
  )
}

/** An order opens under the page of its own kind: the other page leads there. */
function useOwnPage({ kind, id }: Purchase): void {
  const { screen } = usePage()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const own = paths('purchases', `update-${kind}`, id)
  const isElsewhere = own !== null && !own.startsWith(`/${screen}?`)
  useEffect(() => {
    if (isElsewhere) navigateTo(own, { replace: true })
  }, [isElsewhere, own, navigateTo])
}
