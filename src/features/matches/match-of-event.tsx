import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { cellOf } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import classes from './matches.module.css'
import { matches } from './matches.ts'

const fields = ['id', 'name', 'competition', 'round', 'localDate', 'localTime', 'status'] as const

/**
 * Beside the form of an event: its match. Renders nothing for other than sports events without a match, or without
 * permission to see matches.
 */
export function MatchOfEvent({ record }: Pick<RecordPartProps, 'record'>) {
  return useMay()('ui', matches.access.object) ? <Panel id={record.id} isSport={record['type'] === 'sport'} /> : null
}

function Panel({ id, isSport }: { id: number; isSport: boolean }) {
  const answer = useRows(matches, { filter: { eventId: id }, range: [0, 4], fields: [...fields] })
  const list = useRecordPaths()(matches.name, 'list')
  // Other events rarely have a match, so there is no need to say so.
  if (!isSport && (answer.data?.rows.length ?? 0) === 0) return null
  return (
    <AnswerPanel title={t('Match')} answer={answer}>
      {({ rows }) =>
        rows.length > 0 ? (
          rows.map((match) => <Match key={match.id} match={match} />)
        ) : (
          <p className={classes['none']}>
            {t('No match is linked to it.')}
            {list !== null && (
              <>
                {' '}
                <a
                  href={`${list}?filter=${encodeURIComponent(JSON.stringify({ eventId: { empty: true }, isPast: false }))}`}
                >
                  {t('Matches without an event')}
                </a>
              </>
            )}
          </p>
        )
      }
    </AnswerPanel>
  )
}

function Match({ match }: { match: AnyRecord }) {
  const day = formatDate(String(match['localDate']))
  const time = match['localTime']
  return (
    <p className={classes['ofEvent']}>
      <RecordLink to={matches.name} id={match.id}>
        {String(match['name'])}
      </RecordLink>{' '}
      {cellOf('status', matches.fields.status, match)}
      <small>
        {[
          match['competition'],
          match['round'],
          typeof time === 'string'
            ? t('{day}, {time}', { day, time })
            : t('{date}, time to be announced', { date: day }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </p>
  )
}
