import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { assignmentCalls } from './assignments.ts'
import type { WorkDialogProps } from './work-dialog.tsx'
import { idsOf, WorkDialog } from './work-dialog.tsx'

const wordsIn = (text: string) => [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean)

/** Adds tags to records and removes others. */
export function TagDialog(props: WorkDialogProps) {
  const { of: resource, records } = props
  const tag = useCommand(assignmentCalls(resource).tag, { refresh: [resource], quiet: [422] })
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const [add, remove] = [wordsIn(added), wordsIn(removed)]
  return (
    <WorkDialog
      {...props}
      title={t('{n, plural, one {Tag # record} other {Tag # records}}', { n: records.length })}
      submit={t('Save tags')}
      isReady={add.length + remove.length > 0}
      done={(n) => t('{n, plural, one {# record tagged} other {# records tagged}}', { n })}
      preview={(record) => {
        const now = (record['tags'] as readonly string[] | undefined) ?? []
        const then = [...new Set([...now, ...add])].filter((word) => !remove.includes(word))
        return [listed(now), listed(then)]
      }}
      run={(reason) => tag.mutateAsync({ input: { ids: idsOf(records), add, remove, reason } })}
    >
      <TextInput
        label={t('Add')}
        description={t('Separate tags with commas')}
        value={added}
        onChange={(event) => setAdded(event.currentTarget.value)}
      />
      <TextInput label={t('Remove')} value={removed} onChange={(event) => setRemoved(event.currentTarget.value)} />
    </WorkDialog>
  )
}

function listed(tags: readonly string[]): string {
  return tags.length === 0 ? t('No tags') : tags.toSorted().join(', ')
}
