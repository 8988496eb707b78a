import { inWords } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'

/** A value of purchase-ledger.ts, or who did something, for people: `Payment captured` from `payment_captured`. */
export function wordOf(value: string): string {
  return t(inWords(value))
}
