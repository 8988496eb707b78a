import { labelOf } from '../../kit/fields.ts'
import { Chip, cellOf } from '../../kit/screens/cells.tsx'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import classes from './purchase.module.css'

/** The three axes, what is going back, and a risk worth a look. */
export function States({ purchase }: { purchase: Purchase }) {
  return (
    <div className={classes['states']}>
      {(['bookingStatus', 'paymentStatus', 'fulfilmentStatus'] as const).map((key) => (
        <span key={key} className={classes['state']}><small>{purchases.fields[key].label}</small> {cellOf(key, purchases.fields[key], purchase)}</span>
      ))}
      {purchase.refundState !== 'none' && <span className={classes['state']}><small>Refund</small> {cellOf('refundState', purchases.fields.refundState, purchase)}</span>}
      {purchase.riskScore >= 60 && <Chip tone="bad">Risk {purchase.riskScore}</Chip>}
    </div>
  )
}

/** What the order waits for, and until when: the first thing an agent wants to know. */
export function NextStep({ purchase }: { purchase: Purchase }) {
  if (purchase.nextStep === 'none') return null
  return (
    <p className={classes['next']} data-overdue={purchase.slaState === 'overdue'}>
      <strong>Next: {purchases.fields.nextStep.labels[purchase.nextStep]}</strong>
      {purchase.dueAt && <span>{purchase.slaState === 'overdue' ? 'was due' : 'due'} {cellOf('dueAt', purchases.fields.dueAt, purchase)}</span>}
    </p>
  )
}

export function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return <section className={classes['card']} aria-label={title}><h2>{title}</h2>{children}</section>
}

type FactKey = keyof typeof purchases.fields

/** Fields with a value, each under its label; empty ones would only be in the way. */
export function Facts({ purchase, keys }: { purchase: Purchase; keys: readonly FactKey[] }) {
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
