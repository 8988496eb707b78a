import { lazy, Suspense } from 'react'
import type { AnyField } from '../../kit/fields.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { useMay } from '../../kit/session.web.ts'
import { venues } from '../places/venues.ts'
import { CallOffEventButton, EventScheduleInput } from './call-off-event.tsx'
import { events } from './events.ts'
import { NextStartInput } from './next-start.tsx'
import { ScheduleInput } from './schedule-input.tsx'

const PurchasesOf = lazy(async () => ({ default: (await import('./purchases-of.tsx')).PurchasesOf }))

/** What belongs to one event alone, so that a copy begins without it. */
const anew = ['providerCode', 'schedule', 'isHidden'] as const

/** Sales begin and end on the clocks of the venue, whose zone the record knows; a venue that was chosen since is asked for its own. */
function VenueMoment({ field, ...props }: InputProps & { field: AnyField }) {
  const venueId = props.draft['venueId']
  const isOther = typeof venueId === 'number' && venueId !== props.record?.['venueId']
  const mayRead = useMay()('ui', venues.access.object)
  const { data: venue } = useRecord(venues, isOther && mayRead ? venueId : null)
  return inputOf(field, { ...props, draft: { ...props.draft, timeZone: isOther ? venue?.timeZone : props.record?.['timeZone'] } })
}
const inputs = { onSaleAt: VenueMoment, offSaleAt: VenueMoment, schedule: EventScheduleInput, nextStartsAt: NextStartInput, performanceCount: ScheduleInput }

const below = (event: AnyRecord) => <Suspense><PurchasesOf filter={{ eventId: event.id }} /></Suspense>
const actions = (event: AnyRecord) => <CallOffEventButton event={event} />

export function EventFormScreen() {
  return <FormScreen of={events} anew={anew} inputs={inputs} actions={actions} below={below} />
}
