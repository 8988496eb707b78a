import { formatNumber, formatPercent } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { Waiting } from '../../../ui/resource/states.tsx'
import type { VenueDuplicate } from './venue-duplicates.ts'
import { readVenueDuplicates } from './venue-duplicates.ts'
import classes from '../geo/places.module.css'

/**
 * Beside a venue: possible duplicates, with the evidence. Renders nothing if there are none. Merging is a command of
 * the page.
 */
export function VenueDuplicates({ id }: { id: number }) {
  const { data } = useAnswer(readVenueDuplicates, { params: { id } })
  if (!data) return <Waiting />
  if (data.candidates.length === 0) return null
  return (
    <section className={classes['panel']} aria-label={t('Possible duplicates')}>
      <h2>{t('Possible duplicates')}</h2>
      <ul>
        {data.candidates.map((candidate) => (
          <Candidate key={candidate.id} of={candidate} />
        ))}
      </ul>
      <p>{t('Open one to compare, then merge them from its page.')}</p>
    </section>
  )
}

function Candidate({ of: { id, name, score, likeness, metres, isSameAddress, upcoming } }: { of: VenueDuplicate }) {
  const distance =
    metres < 1_000
      ? t('{n} m away', { n: formatNumber(metres) })
      : t('{n} km away', { n: formatNumber(Math.round(metres / 100) / 10) })
  return (
    <li>
      <RecordLink to="venues" id={id}>
        {name}
      </RecordLink>{' '}
      <small>
        {t('{score} of 100', { score })}:{' '}
        {t('names {share} alike', { share: formatPercent(likeness * 100, 'measured') })}, {distance}
        {isSameAddress && <>, {t('same address')}</>}.{' '}
        {t(
          '{n, plural, =0 {No upcoming performances.} one {# upcoming performance.} other {# upcoming performances.}}',
          { n: upcoming },
        )}
      </small>
    </li>
  )
}
