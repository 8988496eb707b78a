import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { assignmentCalls } from '../../platform/assignments/assignments.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'
import classes from './reconciliation.module.css'

const calls = assignmentCalls(reconciliationFindings)

interface OwnerProps {
  readonly finding: RecordOf<typeof reconciliationFindings>
  readonly mayWrite: boolean
  readonly onChange: () => void
}

/** Who looks into a finding, and one press to do it oneself. Others are chosen by “Assign”. */
export function FindingOwner({
  finding: { id, state, assignee, assigneeId, isOverdue },
  mayWrite,
  onChange,
}: OwnerProps) {
  const people = useAnswer(calls.people, { enabled: mayWrite, staleTime: 60_000 }).data ?? []
  const assign = useCommand(calls.assign, { refresh: [reconciliationFindings] })
  const me = people.find(({ isMe }) => isMe)
  async function take(to: number): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await assign.mutateAsync({ input: { ids: [id], assigneeId: to } }).catch(() => null)
    if (!answer) return
    toast.success(t('Assigned to you'))
    onChange()
  }
  return (
    <span className={classes['owner']}>
      {assignee?.title ?? t('Not assigned')}
      {isOverdue && <Chip tone="bad">{t('Overdue')}</Chip>}
      {me && me.id !== assigneeId && state !== 'closed' && (
        <Button variant="default" size="compact-sm" loading={assign.isPending} onClick={() => void take(me.id)}>
          {t('Assign to me')}
        </Button>
      )}
    </span>
  )
}
