import type { ComponentProps, ReactNode } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import { HistoryControl } from './history-control.tsx'
import type { InsteadOfDeletion } from './record-buttons.tsx'
import { DeleteButton, DuplicateLink } from './record-buttons.tsx'
import { RevealButton } from './reveal-button.tsx'
import { useScreenParts } from './screen-parts.web.ts'

interface RecordActionsProps {
  resource: AnyResource
  record: AnyRecord
  mayWrite: boolean
  isDirty: boolean
  actions: ((record: AnyRecord) => ReactNode) | undefined
  isDeletable: ((record: AnyRecord) => boolean) | undefined
  insteadOfDeletion: InsteadOfDeletion | undefined
  onRefused: NonNullable<ComponentProps<typeof HistoryControl>['onRefused']>
  onDeleted: () => void
}

/** The commands at the end of a record's title row. */
export function RecordActions({
  resource,
  record,
  mayWrite,
  isDirty,
  actions,
  isDeletable,
  insteadOfDeletion,
  onRefused,
  onDeleted,
}: RecordActionsProps) {
  const { Commands } = useScreenParts()
  return (
    <>
      <RevealButton of={resource} record={record} />
      <HistoryControl of={resource} record={record} mayWrite={mayWrite} isDirty={isDirty} onRefused={onRefused} />
      {mayWrite && <DuplicateLink resource={resource} record={record} />}
      {actions?.(record)}
      <Commands of={resource} records={[record]} at="record" />
      {mayWrite && resource.operations.includes('delete') && isDeletable?.(record) !== false && (
        <DeleteButton resource={resource} record={record} instead={insteadOfDeletion} onDeleted={onDeleted} />
      )}
    </>
  )
}
