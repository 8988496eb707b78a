import { msg } from '../../../core/i18n/language.ts'
import type { EventState, ProviderEvent } from './provider-events.endpoints.ts'

export const stateLabels: Readonly<Record<EventState, string>> = {
  suggested: msg('Suggested'),
  matched: msg('Matched'),
  unmatched: msg('Unmatched'),
  ignored: msg('Ignored'),
}

/** How a match was made. */
export const methodLabels: Readonly<Record<NonNullable<ProviderEvent['method']>, string>> = {
  code: msg('By its id'),
  automatic: msg('By name, place and time'),
  manual: msg('Manual'),
}
