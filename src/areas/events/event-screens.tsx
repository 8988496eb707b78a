import { lazy, Suspense } from 'react'
import type { AnyField } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { events } from './events.ts'

const SchedulePanel = lazy(async () => ({ default: (await import('./schedule-panel.tsx')).SchedulePanel }))

/** What belongs to one event alone, so that a copy begins without it. */
const anew = ['providerCode', 'schedule', 'isHidden'] as const
const below = (event: AnyRecord) => <Suspense fallback={<p>{t('Loading')}</p>}><SchedulePanel event={event} /></Suspense>

/** Sales begin and end on the clocks of the venue, whose zone the record knows and no draft. */
function VenueMoment({ field, ...props }: InputProps & { field: AnyField }) {
  return inputOf(field, { ...props, draft: { ...props.draft, timeZone: props.record?.['timeZone'] } })
}
const inputs = { onSaleAt: VenueMoment, offSaleAt: VenueMoment }

export function EventFormScreen() {
  return <FormScreen of={events} anew={anew} below={below} inputs={inputs} />
}
