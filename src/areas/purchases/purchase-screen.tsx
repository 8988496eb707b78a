import { labelOf } from '../../kit/fields.ts'
import { Chip, cellOf } from '../../kit/screens/cells.tsx'
import { useAnswer, useRecord } from '../../kit/screens/client.web.ts'
import { HistoryLink } from '../../kit/screens/history-link.tsx'
import { RevealButton } from '../../kit/screens/reveal-button.tsx'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { readPurchaseDetails } from './purchase-details.ts'
import { CancellationPolicy, Customer, Reconciliation, Totals } from './purchase-rail.tsx'
import { Lines, Payments, Refunds } from './purchase-tables.tsx'
import { Timeline } from './purchase-timeline.tsx'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import classes from './purchase.module.css'

/** One purchase on one page, read only: what was sold, to whom, what was paid, what happened and what comes next. */
export function PurchaseScreen() {
  const [query] = useRouteQuery()
  const id = /^[1-9][0-9]*$/.test(query['id'] ?? '') ? Number(query['id']) : null
  const record = useRecord(purchases, id)
  const details = useAnswer(readPurchaseDetails, { params: { id: id ?? 0 }, enabled: id !== null })
  const error = record.error ?? details.error
  const retry = () => {
    void record.refetch()
    void details.refetch()
  }
  if (id === null) return <PageFrame><p>Open a purchase from a list: this address names none.</p></PageFrame>
  if (error) return <PageFrame><Failure error={error} onRetry={retry} what="Purchase" /></PageFrame>
  if (!record.data || !details.data) return <PageFrame><FormSkeleton /></PageFrame>
  const purchase = record.data
  const { lines, payments, refunds, timeline, customer, identities } = details.data
  return (
    <PageFrame
      subtitle={<span className={classes['reference']}>{purchase.reference}</span>}
      actions={<><RevealButton of={purchases} record={purchase} /><HistoryLink resource={purchases.name} id={purchase.id} /></>}
    >
      <div className={classes['states']}>
        {(['bookingStatus', 'paymentStatus', 'fulfilmentStatus'] as const).map((key) => (
          <span key={key} className={classes['state']}><small>{purchases.fields[key].label}</small> {cellOf(key, purchases.fields[key], purchase)}</span>
        ))}
        {purchase.refundState !== 'none' && <span className={classes['state']}><small>Refund</small> {cellOf('refundState', purchases.fields.refundState, purchase)}</span>}
        {purchase.riskScore >= 60 && <Chip tone="bad">Risk {purchase.riskScore}</Chip>}
      </div>
      <NextStep purchase={purchase} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <Card title="What was bought">
            <p className={classes['title']}>{purchase.title}</p>
            <Facts purchase={purchase} keys={purchase.kind === 'event'
              ? ['contents', 'travelDate', 'localTime', 'startsAt', 'eventId', 'performanceId', 'venueId', 'performerId', 'cityId', 'delivery']
              : ['contents', 'travelDate', 'localTime', 'startsAt', 'productId', 'productOptionId', 'cityId', 'guideLanguage', 'meetingPoint', 'redeemedAt']}
            />
          </Card>
          <Card title="Lines"><Lines lines={lines} currency={purchase.currency} kind={purchase.kind} /></Card>
          <Card title="Payments"><Payments payments={payments} /></Card>
          {refunds.length > 0 && <Card title="Refunds"><Refunds refunds={refunds} /></Card>}
          {purchase.answers.length > 0 && (
            <Card title="Booking questions">
              <dl className={classes['facts']}>{purchase.answers.map(({ question, answer }) => <div key={question}><dt>{question}</dt><dd>{answer}</dd></div>)}</dl>
            </Card>
          )}
          <Card title="Timeline"><Timeline timeline={timeline} currency={purchase.currency} zone={purchase.timeZone} /></Card>
        </div>
        <div className={classes['column']}>
          <Card title="Customer"><Customer purchase={purchase} customer={customer} /></Card>
          <Card title="Totals"><Totals purchase={purchase} /></Card>
          {purchase.cancellationPolicy.length > 0 && <Card title="Cancellation policy"><CancellationPolicy purchase={purchase} /></Card>}
          <Card title="Provider"><Facts purchase={purchase} keys={['providerId', 'providerReference', 'supplierStatus', 'netCost', 'fxRate', 'fxRateAt']} /></Card>
          <Card title="Handling"><Facts purchase={purchase} keys={['assigneeId', 'dueAt', 'tags', 'channel', 'couponId', 'riskScore', 'riskReasons', 'device', 'clientAddress', 'utmSource', 'utmCampaign']} /></Card>
          <Card title="Reconciliation"><Reconciliation identities={identities} currency={purchase.currency} /></Card>
        </div>
      </div>
    </PageFrame>
  )
}

/** What the order waits for, and until when: the first thing an agent wants to know. */
function NextStep({ purchase }: { purchase: Purchase }) {
  if (purchase.nextStep === 'none') return null
  return (
    <p className={classes['next']} data-overdue={purchase.slaState === 'overdue'}>
      <strong>Next: {purchases.fields.nextStep.labels[purchase.nextStep]}</strong>
      {purchase.dueAt && <span>{purchase.slaState === 'overdue' ? 'was due' : 'due'} {cellOf('dueAt', purchases.fields.dueAt, purchase)}</span>}
    </p>
  )
}

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return <section className={classes['card']} aria-label={title}><h2>{title}</h2>{children}</section>
}

type FactKey = keyof typeof purchases.fields

/** Fields with a value, each under its label; empty ones would only be in the way. */
function Facts({ purchase, keys }: { purchase: Purchase; keys: readonly FactKey[] }) {
  const filled = keys.filter((key) => {
    const value = purchase[key]
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  })
  if (filled.length === 0) return <p className={classes['quiet']}>Nothing recorded.</p>
  return (
    <dl className={classes['facts']}>
      {filled.map((key) => (
        <div key={key}><dt>{labelFor(key)}</dt><dd>{cellOf(key, purchases.fields[key], purchase)}</dd></div>
      ))}
    </dl>
  )
}

function labelFor(key: FactKey): string {
  return labelOf(key, purchases.fields[key])
}
