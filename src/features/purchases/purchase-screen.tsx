import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { HistoryControl } from '../../ui/resource/history-control.tsx'
import { LiveRecord } from '../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordMarks } from '../../ui/resource/record-heading.tsx'
import { RevealButton } from '../../ui/resource/reveal-button.tsx'
import { useScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { readPurchaseDetails } from './purchase-details.ts'
import { Lines, Payments, Refunds } from './purchase-tables.tsx'
import { Timeline } from './purchase-timeline.tsx'
import { Card, NextStep, PurchaseFacts, States } from './purchase-parts.tsx'
import { AgreedTerms, CancellationPolicy, Customer, Reconciliation, Totals } from './purchase-rail.tsx'
import { purchases } from './purchases.ts'
import classes from './purchase.module.css'

/** One purchase on one page, read only: what was sold, to whom, what was paid, what happened and what comes next. */
export function PurchaseScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const record = useRecord(purchases, id)
  const { title } = usePage()
  const { Notes } = useScreenParts()
  const details = useAnswer(readPurchaseDetails, { params: { id: id ?? 0 }, enabled: id !== null })
  const error = record.error ?? details.error
  const retry = () => {
    void record.refetch()
    void details.refetch()
  }
  if (id === null)
    return (
      <PageFrame>
        <p>{t('Open a purchase from a list: this address names none.')}</p>
      </PageFrame>
    )
  if (error)
    return (
      <PageFrame>
        <Failure error={error} onRetry={retry} what={t('Purchase')} />
      </PageFrame>
    )
  if (!record.data || !details.data)
    return (
      // As high as the purchase's own heading, so that nothing moves when it comes.
      <PageFrame record={{ kind: title, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  const purchase = record.data
  const { lines, payments, refunds, timeline, customer, identities } = details.data
  return (
    <PageFrame
      record={{ kind: title, name: purchase.reference }}
      subtitle={<RecordMarks resource={purchases} record={purchase} />}
      actions={
        <RecordCommands>
          <RevealButton of={purchases} record={purchase} />
          <HistoryControl of={purchases} record={purchase} mayWrite={false} />
        </RecordCommands>
      }
    >
      <LiveRecord of={purchases} record={purchase} isDirty={false} onGone={retry} />
      <States purchase={purchase} />
      <NextStep purchase={purchase} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <Card title={t('What was bought')}>
            <p className={classes['title']}>{purchase.title}</p>
            <PurchaseFacts
              purchase={purchase}
              keys={
                purchase.kind === 'event'
                  ? [
                      'contents',
                      'travelDate',
                      'localTime',
                      'startsAt',
                      'eventId',
                      'performanceId',
                      'venueId',
                      'performerId',
                      'cityId',
                      'delivery',
                    ]
                  : [
                      'contents',
                      'travelDate',
                      'localTime',
                      'startsAt',
                      'productId',
                      'productOptionId',
                      'cityId',
                      'guideLanguage',
                      'meetingPoint',
                      'redeemedAt',
                    ]
              }
            />
          </Card>
          <Card title={t('Lines')}>
            <Lines lines={lines} currency={purchase.currency} kind={purchase.kind} />
          </Card>
          <Card title={t('Payments')}>
            <Payments payments={payments} />
          </Card>
          {refunds.length > 0 && (
            <Card title={t('Refunds')}>
              <Refunds refunds={refunds} />
            </Card>
          )}
          {purchase.answers.length > 0 && (
            <Card title={t('Booking questions')}>
              <dl className={classes['facts']}>
                {purchase.answers.map(({ question, answer }) => (
                  <div key={question}>
                    <dt>{question}</dt>
                    <dd>{answer}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          )}
          <Card title={t('Timeline')}>
            <Timeline timeline={timeline} currency={purchase.currency} zone={purchase.timeZone} />
          </Card>
        </div>
        <div className={classes['column']}>
          <Suspense>
            <Notes of={purchases} record={purchase} />
          </Suspense>
          <Card title={t('Customer')}>
            <Customer purchase={purchase} customer={customer} />
          </Card>
          <Card title={t('Totals')}>
            <Totals purchase={purchase} />
          </Card>
          {purchase.cancellationPolicy.length > 0 && (
            <Card title={t('Cancellation policy')}>
              <CancellationPolicy purchase={purchase} />
            </Card>
          )}
          <Card title={t('Terms agreed to')}>
            <AgreedTerms id={purchase.id} />
          </Card>
          <Card title={t('Provider')}>
            <PurchaseFacts
              purchase={purchase}
              keys={['providerId', 'providerReference', 'supplierStatus', 'netCost', 'fxRate', 'fxRateAt']}
            />
          </Card>
          <Card title={t('Handling')}>
            <PurchaseFacts
              purchase={purchase}
              keys={[
                'assigneeId',
                'dueAt',
                'tags',
                'channel',
                'couponId',
                'riskScore',
                'riskReasons',
                'device',
                'clientAddress',
                'utmSource',
                'utmCampaign',
              ]}
            />
          </Card>
          <Card title={t('Reconciliation')}>
            <Reconciliation identities={identities} currency={purchase.currency} />
          </Card>
        </div>
      </div>
    </PageFrame>
  )
}
