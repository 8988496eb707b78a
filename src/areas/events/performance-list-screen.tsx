import { Button } from '@mantine/core'
import { IconCalendarMonth, IconList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { performances } from './performances.ts'
import classes from './schedule-views.module.css'

const PerformanceCalendar = lazy(async () => ({ default: (await import('./performance-calendar.tsx')).PerformanceCalendar }))
const ShiftDialog = lazy(async () => ({ default: (await import('./shift-dialog.tsx')).ShiftDialog }))

/** What the shift's dialog says of the rows. */
const needs = ['localDate', 'localTime', 'purchaseCount'] as const

/** Performances as a table, or by the day; which one is in the address. */
export function PerformanceListScreen() {
  const [{ show }, setQuery] = useRouteQuery()
  const { mayWrite } = usePage()
  const isCalendar = show === 'calendar'
  const views = (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button variant={isCalendar ? 'default' : 'light'} aria-pressed={!isCalendar} leftSection={<IconList size={15} aria-hidden />} onClick={() => setQuery({ show: null, month: null, day: null })}>{t('Table')}</Button>
      <Button variant={isCalendar ? 'light' : 'default'} aria-pressed={isCalendar} leftSection={<IconCalendarMonth size={15} aria-hidden />} onClick={() => setQuery({ show: 'calendar' })}>{t('Calendar')}</Button>
    </span>
  )
  if (isCalendar) return <PageFrame actions={views}><Suspense><PerformanceCalendar /></Suspense></PageFrame>
  return <ListScreen of={performances} actions={views} needs={needs} {...(mayWrite && { bulkActions: (selected, clear) => <ShiftButton chosen={selected} clear={clear} /> })} />
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
