import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { AnswerPanel } from '../../kit/screens/answer-panel.tsx'
import { cellOf } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { RecordLink } from '../../kit/screens/record-link.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import type { RecordPartProps } from '../../kit/screens/screen-parts.web.ts'
import { useMay } from '../../kit/session.web.ts'
import classes from './matches.module.css'
import { matches } from './matches.ts'

const fields = ['id', 'name', 'competition', 'round', 'localDate', 'localTime', 'status'] as const

/** Beside the form of an event: the match that it is. Nothing where a match has no place, or for whoever may not see matches. */
export function MatchOfEvent({ record }: Pick<RecordPartProps, 'record'>) {
  return useMay()('ui', matches.access.object) ? <Panel id={record.id} isSport={record['type'] === 'sport'} /> : null
}

function Panel({ id, isSport }: { id: number; isSport: boolean }) {
  const answer = useRows(matches, { filter: { eventId: id }, range: [0, 4], fields: [...fields] })
  const list = useRecordPaths()(matches.name, 'list')
  // Of what is no sport there is mostly none, which need not be said.
  if (!isSport && (answer.data?.rows.length ?? 0) === 0) return null
  return (
    <AnswerPanel title={t('Match')} answer={answer}>
      {({ rows }) => (rows.length > 0 ? rows.map((match) => <Match key={match.id} match={match} />) : (
        <p className={classes['none']}>
          {t('No match is linked to it.')}{list !== null && <> <a href={`${list}?filter=${encodeURIComponent(JSON.stringify({ eventId: { empty: true }, isPast: false }))}`}>{t('Matches without an event')}</a></>}
        </p>
      ))}
    </AnswerPanel>
  )
}

function Match({ match }: { match: AnyRecord }) {
  const day = formatDate(String(match['localDate']))
  const time = match['localTime']
  return (
    <p className={classes['ofEvent']}>
      <RecordLink to={matches.name} id={match.id}>{String(match['name'])}</RecordLink> {cellOf('status', matches.fields.status, match)}
      <small>{[match['competition'], match['round'], typeof time === 'string' ? t('{day}, {time}', { day, time }) : t('{date}, time to be announced', { date: day })].filter(Boolean).join(' · ')}</small>
    </p>
  )
}
