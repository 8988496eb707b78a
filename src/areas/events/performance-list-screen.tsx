import { Button } from '@mantine/core'
import { IconCalendarMonth, IconList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '../../kit/language.ts'
import { cellOf, Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { type QuickFilter, QuickFilters } from '../../ui/quick-filters.tsx'
import { performances } from './performances.ts'
import classes from './schedule-views.module.css'
import { usePreset } from './use-preset.web.ts'

const PerformanceCalendar = lazy(async () => ({ default: (await import('./performance-calendar.tsx')).PerformanceCalendar }))
const CallOffDialog = lazy(async () => ({ default: (await import('./call-off-dialog.tsx')).CallOffDialog }))
const ShiftDialog = lazy(async () => ({ default: (await import('./shift-dialog.tsx')).ShiftDialog }))

/** What the shift's dialog says of the rows. */
const needs = ['eventId', 'localDate', 'localTime', 'isDateTbd', 'purchaseCount'] as const
const cells = {
  // Its event names it here: day and time have columns of their own.
  name: ({ event, name }: AnyRecord) => (typeof event === 'object' && event !== null && 'title' in event ? String(event.title) : String(name)),
  localDate: (performance: AnyRecord) => (performance['isDateTbd'] === true ? <Chip tone="warn">{t('to be decided')}</Chip> : cellOf('localDate', performances.fields.localDate, performance)),
  localTime: ({ localTime }: AnyRecord) => (typeof localTime === 'string' ? localTime : <Chip>{t('TBA')}</Chip>),
}
/** What is on decides more than in which zone. */
const widths = { name: 220, venueId: 160 }
/** Most who come here have what is to come in mind, and the oldest would be first. */
const toCome = { isPast: false }
/** As it stands in the address. The calendar shows the days that have passed, too, so it is not taken there. */
const preset = JSON.stringify(toCome)
const questions: readonly QuickFilter[] = [{ label: msg('To come'), filter: toCome }, { label: msg('Customers to be told'), filter: { isUntold: true } }]

/** Performances as a table, or by the day; which one is in the address. */
export function PerformanceListScreen() {
  const [{ show, filter }, setQuery] = useRouteQuery()
  const { mayWrite } = usePage()
  const isCalendar = show === 'calendar'
  const isOpening = usePreset(performances.name, toCome)
  const views = (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button variant={isCalendar ? 'default' : 'light'} aria-pressed={!isCalendar} leftSection={<IconList size={15} aria-hidden />} onClick={() => setQuery({ show: null, month: null, day: null, filter: filter ?? preset })}>{t('Table')}</Button>
      <Button variant={isCalendar ? 'light' : 'default'} aria-pressed={isCalendar} leftSection={<IconCalendarMonth size={15} aria-hidden />} onClick={() => setQuery({ show: 'calendar', filter: filter === preset ? null : filter })}>{t('Calendar')}</Button>
    </span>
  )
  if (isOpening) return <PageSkeleton />
  if (isCalendar) return <PageFrame actions={views}><Suspense><PerformanceCalendar /></Suspense></PageFrame>
  return <ListScreen of={performances} actions={<><QuickFilters questions={questions} />{views}</>} needs={needs} cells={cells} widths={widths} {...(mayWrite && { bulkActions: (selected, clear) => <><ShiftButton chosen={selected} clear={clear} /><CallOffButton chosen={selected} clear={clear} /></> })} />
}

function ShiftButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>{t('Shift…')}</Button>
      {isOpen && (
        <Suspense>
          <ShiftDialog chosen={chosen} onClose={() => setOpen(false)} onDone={() => {
            setOpen(false)
            clear()
          }} />
        </Suspense>
      )}
    </>
  )
}

function CallOffButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>{t('Call off…')}</Button>
      {isOpen && (
        <Suspense>
          <CallOffDialog chosen={chosen} onClose={() => setOpen(false)} onDone={() => {
            setOpen(false)
            clear()
          }} />
        </Suspense>
      )}
    </>
  )
}
