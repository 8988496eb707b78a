import { t } from '../../core/i18n/language.ts'
import type { VatTotals } from './invoice-books.endpoints.ts'

/** How something is taxed, as people say it. */
export function treatmentLabel(treatment: VatTotals['rows'][number]['treatment']): string {
  if (treatment === 'margin') return t('Margin scheme')
  if (treatment === 'reverse_charge') return t('Reverse charge')
  return treatment === 'exempt' ? t('Exempt') : t('Standard')
}
