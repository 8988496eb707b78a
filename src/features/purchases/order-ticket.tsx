import type { ReactNode } from 'react'
import { daysFrom, formatDate, formatDayOf, formatInstant, formatMoney, relativeTime } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { localOf, ownZone } from '../../core/zoned-time.ts'
import { cellOf, Chip } from '../../ui/resource/cells.tsx'
import { worstOf } from '../../ui/resource/list-cells.tsx'
import { CopyButton } from '../../ui/resource/record-heading.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { rich } from '../../ui/rich.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import { contentsWords } from './contents-labels.ts'
import { paymentWords } from './purchase-labels.ts'
import { calledOffTones, calledOffWords } from './called-off-labels.ts'
import { DueClock, useNow } from './due.tsx'
import { statusKeys, stepNow, stepWords } from './next-step.ts'
import { dayAndMonth, weekday } from './order-dates.ts'
import classes from './order-ticket.module.css'

interface OrderTicketProps {
  readonly purchase: Purchase
  readonly details?: PurchaseDetails | undefined
  /** Its commands: the one that leads, and a menu with the rest. */
  readonly commands?: ReactNode
  /** Beside the reference: who else is looking. */
  readonly marks?: ReactNode
  /** On a page the reference is its h1. */
  readonly isHeading?: boolean
}

/** The head of an order as a ticket: the day on its stub; reference, status, total and next step on the rest. */
export function OrderTicket({ purchase, details, commands, marks, isHeading = false }: OrderTicketProps) {
  const Name = isHeading ? 'h1' : 'p'
  const { kind, travelDate, localTime, bankDecidesBy } = purchase
  const step = stepNow(purchase)
  return (
    <section className={classes['place']} aria-label={t('Order {reference}', { reference: purchase.reference })}>
      <div className={classes['ticket']} data-waits={step !== 'none' || undefined}>
        <i className={classes['paper']} aria-hidden />
        <div className={classes['stub']}>
          <span className={classes['lamps']} aria-hidden>
            {Array.from({ length: 7 }, (_, place) => (
              <i key={place} />
            ))}
          </span>
          <span>{weekday(travelDate)}</span>
          <b>
            <time
              dateTime={travelDate}
              title={formatDate(travelDate)}
              data-open={details?.calledOff?.isDateTbd || undefined}
            >
              {dayAndMonth(travelDate)}
            </time>
          </b>
          <span>{[localTime ?? t('Any time'), purchase.city?.title].filter(Boolean).join(' ')}</span>
          <span className={classes['left']}>
            {details?.calledOff?.isDateTbd ? (
              t('New date open')
            ) : (
              <DaysLeft date={travelDate} zone={purchase.timeZone} />
            )}
          </span>
        </div>
        <div className={classes['printed']}>
          <p className={classes['kind']}>
            <Placed purchase={purchase} details={details} />
          </p>
          <div className={classes['name']}>
            <Name className={classes['reference']}>{purchase.reference}</Name>
            <CopyButton text={purchase.reference} />
            <span className={classes['status']}>
              {worstOf(purchases, statusKeys, purchase)}
              {details?.calledOff && (
                <Chip tone={calledOffTones[details.calledOff.status]}>{calledOffWords(details)}</Chip>
              )}
            </span>
            {marks}
          </div>
          <p className={classes['contents']}>
            <RecordLink
              to={kind === 'event' ? 'events' : 'products'}
              id={kind === 'event' ? purchase.eventId : purchase.productId}
            >
              {purchase.title}
            </RecordLink>
            {[
              contentsWords(purchase.contents),
              purchase.delivery && t(purchases.fields.delivery.labels?.[purchase.delivery] ?? purchase.delivery),
            ]
              .filter(Boolean)
              .map((part) => ` · ${part}`)}
          </p>
        </div>
        <div className={classes['sum']}>
          <b>{formatMoney(purchase.grandTotal, purchase.currency)}</b>
          <span>
            {cellOf('paymentStatus', purchases.fields.paymentStatus, purchase)}
            <Means payments={details?.payments ?? []} />
          </span>
        </div>
        {(step !== 'none' || bankDecidesBy !== null || commands !== undefined) && (
          <div className={classes['step']} data-waits={step !== 'none' || undefined}>
            <Step purchase={purchase} step={step} details={details} />
            {commands !== undefined && <div className={classes['commands']}>{commands}</div>}
          </div>
        )}
      </div>
    </section>
  )
}

