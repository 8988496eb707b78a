import { formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'

/** Why a provider is paused: a person's own words, or the figures by which its rule did it. */
export type PauseReason =
  | { readonly reason: string; readonly countedCalls: null; readonly failedCalls: null }
  | { readonly reason: null; readonly countedCalls: number; readonly failedCalls: number }

/** In the reader's language, but for what a person wrote. */
export function pauseReasonText({ reason, countedCalls, failedCalls }: PauseReason): string {
  return (
    reason ??
    t('{share} of {n} calls within an hour failed.', {
      share: formatPercent(Math.round((10_000 * failedCalls) / countedCalls), 'measured'),
      n: formatNumber(countedCalls),
    })
  )
}
