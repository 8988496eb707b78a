import { lazy, Suspense } from 'react'
import { refKey } from '../../core/resource/fields.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import { keptTitles } from './event-titles.web.ts'
import classes from './lineups.module.css'
import { lineups } from './lineups.ts'

const BillPanel = lazy(async () => ({ default: (await import('./bill-panel.tsx')).BillPanel }))
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

export function LineupFormScreen() {
  return (
    <FormScreen
      of={lineups}
      inputs={inputs}
      below={(record) => (
        <Suspense>
          <BillPanel lineup={record} />
        </Suspense>
      )}
    />
  )
}
