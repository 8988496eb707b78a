import { useMemo } from 'react'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { localOf, ownZone } from '../../../core/zoned-time.ts'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { weeksOf } from '../performance/month-days.ts'
import type { CalendarDay } from '../notices/schedule.endpoints.ts'
import { readPerformanceCalendar } from '../notices/schedule.endpoints.ts'

/** The performances to show; all of them by default. */
export interface CalendarScope {
  readonly eventId?: number | undefined
  readonly filter?: string | undefined
  readonly q?: string | undefined
}

/** A month of performances, and the day that is open in it; both are in the URL. */
export function useCalendar(scope: CalendarScope, first: string | null = null) {
  const [query, setQuery] = useRouteQuery()
  const today = localOf(Date.now(), ownZone()).slice(0, 10)
  const asked = query['month']
  const month =
    asked !== undefined && /^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : (first ?? today).slice(0, 7)
  const open = query['day'] !== undefined && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(query['day']) ? query['day'] : null
  const weeks = weeksOf(month)
  const shared = Object.fromEntries(
    Object.entries(scope).flatMap(([key, value]: [string, unknown]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  )
  const answer = useAnswer(readPerformanceCalendar, {
    query: { from: weeks[0]?.[0], until: weeks.at(-1)?.[6], ...shared },
  })
  const day = useAnswer(readPerformanceCalendar, {
    query: { from: open, until: open, perDay: '100', ...shared },
    enabled: open !== null,
  })
  const days = useMemo(
    () => new Map((answer.data?.days ?? []).map((one): [string, CalendarDay] => [one.date, one])),
    [answer.data],
  )
  return {
    today,
    month,
    open,
    days,
    answer,
    day,
    setMonth: (next: string) => setQuery({ month: next }, { replace: true }),
    setOpen: (date: string | null) =>
      setQuery(
        { day: date, month: date === null || date.startsWith(month) ? month : date.slice(0, 7) },
        { replace: true },
      ),
  }
}
