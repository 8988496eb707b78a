import { ref } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Condition } from '../../../core/list/list-query.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { useRecord } from '../../../ui/resource/client.web.ts'
import { FilterBar } from '../../../ui/resource/filter-bar.tsx'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { filterParam, useListState } from '../../../ui/resource/list-state.web.ts'
import { Failure } from '../../../ui/resource/states.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { cities } from '../../places/geo/cities.ts'
import { venues } from '../../places/venues/venues.ts'
import { DayList } from './day-list.tsx'
import { events } from '../event/events.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { performances } from '../performance/performances.ts'
import type { CalendarEntry } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'
import { useCalendar } from './use-calendar.web.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'

const scopes = {
  eventId: ref(nameOf<typeof events>('events')),
  venueId: ref(nameOf<typeof venues>('venues')),
  cityId: ref(nameOf<typeof cities>('cities')),
}
const keys = ['eventId', 'venueId', 'cityId'] as const
const nothing: ReadonlySet<string> = new Set()
const entryName = ({ event, venue }: CalendarEntry) => t('{event} at {venue}', { event, venue })

function useTitle(resource: AnyResource, id: number | undefined): { id: number; title: string } | null {
  const mayRead = useMay()('ui', resource.access.object)
  const { data } = useRecord(resource, mayRead ? (id ?? null) : null)
  return data && id !== undefined ? { id, title: String(data[resource.title]) } : null
}

/** The single record that a filter selects; null if it selects several, or in another way. */
function oneIn(condition: Condition | undefined): number | undefined {
  const given =
    typeof condition === 'object' && condition !== null && !Array.isArray(condition) && 'is' in condition
      ? condition.is
      : condition
  const [only, ...more] = Array.isArray(given) ? given : [given]
  return typeof only === 'number' && more.length === 0 ? only : undefined
}

/** Performances by the day, those that the table would show: both are narrowed by the filter in the address. */
export function PerformanceCalendar() {
  const state = useListState(performances)
  const { filter, q } = state
  const [eventId, venueId, cityId] = keys.map((key) => oneIn(filter[key]))
  const scope = { eventId, venueId, cityId }
  // Filters from the URL need their names as well.
  const titles = { event: useTitle(events, eventId), venue: useTitle(venues, venueId), city: useTitle(cities, cityId) }
  const calendar = useCalendar({ filter: filterParam(filter) ?? undefined, q: q === '' ? undefined : q })
  const { answer } = calendar
  return (
    <>
      <div className={classes['filters']} role="search" aria-label={t('Narrow the calendar')}>
        {keys.map((key) => (
          <div key={key}>
            {inputOf(scopes[key], {
              name: key,
              value: scope[key] ?? null,
              errors: {},
              readOnly: false,
              draft: {},
              record: titles,
              onChange: (value) => state.setCondition(key, typeof value === 'number' ? value : null),
            })}
          </div>
        ))}
      </div>
      <div className={classes['filterBar']}>
        <FilterBar of={performances} state={state} fixed={nothing} />
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
          nameOf={entryName}
          isBusy={answer.isFetching}
          heading="h2"
        />
        <DayList calendar={calendar} linkOf={entryName} heading="h2" />
      </div>
    </>
  )
}
