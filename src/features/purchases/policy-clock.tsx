import { useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { ownZone } from '../../core/zoned-time.ts'
import { cityOfZone, formatMoney, formatInstant, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { shareOf } from '../../core/money.ts'
import { Card } from './card.tsx'
import { useNow } from './due.tsx'
import { span } from './due-labels.ts'
import { isUnconfirmed, policyRefund } from './policy-refund.ts'
import type { PolicyClockProps } from './policy-slot.ts'
import type { PolicyStep } from './policy-steps.ts'
import { policySteps, stepAt } from './policy-steps.ts'
import classes from './policy-clock.module.css'

/** Of the picture, in px. */
const height = 48

/** How much of an order is refunded until when, with now marked, on the clock of the place or of the reader. */
export function PolicyClock({ purchase, offeredUntil, isCalledOff = false }: PolicyClockProps) {
  const now = useNow()
  const [isOwn, setOwn] = useState(false)
  const steps = policySteps(purchase)
  const { grandTotal, refunded, currency, timeZone } = purchase
  const current = stepAt(steps, now)
  const isWaiting = isUnconfirmed(purchase.bookingStatus)
  const isOff = isCalledOff && (isWaiting || purchase.bookingStatus === 'confirmed')
  const share = isOff || isWaiting || offeredUntil !== null ? 10_000 : (current?.refund ?? 0)
  const hasSteps = steps.length > 1 || current?.refund !== 0
  const zones = hasSteps || offeredUntil !== null ? [...new Set([timeZone, ownZone()])] : []
  const zone = isOwn ? ownZone() : timeZone
  const amount = (refund: number) => formatMoney(shareOf(grandTotal, refund), currency)
  return (
    <Card
      title={t('Refund policy')}
      end={
        zones.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('Clock')}
            value={isOwn ? 'own' : 'place'}
            onChange={(value) => setOwn(value === 'own')}
            data={[
              { value: 'place', label: cityOfZone(timeZone) },
              { value: 'own', label: cityOfZone(ownZone()) },
            ]}
          />
        )
      }
    >
      <p className={classes['now']}>
        {isOff ? (
          <>
            <strong>{t('Full refund on request')}</strong> {t('since the event was cancelled')}
          </>
        ) : offeredUntil !== null ? (
          <>
            <strong>{t('Full refund on request')}</strong>{' '}
            {t('until {until}, since the event was postponed', { until: formatInstant(offeredUntil, zone) })}
          </>
        ) : isWaiting ? (
          <strong>{t('Full refund until the supplier has confirmed')}</strong>
        ) : (
          <ByPolicy steps={steps} now={now} amount={amount} />
        )}
      </p>
      {share > 0 && refunded > 0 && (
        <p className={classes['now']}>
          {t('{amount} left to give back', {
            amount: formatMoney(policyRefund(purchase, share), currency),
          })}
        </p>
      )}
      {steps.length > 1 && <Picture steps={steps} now={now} />}
      {hasSteps && (
        <ol className={classes['steps']}>
          {steps.map((step) => (
            <li key={step.from} aria-current={step === current ? 'step' : undefined}>
              <b>{formatPercent(step.refund)}</b>
              <span>{step.refund === 0 ? t('No refund') : amount(step.refund)}</span>
              <time dateTime={new Date(step.to).toISOString()}>
                {t('until {until}', { until: formatInstant(new Date(step.to).toISOString(), zone) })}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

interface ByPolicyProps {
  readonly steps: readonly PolicyStep[]
  readonly now: number
  readonly amount: (refund: number) => string
}

/** What the policy gives back now. */
function ByPolicy({ steps, now, amount }: ByPolicyProps) {
  const current = stepAt(steps, now)
  if (current === null) return <strong>{t('The policy has ended.')}</strong>
  if (current.refund === 0) return <strong>{steps.length === 1 ? t('Non-refundable') : t('No refund any more')}</strong>
  return (
    <>
      <strong>
        {current.refund === 10_000
          ? t('Full refund, {amount},', { amount: amount(current.refund) })
          : t('{share} refund, {amount},', { share: formatPercent(current.refund), amount: amount(current.refund) })}
      </strong>{' '}
      {t('for the next {time}', { time: span(current.to - now) })}
    </>
  )
}

/** The share that goes back over time, as steps down, with what is past shaded. The list below it says the same. */
function Picture({ steps, now }: { steps: readonly PolicyStep[]; now: number }) {
  const [first, last] = [steps[0]?.from ?? 0, steps.at(-1)?.to ?? 1]
  const place = (at: number) => Math.min(100, Math.max(0, ((at - first) / Math.max(1, last - first)) * 100))
  return (
    <div className={classes['picture']} aria-hidden>
      <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
        {steps.map(({ from, to, refund }) => (
          <rect
            key={from}
            className={classes['step']}
            x={place(from)}
            width={Math.max(0, place(to) - place(from))}
            y={height - top(refund)}
            height={top(refund)}
          />
        ))}
        <rect className={classes['past']} x={0} width={place(now)} y={0} height={height} />
      </svg>
      {now < last && <i className={classes['marker']} style={{ insetInlineStart: `${place(now)}%` }} />}
    </div>
  )
}

/** Nothing at all is still a line. */
function top(refund: number): number {
  return Math.max(2, (refund / 10_000) * height)
}
