import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { t } from '../../../core/i18n/language.ts'
import { dayWords, monthWords, shortWeekday, weekdayWords } from '../../../core/i18n/calendar-labels.ts'
import { addMonths, dayByKey, weeksOf } from '../performance/month-days.ts'
import { performances } from '../performance/performances.ts'
import type { CalendarDay, CalendarEntry } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'

interface MonthCalendarProps {
  /** `2026-12` */
  month: string
  onMonth: (month: string) => void
  days: ReadonlyMap<string, CalendarDay>
  /** The day whose performances are shown in full. */
  open: string | null
  onOpen: (date: string) => void
  today: string
  /** The text of an entry, besides its time. */
  nameOf: (entry: CalendarEntry) => string
  isBusy: boolean
  /** The heading level of the month: one below the calendar's container. */
  heading: 'h2' | 'h3'
  children?: ReactNode
}

/**
 * A month of performances. Arrow keys move by days and weeks, Page Up and Page Down by months, and Enter opens a day.
 */
export function MonthCalendar({
  month,
  onMonth,
  days,
  open,
  onOpen,
  today,
  nameOf,
  isBusy,
  heading: Heading,
  children,
}: MonthCalendarProps) {
  const { current, setCurrent, grid, goBy } = useCurrentDay({ month, onMonth, open, onOpen, today })
  const weeks = weeksOf(month)
  const reachable = weeks.flat().includes(current) ? current : `${month}-01`

  return (
    <div className={classes['calendar']} data-busy={isBusy}>
      <div className={classes['months']}>
        <Heading id="calendar-month" aria-live="polite">
          {monthWords(month)}
        </Heading>
        <MonthSteps
          month={month}
          onMonth={onMonth}
          onToday={() => {
            setCurrent(today)
            onMonth(today.slice(0, 7))
          }}
        />
        {children}
      </div>
      <table ref={grid} role="grid" aria-labelledby="calendar-month" aria-busy={isBusy} className={classes['month']}>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayWords(weekday)}>
                <abbr title={weekdayWords(weekday)}>{shortWeekday(weekday)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  day={days.get(date)}
                  isReachable={date === reachable}
                  isOpen={date === open}
                  isOutside={!date.startsWith(month)}
                  isToday={date === today}
                  nameOf={nameOf}
                  onKeyDown={(event) => goBy(event, date)}
                  onFocus={() => setCurrent(date)}
                  onOpen={() => onOpen(date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The day that the keys go from, which has the focus after they have moved it. */
function useCurrentDay({
  month,
  onMonth,
  open,
  onOpen,
  today,
}: Pick<MonthCalendarProps, 'month' | 'onMonth' | 'open' | 'onOpen' | 'today'>) {
  const [current, setCurrent] = useState(open ?? (today.startsWith(month) ? today : `${month}-01`))
  const follows = useRef(false)
  const grid = useRef<HTMLTableElement>(null)

  // The day's cell can be new on the page, when its month has only just been shown.
  useEffect(() => {
    const cell = follows.current ? grid.current?.querySelector<HTMLElement>(`[data-date="${current}"]`) : null
    if (!cell) return
    follows.current = false
    cell.focus()
  }, [current, month])

  function goBy(event: KeyboardEvent<HTMLElement>, date: string): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onOpen(date)
    }
    const next = dayByKey(date, event.key, document.documentElement.dir === 'rtl')
    if (next === null) return
    event.preventDefault()
    follows.current = true
    setCurrent(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }

  return { current, setCurrent, grid, goBy }
}

interface MonthStepsProps {
  readonly month: string
  readonly onMonth: (month: string) => void
  readonly onToday: () => void
}

function MonthSteps({ month, onMonth, onToday }: MonthStepsProps) {
  return (
    <span className={classes['steps']}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t('Previous month')}
        onClick={() => onMonth(addMonths(month, -1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={onToday}>
        {t('Today')}
      </Button>
      <ActionIcon variant="default" size={30} aria-label={t('Next month')} onClick={() => onMonth(addMonths(month, 1))}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}

interface DayCellProps {
  readonly date: string
  /** Undefined without performances. */
  readonly day: CalendarDay | undefined
  /** Whether Tab leads to it: one day of the month. */
  readonly isReachable: boolean
  readonly isOpen: boolean
  readonly isOutside: boolean
  readonly isToday: boolean
  readonly nameOf: (entry: CalendarEntry) => string
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: () => void
  readonly onOpen: () => void
}

function DayCell(props: DayCellProps) {
  const { date, day, isReachable, isOpen, isOutside, isToday, nameOf, onKeyDown, onFocus, onOpen } = props
  return (
    <td
      role="gridcell"
      data-date={date}
      tabIndex={isReachable ? 0 : -1}
      aria-selected={isOpen}
      data-outside={isOutside}
      {...(isToday && { 'aria-current': 'date' as const })}
      data-some={day !== undefined}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <span className="visually-hidden">
        {t('{day}: {n, plural, =0 {nothing} one {# performance} other {# performances}}', {
          day: dayWords(date),
          n: day?.count ?? 0,
        })}
      </span>
      <span className={classes['number']} aria-hidden>
        {Number(date.slice(8))}
      </span>
      {day && <DayEntries day={day} nameOf={nameOf} />}
    </td>
  )
}

/** As many as fit into a cell. The cell's name has their number; opening it reads them out. */
function DayEntries({ day, nameOf }: { day: CalendarDay; nameOf: (entry: CalendarEntry) => string }) {
  const shown = day.count > 3 ? day.first.slice(0, 2) : day.first
  return (
    <span className={classes['entries']} aria-hidden>
      {shown.map((entry) => (
        <span
          key={entry.id}
          className={classes['entry']}
          data-tone={toneOf(entry.status)}
          data-disputed={entry.isDisputed}
          title={`${nameOf(entry)} · ${statusOf(entry.status)}`}
        >
          <b>{entry.localTime ?? t('TBA')}</b> {nameOf(entry)}
        </span>
      ))}
      {day.count > shown.length && (
        <span className={classes['more']}>{t('{n} more', { n: day.count - shown.length })}</span>
      )}
      <span className={classes['tally']}>{day.count}</span>
    </span>
  )
}

function toneOf(status: string): string {
  const tones: Readonly<Record<string, string | undefined>> = performances.fields.status.tones
  return tones[status] ?? 'neutral'
}

function statusOf(status: string): string {
  return choiceLabelOf(performances.fields.status, status)
}
