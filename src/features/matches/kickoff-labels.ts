import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Kickoff } from './fixture.endpoints.ts'
import { matches } from './matches.ts'

/** A kickoff in a few words: `1 Jun 2026 20:45, to be confirmed`. */
export function kickoffWords({
  localDate,
  localTime,
  isTbc,
}: Pick<Kickoff, 'localDate' | 'localTime' | 'isTbc'>): string {
  const day = formatDate(localDate)
  if (localTime === null) return t('{day}, time to be confirmed', { day })
  return isTbc
    ? t('{day} {time}, to be confirmed', { day, time: localTime })
    : t('{day} {time}', { day, time: localTime })
}

/** A kickoff whose zone can still be unknown. */
type Shown = Omit<Kickoff, 'timeZone'> & { readonly timeZone: string | null }

/** The differences between two kickoffs, in words for both sides. */
export function differenceWords(was: Kickoff, becomes: Shown): { was: string; becomes: string } {
  const isMoved =
    was.localDate !== becomes.localDate ||
    was.localTime !== becomes.localTime ||
    was.isTbc !== becomes.isTbc ||
    was.timeZone !== becomes.timeZone
  const words = (one: Shown) =>
    [
      ...(isMoved ? [kickoffWords(one)] : []),
      ...(was.timeZone !== becomes.timeZone ? [one.timeZone ?? ''] : []),
      ...(was.status !== becomes.status ? [choiceLabelOf(matches.fields.status, one.status)] : []),
    ].join(' · ')
  return { was: words(was), becomes: words(becomes) }
}
