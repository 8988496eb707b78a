import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { performances } from './performances.ts'
import type { Engagement } from './performer-events.endpoints.ts'
import { readEngagements } from './performer-events.endpoints.ts'
import cards from '../../../ui/card-table.module.css'
import classes from '../performer/performers.module.css'

/**
 * Below a performer: their upcoming performances. Renders nothing without permission to see events and performances.
 */
export function PerformerEvents({ performer }: { performer: AnyRecord }) {
  const may = useMay()
  if (!may('ui', 'events') || !may('ui', 'performances')) return null
  return <Engagements id={performer.id} />
}

function Engagements({ id }: { id: number }) {
  const answer = useAnswer(readEngagements, { params: { id }, staleTime: 0 })
  return (
    <AnswerPanel title={t('Events')} answer={answer} className={classes['panel']}>
      {({ next, upcoming, past }) => (
        <>
          <p>
            {t(
              '{upcoming, plural, =0 {No upcoming performance} one {# upcoming performance} other {# upcoming performances}}, {past, plural, =0 {none past} one {# past} other {# past}}.',
              { upcoming, past },
            )}
          </p>
          {next.length > 0 && (
            <div className={classes['box']} role="region" tabIndex={0} aria-label={t('Next performances')}>
              <table role="table" className={cards['cards']}>
                <thead role="rowgroup">
                  <tr role="row">
                    {[t('Date'), t('Event'), t('Venue'), t('Status')].map((heading) => (
                      <th key={heading} role="columnheader" scope="col">
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody role="rowgroup">
                  {next.map((one) => (
                    <Row key={one.performanceId} of={one} />
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function Row({
  of: { performanceId, eventId, eventName, localDate, localTime, isDateTbd, status, venue, city },
}: {
  of: Engagement
}) {
  const day = isDateTbd
    ? t('Date to be decided')
    : localTime === null
      ? formatDate(localDate)
      : t('{day} {time}', { day: formatDate(localDate), time: localTime })
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <RecordLink to="performances" id={performanceId}>
          {day}
        </RecordLink>
      </th>
      <td role="cell">
        <RecordLink to="events" id={eventId}>
          {eventName}
        </RecordLink>
      </td>
      <td role="cell">{t('{venue}, {city}', { venue, city })}</td>
      <td role="cell" data-corner="">
        <Chip tone={performances.fields.status.tones?.[status] ?? 'neutral'}>
          {choiceLabelOf(performances.fields.status, status)}
        </Chip>
      </td>
    </tr>
  )
}
