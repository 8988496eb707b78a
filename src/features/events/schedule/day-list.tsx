import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { Chip, cellOf } from '../../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { dayWords } from '../../../core/i18n/calendar-labels.ts'
import { performances } from '../performance/performances.ts'
import type { CalendarEntry } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'
import type { useCalendar } from './use-calendar.web.ts'

interface DayListProps {
  calendar: ReturnType<typeof useCalendar>
  /** The URL of a performance's page. */
  linkOf: (entry: CalendarEntry) => string
  heading: 'h2' | 'h3'
  /** Adds a performance on the open day. */
  onAdd?: ((date: string) => void) | undefined
}

/** Every performance of the open day, each with a link to its page. */
export function DayList({ calendar: { open, day }, linkOf, heading: Heading, onAdd }: DayListProps) {
  const paths = useRecordPaths()
  if (open === null)
    return (
      <div className={classes['day']}>
        <p className={classes['quiet']}>{t('Open a day to see everything on it.')}</p>
      </div>
    )
  const found = day.data?.days[0]
  return (
    <section className={classes['day']} aria-label={dayWords(open)} aria-live="polite">
      <Heading>{dayWords(open)}</Heading>
      {day.error && !day.data && <Failure error={day.error} onRetry={() => void day.refetch()} what={t('Day')} />}
      {!day.data && !day.error && <FormSkeleton />}
      {day.data && !found && <p className={classes['quiet']}>{t('Nothing takes place on this day.')}</p>}
      {found && (
        <ul>
          {found.first.map((entry) => (
            <li key={entry.id}>
              <b>{entry.localTime ?? t('TBA')}</b>
              <Named href={paths('performances', 'update', entry.id)}>{linkOf(entry)}</Named>
              <span className={classes['about']}>
                {cellOf('status', performances.fields.status, { status: entry.status })}
                {entry.isDateTbd && <span>{t('date to be decided')}</span>}
                {entry.isDisputed && <Chip tone="warn">{t('disputed')}</Chip>}
                {entry.purchaseCount > 0 && (
                  <span>{t('{n, plural, one {# purchase} other {# purchases}}', { n: entry.purchaseCount })}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found && found.count > found.first.length && (
        <p className={classes['quiet']}>
          {t('{n} more on this day. Narrow the calendar to see them.', { n: found.count - found.first.length })}
        </p>
      )}
      {onAdd && (
        <Button variant="default" onClick={() => onAdd(open)}>
          {t('Add on this day…')}
        </Button>
      )}
    </section>
  )
}

function Named({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? <span>{children}</span> : <a href={href}>{children}</a>
}
