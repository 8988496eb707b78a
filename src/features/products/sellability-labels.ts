import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { ProductStatus, SuspensionReason } from './product-statuses.ts'
import { suspensionLabels } from './product-statuses.ts'
import type { DayState, SellableDay } from './sellability.ts'

export const dayStateLabels: Readonly<Record<DayState, string>> = {
  open: msg('Open'),
  sold_out: msg('Sold out'),
  closed: msg('Closed'),
  blackout: msg('Blackout'),
  stale: msg('Sync-stale'),
}

const closedBecause = {
  imported: msg('The product is imported and not mapped yet.'),
  mapped: msg('The product is mapped and not live yet.'),
  retired: msg('The product is retired.'),
} as const

/** Why nothing of a product is on sale, as a sentence; null if it is. */
export function productCause(status: ProductStatus, suspendedBecause: SuspensionReason | null): string | null {
  if (status === 'live') return null
  return status === 'suspended'
    ? t('The product is suspended: {reason}.', { reason: t(suspensionLabels[suspendedBecause ?? 'manual']) })
    : t(closedBecause[status])
}

/** Why a day is as it is, in one sentence. */
export function causeWords({ cause, detail, vacancies, state }: SellableDay, timeZone: string): string {
  switch (cause) {
    case 'not_live':
      return t(closedBecause[detail as keyof typeof closedBecause] ?? closedBecause.mapped)
    case 'suspended':
      return t('The product is suspended: {reason}.', {
        reason: t(suspensionLabels[detail as keyof typeof suspensionLabels] ?? suspensionLabels.manual),
      })
    case 'inactive':
      return t('This option is not active.')
    case 'past':
      return t('The day is over.')
    case 'exception':
      return detail ?? (state === 'blackout' ? t('We do not sell it on this day.') : t('An exception closes this day.'))
    case 'out_of_season':
      return t('No opening rule covers this day.')
    case 'weekday':
      return t('It does not take place on this day of the week.')
    case 'cutoff':
      return t('The cut-off has passed.')
    case 'never_asked':
      return t('No data from the supplier for this day.')
    case 'asked_long_ago':
      return t('Availability is out of date. The supplier was last asked {moment}.', {
        moment: formatInstant(detail ?? '', timeZone),
      })
    case 'supplier_closed':
      return t('The supplier is closed.')
    case 'no_places':
      return t('The supplier has no places left.')
    case 'places':
      return t('{n, plural, one {One place is} other {# places are}} left.', { n: vacancies ?? 0 })
    case 'freesale':
      return t('Freesale: the supplier takes every booking.')
    case 'unlimited':
      return t('The supplier has places.')
  }
}
