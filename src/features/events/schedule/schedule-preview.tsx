import { NativeSelect } from '@mantine/core'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { dayWords } from '../../../core/i18n/calendar-labels.ts'
import type { PlannedStart } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'
import { maxAtOnce } from '../performance/starts.ts'

const problemWords = {
  skipped: msg('The clocks skip this time'),
  repeated: msg('This time occurs twice'),
  past: msg('In the past'),
  exists: msg('Already exists'),
}

interface SchedulePreviewProps {
  preview: { readonly timeZone: string; readonly rows: readonly PlannedStart[]; readonly isTooMany: boolean }
  keyOf: (row: PlannedStart) => string
  /** Rows that the user has deselected. */
  left: ReadonlySet<string>
  /** Which of two moments was chosen, by row. */
  offsets: Readonly<Record<string, string>>
  /** Why the server refused a row. */
  refused: Readonly<Record<string, string>>
  onLeave: (key: string, isLeft: boolean) => void
  onOffset: (key: string, offset: string) => void
}

/** Every start of a pattern: valid ones are selected, the others show the problem. */
export function SchedulePreview({
  preview: { rows, timeZone, isTooMany },
  keyOf,
  left,
  offsets,
  refused,
  onLeave,
  onOffset,
}: SchedulePreviewProps) {
  if (rows.length === 0) return <p role="status">{t('No day in this period falls on these days of the week.')}</p>
  return (
    <>
      {isTooMany && (
        <p className={classes['warning']} role="note">
          {t('Only the first {most} are created at once. Choose a shorter period, then create the rest.', {
            most: maxAtOnce,
          })}
        </p>
      )}
      <div className={classes['box']} role="region" tabIndex={0} aria-label={t('Preview')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('Performance')}</th>
              <th scope="col">{t('Time')}</th>
              <th scope="col">{t('UTC')}</th>
              <th scope="col">{t('Notes')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = keyOf(row)
              const isRepeated = row.problem === 'repeated'
              const isBlocked = row.problem !== null && !(isRepeated && Boolean(offsets[key]))
              const name = t('{day}, {time}', { day: dayWords(row.localDate), time: row.localTime })
              return (
                <tr key={key} data-problem={(row.problem !== null && !isRepeated) || refused[key] !== undefined}>
                  <td>
                    <label>
                      <input
                        type="checkbox"
                        checked={!isBlocked && !left.has(key)}
                        disabled={isBlocked}
                        aria-label={name}
                        onChange={(event) => onLeave(key, !event.currentTarget.checked)}
                      />{' '}
                      {dayWords(row.localDate)}
                    </label>
                  </td>
                  <td>{row.localTime}</td>
                  <td>{row.startsAt === null ? '–' : formatInstant(row.startsAt, 'UTC')}</td>
                  <td>
                    {row.problem !== null && <div>{t(problemWords[row.problem])}</div>}
                    {isRepeated && (
                      <NativeSelect
                        aria-label={t('First or second: {name}', { name })}
                        value={offsets[key] ?? ''}
                        data={[
                          { value: '', label: t('Choose') },
                          ...row.offsets.map((offset) => ({ value: offset, label: `UTC${offset}` })),
                        ]}
                        onChange={(event) => onOffset(key, event.currentTarget.value)}
                      />
                    )}
                    {row.clash !== null && (
                      <div className={classes['quiet']}>{t('Then there: {event}', { event: row.clash })}</div>
                    )}
                    {refused[key] !== undefined && <div>{refused[key]}</div>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className={classes['quiet']}>{t('Times are in {timeZone}.', { timeZone })}</p>
    </>
  )
}
