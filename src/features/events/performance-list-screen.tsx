import { Button } from '@mantine/core'
import { IconCalendarMonth, IconList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import { cellOf, Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { ListQuestion } from '../../ui/resource/screen-parts.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { performances } from './performance/performances.ts'
import classes from './schedule/schedule-views.module.css'
import { upcoming, upcomingPerformances } from './performance-address.ts'

const PerformanceCalendar = lazy(async () => ({
  default: (await import('./schedule/performance-calendar.tsx')).PerformanceCalendar,
}))
const CancelOrPostponeDialog = lazy(async () => ({
  default: (await import('./schedule/cancel-or-postpone-dialog.tsx')).CancelOrPostponeDialog,
}))
const ShiftDialog = lazy(async () => ({ default: (await import('./schedule/shift-dialog.tsx')).ShiftDialog }))

const cells = {
  // Its event names it here: day and time have columns of their own.
  name: ({ event, name }: AnyRecord) =>
    typeof event === 'object' && event !== null && 'title' in event ? String(event.title) : String(name),
  localDate: (performance: AnyRecord) =>
    performance['isDateTbd'] === true ? (
      <Chip tone="warn">{t('to be decided')}</Chip>
    ) : (
      cellOf('localDate', performances.fields.localDate, performance)
    ),
  localTime: ({ localTime }: AnyRecord) => (typeof localTime === 'string' ? localTime : <Chip>{t('TBA')}</Chip>),
}
const questions: readonly ListQuestion[] = [
  { label: msg('Upcoming'), filter: upcoming },
  { label: msg('Customers to notify'), filter: { needsNotice: true } },
]

/** Performances as a table, or by the day; which one is in the address. */
export function PerformanceListScreen() {
  const [{ show, filter }, setQuery] = useRouteQuery()
  const { mayWrite } = usePage()
  const isCalendar = show === 'calendar'
  const views = (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button
        variant={isCalendar ? 'default' : 'light'}
        aria-pressed={!isCalendar}
        leftSection={<IconList size={15} aria-hidden />}
        onClick={() => setQuery({ show: null, month: null, day: null, filter: filter ?? upcomingPerformances.filter })}
      >
        {t('Table')}
      </Button>
      <Button
        variant={isCalendar ? 'light' : 'default'}
        aria-pressed={isCalendar}
        leftSection={<IconCalendarMonth size={15} aria-hidden />}
        // The calendar shows past days too.
        onClick={() => setQuery({ show: 'calendar', filter: filter === upcomingPerformances.filter ? null : filter })}
      >
        {t('Calendar')}
      </Button>
    </span>
  )
  if (isCalendar)
    return (
      <PageFrame actions={views}>
        <Suspense>
          <PerformanceCalendar />
        </Suspense>
      </PageFrame>
    )
  return (
    <ListScreen
      questions={questions}
      of={performances}
      actions={views}
      cells={cells}
      {...(mayWrite && {
        bulkActions: (selected, clear) => (
          <>
            <ShiftButton chosen={selected} clear={clear} />
            <CancelOrPostponeButton chosen={selected} clear={clear} />
          </>
        ),
      })}
    />
  )
}

function ShiftButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Shift…')}
      </Button>
      {isOpen && (
        <Suspense>
          <ShiftDialog
            chosen={chosen}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function CancelOrPostponeButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Cancel or postpone…')}
      </Button>
      {isOpen && (
        <Suspense>
          <CancelOrPostponeDialog
            chosen={chosen}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
