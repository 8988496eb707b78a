import { lazy, Suspense } from 'react'
import { labelOf } from '../../kit/fields.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { cellOf } from '../../kit/screens/cells.tsx'
import { Fact } from '../../kit/screens/form-parts.tsx'
import type { InputProps } from '../../kit/screens/input-props.ts'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import { PanelSkeleton } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'

const SchedulePanel = lazy(async () => ({ default: (await import('./schedule-panel.tsx')).SchedulePanel }))

const isRecord = (record: InputProps['record']): record is AnyRecord => record !== null && typeof record['id'] === 'number'

/** The performances of an event in place of their number, which is left to whoever may not see performances. */
export const ScheduleInput: OwnInput = ({ field, name, record }) => {
  const may = useMay()
  if (!isRecord(record)) return null
  if (!may('ui', 'performances')) return <Fact label={labelOf(name, field)}>{cellOf(name, field, record)}</Fact>
  return <Suspense fallback={<PanelSkeleton />}><SchedulePanel event={record} /></Suspense>
}
