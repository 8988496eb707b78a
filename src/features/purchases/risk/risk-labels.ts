import { t } from '../../../core/i18n/language.ts'
import type { RiskKind } from './risk-rules.ts'
import { needsHours, riskKinds } from './risk-rules.ts'

type Draft = Readonly<Record<string, unknown>>

/** When a rule counts against an order, in one sentence; null while a value is missing. */
export function riskSentence({ kind, threshold: n, hours, points }: Draft): string | null {
  const known = riskKinds.find((one) => one === kind)
  if (!known || typeof n !== 'number' || typeof points !== 'number') return null
  if (needsHours(known) && typeof hours !== 'number') return null
  const what = { n, points, hours: typeof hours === 'number' ? hours : 0 }
  const sentences: Readonly<Record<RiskKind, () => string>> = {
    orders_by_email: () =>
      t(
        'An order gets {points, plural, one {# point} other {# points}} if its email placed at least {n, plural, one {# order} other {# orders}} within {hours, plural, one {# hour} other {# hours}}.',
        what,
      ),
    failed_payments: () =>
      t(
        'An order gets {points, plural, one {# point} other {# points}} if at least {n, plural, one {# payment} other {# payments}} failed.',
        what,
      ),
    avs_mismatch: () =>
      t(
        'An order gets {points, plural, one {# point} other {# points}} if the card address didn’t match in at least {n, plural, one {# payment} other {# payments}}.',
        what,
      ),
    cvc_mismatch: () =>
      t(
        'An order gets {points, plural, one {# point} other {# points}} if the card code didn’t match in at least {n, plural, one {# payment} other {# payments}}.',
        what,
      ),
    three_ds_failed: () =>
      t(
        'An order gets {points, plural, one {# point} other {# points}} if 3-D Secure failed in at least {n, plural, one {# payment} other {# payments}}.',
        what,
      ),
  }
  return sentences[known]()
}

/** `10 within 1 hour` in a list. */
export function thresholdWords({ kind, threshold, hours }: Draft): string {
  const n = Number(threshold)
  return needsHours(kind) && typeof hours === 'number'
    ? t('{n} within {hours, plural, one {# hour} other {# hours}}', { n, hours })
    : t('{n} or more', { n })
}
