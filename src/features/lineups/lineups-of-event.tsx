import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { readLineupsOfEvent } from './lineup.endpoints.ts'
import classes from './lineups.module.css'
import { lineups } from './lineups.ts'

/**
 * Beside the form of an event: the lineups that include it, pinned or found by their query. Renders nothing without
 * permission to see lineups.
 */
export function LineupsOfEvent({ record }: Pick<RecordPartProps, 'record'>) {
  return useMay()('ui', lineups.access.object) ? <Panel id={record.id} /> : null
}

function Panel({ id }: { id: number }) {
  const answer = useAnswer(readLineupsOfEvent, { params: { id }, staleTime: 0 })
  return (
    <AnswerPanel title={t('In lineups')} answer={answer}>
      {(data) =>
        data.total === 0 ? (
          <p className={classes['none']}>{t('It is in no lineup.')}</p>
        ) : (
          <>
            <ul className={classes['memberships']}>
              {data.lineups.map((one) => (
                <li key={one.id}>
                  <span>
                    <RecordLink to={lineups.name} id={one.id}>
                      {one.name}
                    </RecordLink>{' '}
                    {one.publication !== 'published' && cellOf('publication', lineups.fields.publication, one)}
                  </span>
                  <small>
                    {choiceLabelOf(lineups.fields.type, one.type)} ·{' '}
                    {one.isPinned ? t('pinned') : t('found by its query')}
                  </small>
                </li>
              ))}
            </ul>
            {data.total > data.lineups.length && (
              <p className={classes['none']}>{t('{n} more', { n: data.total - data.lineups.length })}</p>
            )}
          </>
        )
      }
    </AnswerPanel>
  )
}