interface StepProps {
  readonly purchase: Purchase
  readonly step: ReturnType<typeof stepNow>
  readonly details: PurchaseDetails | undefined
}

/** What staff do next and by when, or that the bank does. */
function Step({ purchase, step, details }: StepProps) {
  const { dueAt, bankDecidesBy } = purchase
  const next = stepWords(step)
  const isOwn = step === 'approve_refund' && details?.isRefundOwn === true
  if (next)
    return (
      <>
        <p>
          <strong>{t('Next: {step}', { step: next.step.charAt(0).toLocaleLowerCase() + next.step.slice(1) })}</strong>
          <br />
          <span className={classes['soft']}>{stepReason(purchase, next.reason, isOwn)}</span>
        </p>
        {dueAt !== null && step !== 'cancel_order' && (
          <span className={classes['clock']}>
            <DueClock at={dueAt} />
          </span>
        )}
      </>
    )
  if (bankDecidesBy === null) return null
  return (
    <p>
      <strong>{t('The bank decides on the dispute')}</strong>
      <br />
      <span className={classes['soft']}>{t('Expected by {day}.', { day: formatDayOf(bankDecidesBy) })}</span>
    </p>
  )
}

/** Why it waits, who works on it, and until when it is put off. */
function stepReason(
  { assignee, snoozedUntil, isSnoozed, bankDecidesBy }: Purchase,
  reason: string,
  isOwn: boolean,
): string {
  return [
    reason,
    isOwn && t('You requested it, so someone else must approve it.'),
    bankDecidesBy && t('The bank decides on the dispute by about {day}.', { day: formatDayOf(bankDecidesBy) }),
    assignee ? t('Assigned to {name}.', { name: assignee.title }) : t('Not assigned.'),
    isSnoozed && snoozedUntil && t('Snoozed until {until}.', { until: formatInstant(snoozedUntil) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Who placed an order is its customer only where they bought it themselves. */
function Placed({ purchase, details }: Pick<OrderTicketProps, 'purchase' | 'details'>) {
  const now = useNow()
  const { createdAt, customerId, customerName } = purchase
  const days = daysFrom(now, createdAt)
  const parts = {
    when: (
      <time dateTime={createdAt} title={formatInstant(createdAt)}>
        {days > -1
          ? t('today at {time}', { time: localOf(createdAt, ownZone()).slice(11) })
          : days > -60
            ? relativeTime(days, 'day')
            : t('on {date}', { date: formatDayOf(createdAt) })}
      </time>
    ),
    customer: (
      <RecordLink to="customers" id={customerId}>
        {customerName}
      </RecordLink>
    ),
    staff:
      details?.timeline.find(({ kind, actorKind }) => kind === 'placed' && actorKind === 'staff')?.actorName ??
      t('staff'),
  }
  const isEvent = purchase.kind === 'event'
  if (purchase.channel === 'phone')
    return isEvent
      ? rich('Event order · placed {when} by {staff} for {customer}', parts)
      : rich('Product order · placed {when} by {staff} for {customer}', parts)
  if (purchase.channel === 'partner')
    return isEvent
      ? rich('Event order · placed {when} by a partner for {customer}', parts)
      : rich('Product order · placed {when} by a partner for {customer}', parts)
  return isEvent
    ? rich('Event order · placed {when} by {customer}', parts)
    : rich('Product order · placed {when} by {customer}', parts)
}

function DaysLeft({ date, zone }: { date: string; zone: string }) {
  const today = localOf(new Date(useNow()).toISOString(), zone).slice(0, 10)
  return relativeTime(Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000), 'day')
}

/** What the customer paid with in the end. */
function Means({ payments }: { payments: PurchaseDetails['payments'] }) {
  const last = payments.findLast(({ state }) => state !== 'failed') ?? payments.at(-1)
  return last ? <span className={classes['faint']}> · {paymentWords(last)}</span> : null
}
