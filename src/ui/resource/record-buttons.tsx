import { IconCopy, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { alertBox, confirmBox } from '../message-box-store.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useDelete } from './client.web.ts'
import { CommandButton } from './command.tsx'
import { useRecordTools } from './record-tools.tsx'
import { useRecordPaths } from './record-paths.tsx'
import { useDeletionTold } from './undo.web.ts'

/** The alternatives for a record that cannot be deleted. */
export interface InsteadOfDeletion {
  readonly label: string
  isPossible(record: AnyRecord): boolean
  run(record: AnyRecord): Promise<void>
}

/** Says first what deleting means, and why it is not possible where it is not; what was deleted can be brought back. */
export function DeleteButton({
  resource,
  record,
  onDeleted,
  instead,
}: {
  resource: AnyResource
  record: AnyRecord
  onDeleted: () => void
  instead?: InsteadOfDeletion | undefined
}) {
  const remove = useDelete(resource)
  const care = useRecordTools()
  const tell = useDeletionTold(resource)
  const [isAsking, setAsking] = useState(false)
  const [isSucceeded, setSucceeded] = useState(false)
  const one = t(resource.label[0])
  async function ask(): Promise<void> {
    const title = String(record[resource.title])
    const named = `${inSentence(one)} ${title}`
    setAsking(true)
    const { refusal, uses, asksSuccessor } = (await care?.consequencesOf(resource, record.id)) ?? {
      refusal: null,
      uses: null,
    }
    setAsking(false)
    if (asksSuccessor) return setSucceeded(true)
    if (refusal !== null && instead?.isPossible(record)) {
      const { action } = await confirmBox(refusal, t('{one} {title} cannot be deleted', { one, title }), {
        type: 'warning',
        confirmText: instead.label,
        cancelText: t('Keep'),
      })
      return action === 'confirm' ? instead.run(record) : undefined
    }
    if (refusal !== null)
      return void (await alertBox(refusal, t('{one} {title} cannot be deleted', { one, title }), { type: 'warning' }))
    const { action } = await confirmBox(
      [uses === '' ? t('No references.') : uses, t('The audit keeps what it was.')].filter(Boolean).join(' '),
      t('Delete {named}?', { named }),
      {
        type: 'warning',
        danger: true,
        confirmText: t('Delete'),
        cancelText: t('Keep'),
      },
    )
    if (action !== 'confirm') return
    // The client shows a refusal; the form stays as it is.
    if (
      !(await remove.mutateAsync(record).then(
        () => true,
        () => false,
      ))
    )
      return
    tell(record)
    onDeleted()
  }
  return (
    <>
      <CommandButton
        label={t('Delete')}
        icon={IconTrash}
        place="last"
        isBusy={isAsking || remove.isPending}
        run={() => void ask()}
      />
      {isSucceeded && care && (
        <Suspense>
          <care.Deletion of={resource} record={record} onClose={() => setSucceeded(false)} onDeleted={onDeleted} />
        </Suspense>
      )}
    </>
  )
}

/** The way to a new record that begins as a copy of this one. Nothing is stored until it is saved. */
export function DuplicateLink({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const may = useMay()
  const create = useRecordPaths()(resource.name, 'create')
  if (create === null || !resource.operations.includes('create') || !may('write', resource.access.object)) return null
  return <CommandButton label={t('Duplicate')} icon={IconCopy} href={`${create}?from=${record.id}`} />
}
