import { choiceLabelOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { AnswerPanel } from '../../kit/screens/answer-panel.tsx'
import { cellOf } from '../../kit/screens/cells.tsx'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { RecordLink } from '../../kit/screens/record-link.tsx'
import type { RecordPartProps } from '../../kit/screens/screen-parts.web.ts'
import { useMay } from '../../kit/session.web.ts'
import { readLineupsOfEvent } from './lineup-calls.ts'
import classes from './lineups.module.css'
import { lineups } from './lineups.ts'

/** Beside the form of an event: the lineups that it is in, by a pin or because their query finds it. Nothing for whoever may not see lineups. */
export function LineupsOfEvent({ record }: Pick<RecordPartProps, 'record'>) {
  return useMay()('ui', lineups.access.object) ? <Panel id={record.id} /> : null
}

function Panel({ id }: { id: number }) {
  const answer = useAnswer(readLineupsOfEvent, { params: { id }, staleTime: 0 })
  return (
    <AnswerPanel title={t('In lineups')} answer={answer}>
      {(data) => (data.total === 0 ? <p className={classes['none']}>{t('It is in no lineup.')}</p> : (
        <>
          <ul className={classes['memberships']}>
            {data.lineups.map((one) => (
              <li key={one.id}>
                <span><RecordLink to={lineups.name} id={one.id}>{one.name}</RecordLink> {one.publication !== 'published' && cellOf('publication', lineups.fields.publication, one)}</span>
                <small>{choiceLabelOf(lineups.fields.type, one.type)} · {one.isPinned ? t('pinned') : t('found by its query')}</small>
              </li>
            ))}
          </ul>
          {data.total > data.lineups.length && <p className={classes['none']}>{t('{n} more', { n: data.total - data.lineups.length })}</p>}
        </>
      ))}
    </AnswerPanel>
  )
}
