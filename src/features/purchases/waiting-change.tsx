import { formatInstant, formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import classes from './order.module.css'

/** What the customer was asked to pay before their visit is changed. */
export function WaitingChange({ change, currency }: { change: PurchaseDetails['unpaidChange']; currency: string }) {
  if (change === null) return null
  return (
    <ul className={classes['movements']} aria-label={t('To be paid')}>
      <li>
        <div>
          <Chip tone="warn">{t('Awaiting payment')}</Chip> · {t('Change of the visit')}
          <small>{change.detail}</small>
        </div>
        <time dateTime={change.until}>{t('by {moment}', { moment: formatInstant(change.until) })}</time>
        <b>{formatMoney(change.charge, currency)}</b>
      </li>
    </ul>
  )
}
