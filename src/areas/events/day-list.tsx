import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../kit/language.ts'
import { Chip, cellOf } from '../../kit/screens/cells.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import { dayWords } from './calendar-words.ts'
import { performances } from './performances.ts'
import type { CalendarEntry } from './schedule-calls.ts'
import classes from './schedule.module.css'
import type { useCalendar } from './use-calendar.web.ts'

interface DayListProps {
  calendar: ReturnType<typeof useCalendar>
  /** The words that lead to a performance's page. */
  linkOf: (entry: CalendarEntry) => string
  heading: 'h2' | 'h3'
  /** A way to put something on the open day. */
  onAdd?: ((date: string) => void) | undefined
}

/** Every performance of the day that is open, each with the way to its page. */
export function DayList({ calendar: { open, day }, linkOf, heading: Heading, onAdd }: DayListProps) {
  const paths = useRecordPaths()
  if (open === null) return <div className={classes['day']}><p className={classes['quiet']}>{t('Open a day to see everything on it.')}</p></div>
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
                {entry.purchaseCount > 0 && <span>{t('{n, plural, one {# purchase} other {# purchases}}', { n: entry.purchaseCount })}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found && found.count > found.first.length && <p className={classes['quiet']}>{t('{n} more on this day. Narrow the calendar to see them.', { n: found.count - found.first.length })}</p>}
      {onAdd && <Button variant="default" onClick={() => onAdd(open)}>{t('Add on this day…')}</Button>}
    </section>
  )
}

function Named({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? <span>{children}</span> : <a href={href}>{children}</a>
}
