import { t } from '../../core/i18n/language.ts'
import type { PurchaseDetails } from './purchase-details.ts'

/** How much it weighs, beside its words. */
export const calledOffTones = { cancelled: 'bad', postponed: 'warn' } as const

/** That a performance does not take place as it was sold, for a chip: an order's own states do not say so. */
export function calledOffWords({ calledOff }: Pick<PurchaseDetails, 'calledOff'>): string | null {
  if (calledOff === null) return null
  if (calledOff.status === 'cancelled') return t('Event cancelled')
  return calledOff.isDateTbd ? t('Event postponed, no new date yet') : t('Event postponed')
}
