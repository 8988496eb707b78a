import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../../core/resource/city-limits.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { t } from '../../../core/i18n/language.ts'
import { localOf, ownZone } from '../../../core/zoned-time.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { Failure } from '../../../ui/resource/states.tsx'
import { useSession } from '../../../core/browser/session.web.ts'
import { DayList } from './day-list.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { performances } from '../performance/performances.ts'
import type { CalendarEntry } from '../notices/schedule.endpoints.ts'
import { ScheduleDiff } from './schedule-diff.tsx'
import classes from './schedule.module.css'
import { useCalendar } from './use-calendar.web.ts'

const CreateDialog = lazy(async () => ({
  default: (await import('./create-performances-dialog.tsx')).CreatePerformancesDialog,
}))
const NotifyDialog = lazy(async () => ({ default: (await import('../notices/notify-dialog.tsx')).NotifyDialog }))

const venueOf = ({ venue }: CalendarEntry) => venue

/** What distinguishes performances of one event besides their times: another venue, or else how they sell. */
function nameIn(event: AnyRecord): (entry: CalendarEntry) => string {
  const own = event['venue'] as { title?: string } | null
  return ({ venue, status }) => (venue === own?.title ? choiceLabelOf(performances.fields.status, status) : venue)
}

function countWords(event: AnyRecord): string {
  return t(
    '{total, plural, =0 {No performances yet} one {# performance} other {# performances}}, {upcoming, plural, =0 {none upcoming} other {# upcoming}}',
    {
      total: Number(event['performanceCount']),
      upcoming: Number(event['upcomingCount']),
    },
  )
}

/** When an event takes place: what providers say otherwise, a calendar of its performances, and ways to add some. */
export function SchedulePanel({ event }: { event: AnyRecord }) {
  const session = useSession()
  const next = event['nextStartsAt']
  const zone = typeof event['timeZone'] === 'string' ? event['timeZone'] : ownZone()
  const calendar = useCalendar(
    { eventId: event.id },
    typeof next === 'string' ? localOf(next, zone).slice(0, 10) : null,
  )
  const [adding, setAdding] = useState<{ date: string | null } | null>(null)
  const [toNotify, setToNotify] = useState<readonly number[] | null>(null)
  const { answer } = calendar
  const nameOf = nameIn(event)
  // Permission to change performances in some cities only does not allow adding one elsewhere.
  const mayAdd = session !== null && mayChange(session.grants, performances, event)
  return (
    <>
      {Number(event['disputedCount']) > 0 && <ScheduleDiff event={event} maySettle={mayAdd} onChanged={setToNotify} />}
      {toNotify && (
        <Suspense>
          <NotifyDialog changes={toNotify} onClose={() => setToNotify(null)} />
        </Suspense>
      )}
      <div className={classes['inForm']}>
        <div className={classes['panelHead']}>
          <p>{countWords(event)}</p>
          {mayAdd && (
            <Button
              variant="default"
              leftSection={<IconCalendarPlus size={15} aria-hidden />}
              onClick={() => setAdding({ date: calendar.open })}
            >
              {t('Add performances…')}
            </Button>
          )}
        </div>
        {answer.error && !answer.data && (
          <Failure error={answer.error} onRetry={() => void answer.refetch()} what={t('Calendar')} />
        )}
        <div className={classes['board']}>
          <MonthCalendar
            month={calendar.month}
            onMonth={calendar.setMonth}
            days={calendar.days}
            open={calendar.open}
            onOpen={calendar.setOpen}
            today={calendar.today}
            nameOf={nameOf}
            isBusy={answer.isFetching}
            heading="h3"
          />
          <DayList
            calendar={calendar}
            linkOf={venueOf}
            heading="h3"
            onAdd={mayAdd ? (date) => setAdding({ date }) : undefined}
          />
        </div>
      </div>
      {adding && (
        <Suspense>
          <CreateDialog
            event={event}
            date={adding.date}
            onClose={() => setAdding(null)}
            onCreated={(date) => {
              setAdding(null)
              calendar.setMonth(date.slice(0, 7))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
