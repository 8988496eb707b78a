import type { ReactNode } from 'react'
import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { couponFields } from './coupon-fields.ts'
import classes from './coupon-screens.module.css'

/**
 * What a coupon takes off, as its list leads with it: the share of a percentage, else the first amount and how many other
 * currencies have one. All of them are its title, as a column has no room for them.
 */
export function worthOf(record: AnyRecord): ReactNode {
  if (record['kind'] === 'percent') return cellOf('percent', couponFields.percent, record)
  const amounts = (Array.isArray(record['amounts']) ? record['amounts'] : []).map(
    (amount: { amount: number; currency: string }) => formatMoney(amount.amount, amount.currency),
  )
  const [first, ...others] = amounts
  if (first === undefined) return cellOf('amounts', couponFields.amounts, record)
  return (
    <span title={amounts.join(' · ')}>
      {first}
      {others.length > 0 && <span className={classes['others']}> +{formatNumber(others.length)}</span>}
    </span>
  )
}
