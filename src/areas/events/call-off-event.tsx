import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { AnyField } from '../../kit/fields.ts'
import { mayChange } from '../../kit/city-limits.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { useMay, useSession } from '../../kit/session.web.ts'
import type { Becomes } from './call-off-form.tsx'
import { events } from './events.ts'

const CallOffEventDialog = lazy(async () => ({ default: (await import('./call-off-event-dialog.tsx')).CallOffEventDialog }))

const isRecord = (record: InputProps['record']): record is AnyRecord => record !== null && typeof record['id'] === 'number'

/** Cancels or postpones a whole event. Whoever may not change its performances too may not call them off with it. */
export function CallOffEventButton({ event }: { event: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  const may = useMay()
  const isOff = event['schedule'] === 'cancelled' && event['upcomingCount'] === 0
  // Cancelled meanwhile, it is still open for telling the customers.
  if ((isOff && !isOpen) || session === null || !mayChange(session.grants, events, event) || !may('write', 'performances')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarX size={15} aria-hidden />} onClick={() => setOpen(true)}>{t('Call off…')}</Button>
      {isOpen && <Suspense><CallOffEventDialog event={event} onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}

/** What becomes of an event. Calling off one that has performances to come says how many people that concerns, which saving the form cannot. */
export function EventScheduleInput({ field, ...props }: InputProps & { field: AnyField }) {
  const [begin, setBegin] = useState<Becomes | null>(null)
  const mayCallOff = useMay()('write', 'performances')
  const { record } = props
  return (
    <>
      {inputOf(field, {
        ...props,
        onChange: (value) => {
          const isOff = value === 'cancelled' || value === 'postponed'
          if (isOff && mayCallOff && isRecord(record) && value !== record['schedule'] && Number(record['upcomingCount']) > 0) setBegin(value)
          else props.onChange(value)
        },
      })}
      {begin && isRecord(record) && <Suspense><CallOffEventDialog event={record} begin={begin} onClose={() => setBegin(null)} /></Suspense>}
    </>
  )
}
