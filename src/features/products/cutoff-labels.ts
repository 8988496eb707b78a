import { t } from '../../core/i18n/language.ts'
import type { CutoffUnit } from './product-options.ts'

/** How long before the start, in words: `12 hours`. */
export function cutoffWords(n: number, unit: CutoffUnit): string {
  if (unit === 'minute') return t('{n, plural, one {# minute} other {# minutes}}', { n })
  return unit === 'hour'
    ? t('{n, plural, one {# hour} other {# hours}}', { n })
    : t('{n, plural, one {# day} other {# days}}', { n })
}
