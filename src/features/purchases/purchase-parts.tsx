import { t } from '../../core/i18n/language.ts'
import { Chip, cellOf } from '../../ui/resource/cells.tsx'
import { Facts } from '../../ui/resource/facts.tsx'
import type { Purchase } from './purchases.ts'
import { contentsWords } from './contents-words.ts'
import { purchases } from './purchases.ts'
import classes from './purchase.module.css'

/** The three axes, what is going back, and a risk worth a look. */
export function States({ purchase }: { purchase: Purchase }) {
  return (
    <div className={classes['states']}>
      {(['bookingStatus', 'paymentStatus', 'fulfilmentStatus'] as const).map((key) => (
        <span key={key} className={classes['state']}>
          <small>{t(purchases.fields[key].label)}</small> {cellOf(key, purchases.fields[key], purchase)}
        </span>
      ))}
      {purchase.refundState !== 'none' && (
        <span className={classes['state']}>
          <small>{t('Refund')}</small> {cellOf('refundState', purchases.fields.refundState, purchase)}
        </span>
      )}
      {purchase.riskScore >= 60 && <Chip tone="bad">{t('Risk {riskScore}', { riskScore: purchase.riskScore })}</Chip>}
    </div>
  )
}

/** What the order waits for, and until when: the first thing an agent wants to know. */
export function NextStep({ purchase }: { purchase: Purchase }) {
  if (purchase.nextStep === 'none') return null
  return (
    <p className={classes['next']} data-overdue={purchase.slaState === 'overdue'}>
      <strong>{t('Next: {step}', { step: t(purchases.fields.nextStep.labels[purchase.nextStep]) })}</strong>
      {purchase.dueAt && (
        <span>
          {purchase.slaState === 'overdue' ? t('was due') : t('due')}{' '}
          {cellOf('dueAt', purchases.fields.dueAt, purchase)}
        </span>
      )}
    </p>
  )
}

export function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes['card']} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Fields of a purchase to read. */
export function PurchaseFacts({
  purchase,
  keys,
}: {
  purchase: Purchase
  keys: readonly (keyof typeof purchases.fields)[]
}) {
  // Where only a day is agreed, its first minute is kept for sorting; nothing starts then.
  const shown = purchase.localTime ? keys : keys.filter((key) => key !== 'startsAt')
  return <Facts of={purchases} record={{ ...purchase, contents: contentsWords(purchase.contents) }} keys={shown} />
}
