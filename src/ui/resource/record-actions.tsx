import type { ComponentProps, ReactNode } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import { HistoryControl } from './history-control.tsx'
import type { InsteadOfDeletion } from './record-buttons.tsx'
import { DeleteButton, DuplicateLink } from './record-buttons.tsx'
import { RecordCommands } from './record-commands.tsx'
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

/** The commands at the end of a record's title row: the area's own, those of other features, and those of every record. */
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
    <RecordCommands isDirty={isDirty}>
      {actions?.(record)}
      <Commands of={resource} records={[record]} at="record" />
      <RevealButton of={resource} record={record} />
      {mayWrite && <DuplicateLink resource={resource} record={record} />}
      <HistoryControl of={resource} record={record} mayWrite={mayWrite} isDirty={isDirty} onRefused={onRefused} />
      {mayWrite && resource.operations.includes('delete') && isDeletable?.(record) !== false && (
        <DeleteButton resource={resource} record={record} instead={insteadOfDeletion} onDeleted={onDeleted} />
      )}
    </RecordCommands>
  )
}
