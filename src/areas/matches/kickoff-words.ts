import { choiceLabelOf } from '../../kit/fields.ts'
import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { Kickoff } from './fixture-calls.ts'
import { matches } from './matches.ts'

/** A kickoff in a few words: `1 Jun 2026 20:45, to be confirmed`. */
export function kickoffWords({ localDate, localTime, isTbc }: Pick<Kickoff, 'localDate' | 'localTime' | 'isTbc'>): string {
  const day = formatDate(localDate)
  if (localTime === null) return t('{day}, time to be confirmed', { day })
  return isTbc ? t('{day} {time}, to be confirmed', { day, time: localTime }) : t('{day} {time}', { day, time: localTime })
}

/** A kickoff whose zone may not be known yet. */
type Shown = Omit<Kickoff, 'timeZone'> & { readonly timeZone: string | null }

/** What differs between two kickoffs, in words on both sides. */
export function differenceWords(was: Kickoff, becomes: Shown): { was: string; becomes: string } {
  const isMoved = was.localDate !== becomes.localDate || was.localTime !== becomes.localTime || was.isTbc !== becomes.isTbc || was.timeZone !== becomes.timeZone
  const words = (one: Shown) => [
    ...(isMoved ? [kickoffWords(one)] : []),
    ...(was.timeZone !== becomes.timeZone ? [one.timeZone ?? ''] : []),
    ...(was.status !== becomes.status ? [choiceLabelOf(matches.fields.status, one.status)] : []),
  ].join(' · ')
  return { was: words(was), becomes: words(becomes) }
}
