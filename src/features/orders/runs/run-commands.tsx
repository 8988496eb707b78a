import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { RecordCommands } from '../../../ui/resource/record-commands.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { orderRuns } from './order-runs.ts'
import type { RunState } from './run-labels.ts'
import type { RunProgress } from './run.endpoints.ts'
import { approveRun, rejectRun, resumeRun, retryRun, stopRun } from './run.endpoints.ts'

interface RunCommandsProps {
  readonly run: { readonly id: number; readonly state: RunState; readonly refunds: boolean }
  readonly progress: RunProgress
  readonly onDone: () => void
}

/** What can be done with a run in its state. */
export function RunCommands({
  run: { id, state, refunds },
  progress: { failed, mayApprove },
  onDone,
}: RunCommandsProps) {
  const may = useMay()
  const [mayWrite, mayRefund] = [may('write', 'purchases'), may('refund', 'purchases')]
  const maySetGoing = mayWrite && (!refunds || mayRefund)
  const refresh = [orderRuns]
  const [stop, resume] = [useCommand(stopRun, { refresh }), useCommand(resumeRun, { refresh })]
  const retry = useCommand(retryRun, { refresh })
  const [approve, reject] = [useCommand(approveRun, { refresh }), useCommand(rejectRun, { refresh })]

  async function run(command: typeof stop, done: string, asksProof: boolean): Promise<void> {
    if (asksProof && !(await confirmFreshSignIn(t('change all orders of a performance')))) return
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ params: { id } }).catch(() => null)
    if (answer) toast.success(done)
    onDone()
  }
  return (
    <RecordCommands>
      {mayApprove && (
        <>
          <CommandButton
            label={t('Approve refunds')}
            icon={IconThumbUp}
            place="primary"
            isBusy={approve.isPending}
            run={() => void run(approve, t('Refunds approved'), true)}
          />
          <CommandButton
            label={t('Reject')}
            icon={IconThumbDown}
            place="beside"
            isBusy={reject.isPending}
            run={() => void run(reject, t('Run rejected'), false)}
          />
        </>
      )}
      {state === 'requested' && !mayApprove && mayRefund && (
        <CommandButton
          label={t('Withdraw request')}
          icon={IconThumbDown}
          place="beside"
          isBusy={reject.isPending}
          run={() => void run(reject, t('Request withdrawn'), false)}
        />
      )}
      {mayWrite && state === 'running' && (
        <CommandButton
          label={t('Stop')}
          icon={IconPlayerPause}
          place="beside"
          isBusy={stop.isPending}
          run={() => void run(stop, t('Run stopped'), false)}
        />
      )}
      {maySetGoing && state === 'stopped' && (
        <CommandButton
          label={t('Resume')}
          icon={IconPlayerPlay}
          place="primary"
          isBusy={resume.isPending}
          run={() => void run(resume, t('Run resumed'), true)}
        />
      )}
      {maySetGoing && failed > 0 && state !== 'requested' && state !== 'rejected' && (
        <CommandButton
          label={t('Retry failed orders')}
          icon={IconRefresh}
          place="beside"
          isBusy={retry.isPending}
          run={() => void run(retry, t('Orders wait again'), true)}
        />
      )}
    </RecordCommands>
  )
}
