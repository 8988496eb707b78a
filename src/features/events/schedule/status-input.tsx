import { lazy, Suspense, useState } from 'react'
import type { AnyField } from '../../../core/resource/fields.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { wasPostponed } from './was-postponed.ts'

const CancelOrPostponeDialog = lazy(async () => ({
  default: (await import('./cancel-or-postpone-dialog.tsx')).CancelOrPostponeDialog,
}))

const isRecord = (record: InputProps['record']): record is AnyRecord =>
  record !== null && typeof record['id'] === 'number'

/**
 * How a performance sells. Cancelling or postponing one with sales asks for a reason at once, which saving the form
 * cannot.
 */
export function StatusInput({ field, ...props }: InputProps & { field: AnyField }) {
  const [begin, setBegin] = useState<'cancelled' | 'postponed' | null>(null)
  const { record } = props
  const close = () => setBegin(null)
  return (
    <>
      {inputOf(field, {
        ...props,
        onChange: (value) => {
          const isCalledOff = value === 'cancelled' || value === 'postponed'
          if (record && value === 'postponed' && wasPostponed(record)) props.onChange(value)
          else if (
            isCalledOff &&
            value !== record?.['status'] &&
            isRecord(record) &&
            Number(record['purchaseCount']) > 0
          )
            setBegin(value)
          else props.onChange(value)
        },
      })}
      {begin && isRecord(record) && (
        <Suspense>
          <CancelOrPostponeDialog chosen={[record]} begin={begin} onClose={close} onDone={close} />
        </Suspense>
      )}
    </>
  )
}
