import { lazy, Suspense } from 'react'
import { recordIdIn } from '../../core/record-id.ts'
import { refKey } from '../../core/resource/fields.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import { BillPanel } from './bill-panel.tsx'
import { keptTitles } from './event-titles.web.ts'
import { readBill } from './lineup.endpoints.ts'
import classes from './lineups.module.css'
import { lineups } from './lineups.ts'

const ContentsPreview = lazy(async () => ({ default: (await import('./contents-preview.tsx')).ContentsPreview }))

/** The cap, and below it what the query finds: the last of what decides about the contents. */
const CapInput: OwnInput = ({ field, ...props }) => (
  <>
    <div className={classes['cap']}>{inputOf(field, props)}</div>
    <Suspense fallback={<div className={classes['preview']} />}>
      <ContentsPreview
        draft={props.draft}
        record={props.record}
        readOnly={props.readOnly}
        setField={(key, value) => props.setField?.(key, value)}
      />
    </Suspense>
  </>
)

/** Events that were pinned or excluded below have their names from there. */
const EventsInput: OwnInput = ({ field, ...props }) => {
  const key = refKey(props.name)
  const known = props.record?.[key]
  const chosen = Array.isArray(props.value) ? props.value.filter((id) => typeof id === 'number') : []
  const record = { ...props.record, [key]: [...(Array.isArray(known) ? known : []), ...keptTitles(chosen)] }
  return inputOf(field, { ...props, record })
}

const inputs = { maxEvents: CapInput, pinnedEventIds: EventsInput, excludedEventIds: EventsInput }

const above = (record: AnyRecord) => <BillPanel lineup={record} />

export function LineupFormScreen() {
  const [{ id: named }] = useRouteQuery()
  const id = recordIdIn(named)
  const bill = useAnswer(readBill, { params: { id: id ?? 0 }, enabled: id !== null, quiet: [404] })
  return <FormScreen of={lineups} inputs={inputs} isWaiting={bill.isLoading} above={above} />
}
