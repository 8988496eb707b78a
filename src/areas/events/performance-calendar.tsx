import { ref } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { recordIdIn } from '../../kit/record-id.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { useRecord } from '../../kit/screens/client.web.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { cities } from '../places/cities.ts'
import { venues } from '../places/venues.ts'
import { DayList } from './day-list.tsx'
import { events } from './events.ts'
import { MonthCalendar } from './month-calendar.tsx'
import type { CalendarEntry } from './schedule-calls.ts'
import classes from './schedule.module.css'
import { useCalendar } from './use-calendar.web.ts'

const scopes = { eventId: ref('events'), venueId: ref('venues'), cityId: ref('cities') }
const keys = ['eventId', 'venueId', 'cityId'] as const
const nameOf = ({ event, venue }: CalendarEntry) => t('{event} at {venue}', { event, venue })

function useTitle(resource: AnyResource, id: number | undefined): { id: number; title: string } | null {
  const mayRead = useMay()('ui', resource.access.object)
  const { data } = useRecord(resource, mayRead ? id ?? null : null)
  return data && id !== undefined ? { id, title: String(data[resource.title]) } : null
}

/** All performances by the day, narrowed to an event, a venue or a city. */
export function PerformanceCalendar() {
  const [query, setQuery] = useRouteQuery()
  const [eventId, venueId, cityId] = keys.map((key) => recordIdIn(query[key]) ?? undefined)
  const scope = { eventId, venueId, cityId }
  // What came with the address has to be called by its name as well.
  const titles = { event: useTitle(events, eventId), venue: useTitle(venues, venueId), city: useTitle(cities, cityId) }
  const calendar = useCalendar(scope)
  const { answer } = calendar
  return (
    <>
      <div className={classes['filters']} role="search" aria-label={t('Narrow the calendar')}>
        {keys.map((key) => (
          <div key={key}>
            {inputOf(scopes[key], {
              name: key, value: scope[key] ?? null, errors: {}, readOnly: false, draft: {}, record: titles,
              onChange: (value) => setQuery({ [key]: typeof value === 'number' ? value : null }),
            })}
          </div>
        ))}
      </div>
      {answer.error && !answer.data && <Failure error={answer.error} onRetry={() => void answer.refetch()} what={t('Calendar')} />}
      <div className={classes['board']}>
        <MonthCalendar
          month={calendar.month} onMonth={calendar.setMonth} days={calendar.days} open={calendar.open} onOpen={calendar.setOpen} today={calendar.today}
          nameOf={nameOf} isBusy={answer.isFetching} heading="h2"
        />
        <DayList calendar={calendar} linkOf={nameOf} heading="h2" />
      </div>
    </>
  )
}
