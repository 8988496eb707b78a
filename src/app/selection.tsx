import { Suspense } from 'react'
import { SelectionBar } from '../areas/bulk-edits/selection-bar.tsx'
import type { SelectionProps } from '../kit/screens/screen-parts.web.ts'
import { late } from '../ui/late.tsx'
import { usePage } from '../ui/page-context.tsx'

const BulkMerge = late(async () => (await import('../areas/merges/bulk-merge.tsx')).BulkMerge)

/** Lists of areas that know nothing of merges. */
const merged: ReadonlySet<string> = new Set(['cities', 'venues'])

/** What can be done with the rows of a list that are selected, with what other areas have to offer there. */
export function Selection(props: SelectionProps) {
  const { mayWrite } = usePage()
  if (!mayWrite || !merged.has(props.of.name)) return <SelectionBar {...props} />
  const merge = <Suspense><BulkMerge of={props.of} selected={props.selected} onDone={() => props.select([])} /></Suspense>
  return <SelectionBar {...props} commands={<>{props.commands}{merge}</>} />
}
