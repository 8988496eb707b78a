import { IconCalendarX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { AnyField } from '../../../core/resource/fields.ts'
import { mayChange } from '../../../core/resource/city-limits.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { useMay, useSession } from '../../../core/browser/session.web.ts'
import type { Becomes } from './cancel-or-postpone-form.tsx'
import { events } from '../event/events.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'

const CancelOrPostponeEventDialog = lazy(async () => ({
  default: (await import('./cancel-or-postpone-event-dialog.tsx')).CancelOrPostponeEventDialog,
}))

const isRecord = (record: InputProps['record']): record is AnyRecord =>
  record !== null && typeof record['id'] === 'number'

/** Cancels or postpones a whole event. Requires permission to change its performances as well. */
export function CancelOrPostponeEventButton({ event }: { event: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  const may = useMay()
  const isOff = event['schedule'] === 'cancelled' && event['upcomingCount'] === 0
  // An event that was cancelled in the meantime stays open here, to notify the customers.
  if (
    (isOff && !isOpen) ||
    session === null ||
    !mayChange(session.grants, events, event) ||
    !may('write', 'performances')
  )
    return null
  return (
    <>
      <CommandButton
        label={t('Cancel or postpone…')}
        icon={IconCalendarX}
        place="last"
        opensDialog
        run={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <CancelOrPostponeEventDialog event={event} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * The status of an event. Cancelling or postponing one with upcoming performances shows how many people that affects,
 * which saving the form cannot.
 */
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
          if (
            isOff &&
            mayCallOff &&
            isRecord(record) &&
            value !== record['schedule'] &&
            Number(record['upcomingCount']) > 0
          )
            setBegin(value)
          else props.onChange(value)
        },
      })}
      {begin && isRecord(record) && (
        <Suspense>
          <CancelOrPostponeEventDialog event={record} begin={begin} onClose={() => setBegin(null)} />
        </Suspense>
      )}
    </>
  )
}
