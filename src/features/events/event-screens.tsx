import type { AnyField } from '../../core/resource/fields.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { venues } from '../places/venues/venues.ts'
import { CancelOrPostponeEventButton, EventScheduleInput } from './schedule/cancel-or-postpone-event.tsx'
import { events } from './event/events.ts'
import { NextStartInput } from './event/next-start-input.tsx'
import { ScheduleInput } from './schedule/schedule-input.tsx'

/** Fields that belong to a single event, so a copy starts without them. */
const resetOnCopy = ['providerCode', 'schedule', 'isHidden'] as const

/**
 * Sales begin and end in the venue's time zone, which the record has; a newly chosen venue is looked up for its own.
 */
function VenueMoment({ field, ...props }: InputProps & { field: AnyField }) {
  const venueId = props.draft['venueId']
  const isOther = typeof venueId === 'number' && venueId !== props.record?.['venueId']
  const mayRead = useMay()('ui', venues.access.object)
  const { data: venue } = useRecord(venues, isOther && mayRead ? venueId : null)
  return inputOf(field, {
    ...props,
    draft: { ...props.draft, timeZone: isOther ? venue?.timeZone : props.record?.['timeZone'] },
  })
}
const inputs = {
  onSaleAt: VenueMoment,
  offSaleAt: VenueMoment,
  schedule: EventScheduleInput,
  nextStartsAt: NextStartInput,
  performanceCount: ScheduleInput,
}

const actions = (event: AnyRecord) => <CancelOrPostponeEventButton event={event} />

export function EventFormScreen() {
  return <FormScreen of={events} resetOnCopy={resetOnCopy} inputs={inputs} actions={actions} />
}
