import { lazy, Suspense, useState } from 'react'
import type { AnyField } from '../../kit/fields.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'

const CallOffDialog = lazy(async () => ({ default: (await import('./call-off-dialog.tsx')).CallOffDialog }))

const isRecord = (record: InputProps['record']): record is AnyRecord => record !== null && typeof record['id'] === 'number'

/** How a performance sells. Calling off what is sold asks for a reason at once, which saving the form cannot. */
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
          if (isCalledOff && value !== record?.['status'] && isRecord(record) && Number(record['purchaseCount']) > 0) setBegin(value)
          else props.onChange(value)
        },
      })}
      {begin && isRecord(record) && <Suspense><CallOffDialog chosen={[record]} begin={begin} onClose={close} onDone={close} /></Suspense>}
    </>
  )
}
