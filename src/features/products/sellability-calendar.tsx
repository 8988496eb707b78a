import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatDate, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { monthWords, shortWeekday, weekdayWords } from '../../core/i18n/calendar-labels.ts'
import type { Calendar, CalendarDay } from './option.endpoints.ts'
import { weekdays } from './product-options.ts'
import { useSellability } from './product-parts.web.ts'
import classes from './products.module.css'
import { daysOfMonth, dayStates, monthAfter, weekdayOf } from './sellability.ts'
import { dayStateLabels } from './sellability-labels.ts'

/**
 * Each day of a month: whether the option can be sold, and why. Arrow keys move by day and week, Page Up and Page Down
 * by month.
 */
export function SellabilityCalendar({ option }: { option: AnyRecord }) {
  const [month, setMonth] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const { data, error, refetch } = useSellability(option.id, option.version, month)
  const [kept, setKept] = useState<Calendar | null>(null)
  // The month before stays on screen while the next is on its way, so that the keyboard keeps its place.
  useEffect(() => {
    if (data) setKept(data)
  }, [data])
  const shown = data ?? kept
  return (
    <section className={classes['panel']} aria-label={t('Sellability calendar')}>
      {error && !shown && <Failure error={error} onRetry={() => void refetch()} what={t('Sellability calendar')} />}
      {!shown && !error && <FormSkeleton />}
      {shown && (
        <Month
          calendar={shown}
          month={month ?? shown.month}
          current={current}
          onCurrent={setCurrent}
          onMonth={setMonth}
        />
      )}
    </section>
  )
}

interface MonthProps {
  readonly calendar: Calendar
  /** The requested month, while the calendar can still show the previous one. */
  readonly month: string
  readonly current: string | null
  readonly onCurrent: (date: string) => void
  readonly onMonth: (month: string) => void
}

function dayAfter(date: string, by: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

function Month({ calendar, month, current, onCurrent, onMonth }: MonthProps) {
  const { days, today } = calendar
  const grid = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(false)
  const own = days.find(({ date }) => date === current) ?? days.find(({ date }) => date === today) ?? days[0]
  useEffect(() => {
    if (!wantsFocus.current || calendar.month !== month) return
    wantsFocus.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })

  function onKeyDown(event: KeyboardEvent): void {
    const date = own && dayByKey(own.date, event.key)
    if (date === undefined) return
    event.preventDefault()
    wantsFocus.current = true
    onCurrent(date)
    if (date.slice(0, 7) !== month) onMonth(date.slice(0, 7))
  }

  return (
    <>
      <div className={classes['panelHead']}>
        <h2>{t('Sellability calendar')}</h2>
        <Steps month={month} onMonth={onMonth} />
      </div>
      <table
        ref={grid}
        className={classes['calendar']}
        role="grid"
        aria-label={t('Days of {month}', { month: monthWords(calendar.month) })}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weekdays.map((day, index) => (
              <th key={day} scope="col" abbr={weekdayWords(index + 1)}>
                {shortWeekday(index + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week.find((day) => day !== null)?.date ?? ''}>
              {week.map((day, index) =>
                day === null ? (
                  <td key={index} />
                ) : (
                  <Day
                    key={day.date}
                    day={day}
                    isToday={day.date === today}
                    isOver={day.date < today}
                    isCurrent={day.date === own?.date}
                    onCurrent={onCurrent}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {/* The day says the same when it is read out. */}
      <p className={classes['cause']} aria-hidden>
        {own && wordsOf(own)}
      </p>
      <Legend calendar={calendar} />
    </>
  )
}

/** How many of the days to come are in each state. */
function Legend({ calendar: { days, today, timeZone } }: { calendar: Calendar }) {
  // Days that are over were sold or not: that they are closed now says nothing.
  const ahead = days.filter(({ date }) => date >= today)
  const counts = dayStates
    .map((state) => ({ state, count: ahead.filter((day) => day.state === state).length }))
    .filter(({ count }) => count > 0)
  return (
    <ul className={classes['legend']}>
      {counts.map(({ state, count }) => (
        <li key={state}>
          {t(dayStateLabels[state])}: {formatNumber(count)}
        </li>
      ))}
      <li>{t('In {zone} time.', { zone: timeZone })}</li>
    </ul>
  )
}

/** Where a key leads from a day; undefined for keys that lead nowhere. */
function dayByKey(from: string, key: string): string | undefined {
  const sameDay = (by: number) => {
    const next = monthAfter(from.slice(0, 7), by)
    const all = daysOfMonth(next)
    return all[Math.min(all.length, Number(from.slice(8))) - 1] ?? from
  }
  const weekday = weekdays.indexOf(weekdayOf(from))
  const to: Record<string, () => string> = {
    ArrowLeft: () => dayAfter(from, -1),
    ArrowRight: () => dayAfter(from, 1),
    ArrowUp: () => dayAfter(from, -7),
    ArrowDown: () => dayAfter(from, 7),
    PageUp: () => sameDay(-1),
    PageDown: () => sameDay(1),
    Home: () => dayAfter(from, -weekday),
    End: () => dayAfter(from, 6 - weekday),
  }
  return to[key]?.()
}

function Steps({ month, onMonth }: Pick<MonthProps, 'month' | 'onMonth'>) {
  return (
    <div className={classes['months']}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('Month before')}
        onClick={() => onMonth(monthAfter(month, -1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <strong aria-live="polite">{monthWords(month)}</strong>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('Month after')}
        onClick={() => onMonth(monthAfter(month, 1))}
      >
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </div>
  )
}

/** A day as it is read out. */
function wordsOf({ date, state, cause, times }: CalendarDay): string {
  const day = t('{date}, {state}. {cause}', {
    date: formatDate(date),
    state: t(dayStateLabels[state]).toLowerCase(),
    cause,
  })
  return times.length === 0 ? day : t('{day} Times: {times}.', { day, times: times.join(', ') })
}

function Day({
  day,
  isToday,
  isOver,
  isCurrent,
  onCurrent,
}: {
  day: CalendarDay
  isToday: boolean
  isOver: boolean
  isCurrent: boolean
  onCurrent: (date: string) => void
}) {
  const words = wordsOf(day)
  const state = `${t(dayStateLabels[day.state])}${day.vacancies === null ? '' : ` · ${formatNumber(day.vacancies)}`}`
  return (
    <td
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      title={words}
      // Begins with the visible text.
      aria-label={isOver ? `${Number(day.date.slice(8))}: ${words}` : `${Number(day.date.slice(8))} ${state}: ${words}`}
      onFocus={() => onCurrent(day.date)}
      onMouseEnter={() => onCurrent(day.date)}
      {...(isToday && { 'aria-current': 'date' })}
    >
      <div className={classes['day']} data-state={isOver ? 'over' : day.state} data-today={isToday}>
        <b>{Number(day.date.slice(8))}</b> {!isOver && <span>{state}</span>}
      </div>
    </td>
  )
}

/** Weeks that begin on Monday; null for days of other months. */
function weeksOf(days: readonly CalendarDay[]): readonly (readonly (CalendarDay | null)[])[] {
  const first = days[0] ? weekdays.indexOf(weekdayOf(days[0].date)) : 0
  const cells = [...Array.from({ length: first }, () => null), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  )
}
