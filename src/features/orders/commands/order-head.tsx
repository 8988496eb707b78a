import { formatMoney, formatDate, zoneName } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { cellOf, Chip } from '../../../ui/resource/cells.tsx'
import { calledOffTones, calledOffWords } from '../../purchases/called-off-labels.ts'
import { contentsWords } from '../../purchases/contents-labels.ts'
import { stepNow, stepWords } from '../../purchases/next-step.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import type { Purchase } from '../../purchases/purchases.ts'
import { purchases } from '../../purchases/purchases.ts'
import classes from './commands.module.css'

const axes = ['bookingStatus', 'paymentStatus', 'fulfilmentStatus'] as const

/** What was sold to whom, for when and how much, and its status on the three axes. */
export function OrderHead({ purchase, details }: { purchase: Purchase; details: PurchaseDetails }) {
  const { title, contents, customerName, travelDate, localTime, timeZone, startsAt, grandTotal, currency } = purchase
  const step = stepNow(purchase)
  const next = stepWords(step)
  const isOverdue = step !== 'cancel_order' && purchase.slaState === 'overdue'
  return (
    <section className={classes['head']} aria-label={t('Order')}>
      <div className={classes['headTop']}>
        <div>
          <p className={classes['headTitle']}>{title}</p>
          <p className={classes['quiet']}>
            {[
              contentsWords(contents),
              customerName,
              `${formatDate(travelDate)}${localTime ? `, ${localTime.slice(0, 5)} ${zoneName(startsAt, timeZone)}` : ''}`,
            ].join(' · ')}
          </p>
        </div>
        <p className={classes['total']}>{formatMoney(grandTotal, currency)}</p>
      </div>
      <div className={classes['axes']}>
        {axes.map((key) => (
          <span key={key}>
            <small>{t(purchases.fields[key].label)}</small> {cellOf(key, purchases.fields[key], purchase)}
          </span>
        ))}
        {details.calledOff && <Chip tone={calledOffTones[details.calledOff.status]}>{calledOffWords(details)}</Chip>}
      </div>
      {next && (
        <p className={classes['next']} data-overdue={isOverdue}>
          <strong>{t('Next: {step}', { step: next.step })}</strong>
          {step !== 'cancel_order' && purchase.dueAt && (
            <span>
              {isOverdue ? t('was due') : t('due')} {cellOf('dueAt', purchases.fields.dueAt, purchase)}
            </span>
          )}
          <span className={classes['why']}>{next.reason}</span>
        </p>
      )}
    </section>
  )
}
