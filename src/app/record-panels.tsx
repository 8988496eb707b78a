import { Suspense } from 'react'
import { MergePanel } from '../areas/merges/merge-panel.tsx'
import type { RecordPartProps } from '../kit/screens/screen-parts.web.ts'
import { late } from '../ui/late.tsx'

const ExplanationPanel = late(async () => (await import('../areas/rules/explanation-panel.tsx')).ExplanationPanel)

/** What other areas have to say beside a record's form, for the resources that they know something about. */
export function RecordPanels(props: RecordPartProps) {
  return (
    <>
      {props.of.name === 'events' && <Suspense><ExplanationPanel record={props.record} /></Suspense>}
      <MergePanel {...props} />
    </>
  )
}
