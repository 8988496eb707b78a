import { lazy, Suspense } from 'react'
import { labelOf } from '../../../core/resource/fields.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { cellOf } from '../../../ui/resource/cells.tsx'
import { Fact } from '../../../ui/resource/form-parts.tsx'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import type { OwnInput } from '../../../ui/resource/screen-parts.web.ts'
import { PanelSkeleton } from '../../../ui/resource/states.tsx'
import { useMay } from '../../../core/browser/session.web.ts'

const SchedulePanel = lazy(async () => ({ default: (await import('./schedule-panel.tsx')).SchedulePanel }))

const isRecord = (record: InputProps['record']): record is AnyRecord =>
  record !== null && typeof record['id'] === 'number'

/**
 * Shows the performances of an event instead of their number. Without permission to see performances, only the number.
 */
export const ScheduleInput: OwnInput = ({ field, name, record }) => {
  const may = useMay()
  if (!isRecord(record)) return null
  if (!may('ui', 'performances')) return <Fact label={labelOf(name, field)}>{cellOf(name, field, record)}</Fact>
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <SchedulePanel event={record} />
    </Suspense>
  )
}
