import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/dates/styles.layer.css'
import { DatePicker, TimeGrid } from '@mantine/dates'
import 'dayjs/locale/es'
import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { language, t } from '../../core/i18n/language.ts'
import { todayIn } from '../../core/i18n/relative-dates.ts'
import { instantOf, localOf } from '../../core/zoned-time.ts'
import classes from './date-input.module.css'
import type { DateInputKind } from './date-kinds.ts'
import { PopOut } from '../pop-out.tsx'

interface DatePopupProps {
  kind: DateInputKind
  zone: string
  value: string | null
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  onPick: (value: string) => void
  /** A whole value has been picked. */
  onDone: () => void
}

/** Every half hour of a day. */
const times = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
)

/** The calendar of a date input, its times of day, or both. Its code comes when it is first asked for. */
export function DatePopup({ kind, zone, value, button, isOpen, onChange, onPick, onDone }: DatePopupProps) {
  const local = kind === 'instant' && value !== null ? localOf(value, zone) : null
  const date = kind === 'date' ? value : (local?.slice(0, 10) ?? null)
  const time = kind === 'time' ? value : (local?.slice(11) ?? null)
  const pickMoment = (day: string, clock: string) => onPick(instantOf(`${day}T${clock}`, zone).instant)
  return (
    <PopOut
      button={button}
      id=""
      isOpen={isOpen}
      onChange={onChange}
      label={kind === 'time' ? t('Pick a time') : t('Pick a date')}
      position="bottom-end"
      shadow="md"
      p={8}
    >
      <div className={classes['popup']}>
        {kind !== 'time' && (
          <Calendar
            date={date}
            today={todayIn(zone)}
            onPick={(day) => {
              if (kind === 'instant') pickMoment(day, time ?? '00:00')
              else onPick(day)
              if (kind === 'date') onDone()
            }}
          />
        )}
        {kind !== 'date' && (
          <Times
            time={time}
            onPick={(clock) => {
              if (kind === 'instant') pickMoment(date ?? todayIn(zone), clock)
              else onPick(clock)
              onDone()
            }}
          />
        )}
      </div>
    </PopOut>
  )
}

function Calendar({ date, today, onPick }: { date: string | null; today: string; onPick: (day: string) => void }) {
  const start = date ?? today
  return (
    <DatePicker
      size="xs"
      locale={language() === 'es' ? 'es' : 'en'}
      highlightToday
      weekendDays={[]}
      defaultDate={start}
      value={date}
      onChange={(day) => day !== null && onPick(day)}
      allowDeselect={false}
      // The keyboard begins on the day that is chosen, or on today.
      getDayProps={(day) => (day === start ? { 'data-autofocus': true } : {})}
      ariaLabels={{
        monthLevelControl: t('Choose a month'),
        yearLevelControl: t('Choose a year'),
        previousMonth: t('Previous month'),
        nextMonth: t('Next month'),
        previousYear: t('Previous year'),
        nextYear: t('Next year'),
        previousDecade: t('Previous decade'),
        nextDecade: t('Next decade'),
      }}
    />
  )
}

function Times({ time, onPick }: { time: string | null; onPick: (time: string) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const nearest = times.findLast((each) => each <= (time ?? '09:00'))
  useEffect(() => {
    const at = list.current?.querySelector<HTMLElement>('[data-nearest]')
    if (list.current && at) list.current.scrollTop = at.offsetTop - list.current.offsetTop - 60
  }, [])
  return (
    <div className={classes['times']} ref={list} role="group" aria-label={t('Time')}>
      <TimeGrid
        size="xs"
        data={times}
        value={time}
        onChange={(picked) => picked !== null && onPick(picked.slice(0, 5))}
        simpleGridProps={{ cols: 1, spacing: 4, verticalSpacing: 4 }}
        getControlProps={(each) => (each.slice(0, 5) === nearest ? { 'data-nearest': true } : {})}
      />
    </div>
  )
}
