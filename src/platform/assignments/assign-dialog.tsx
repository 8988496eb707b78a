import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { assignmentCalls } from './assignments.ts'
import type { WorkDialogProps } from './work-dialog.tsx'
import { idsOf, WorkDialog } from './work-dialog.tsx'

const noOne = 'none'

/** Gives records to a person, or to no one. */
export function AssignDialog(props: WorkDialogProps) {
  const { of: resource, records } = props
  const calls = assignmentCalls(resource)
  const people = useAnswer(calls.people, { staleTime: 60_000 }).data ?? []
  const assign = useCommand(calls.assign, { refresh: [resource], quiet: [422] })
  const [to, setTo] = useState<string | null>(null)
  const me = people.find(({ isMe }) => isMe)
  const chosen = to ?? (me ? String(me.id) : noOne)
  const name = people.find(({ id }) => String(id) === chosen)?.name ?? t('No one')
  return (
    <WorkDialog
      {...props}
      title={t('{n, plural, one {Assign # record} other {Assign # records}}', { n: records.length })}
      submit={t('Assign')}
      isReady={people.length > 0}
      done={(n) =>
        t('{n, plural, one {# record assigned to {name}} other {# records assigned to {name}}}', { n, name })
      }
      preview={(record) => [titleOf(record['assignee']), name]}
      run={(reason) =>
        assign.mutateAsync({
          input: { ids: idsOf(records), assigneeId: chosen === noOne ? null : Number(chosen), reason },
        })
      }
    >
      <NativeSelect
        label={t('Assign to')}
        value={chosen}
        onChange={(event) => setTo(event.currentTarget.value)}
        data={[
          ...people.map(({ id, name: label, isMe }) => ({
            value: String(id),
            label: isMe ? t('{name} (you)', { name: label }) : label,
          })),
          { value: noOne, label: t('No one') },
        ]}
      />
    </WorkDialog>
  )
}

function titleOf(reference: unknown): string {
  return typeof reference === 'object' && reference !== null && 'title' in reference
    ? String(reference.title)
    : t('No one')
}
