import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { WorkerDetails, WorkerRun } from './workers.endpoints.ts'
import { cancelRun, runWorker } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'

/** What can be done with one run: end it while it is under way, repeat it after it failed. */
export function RunButtons({ worker, run }: { worker: WorkerDetails; run: WorkerRun }) {
  const cancel = useWorkerCommand(cancelRun, worker.name)
  const retry = useWorkerCommand(runWorker, worker.name)

  async function cancelIt(): Promise<void> {
    const { action } = await confirmBox(
      t('It ends what it has begun, and is cut off if that takes longer than 20 seconds.'),
      t('Cancel this run?'),
      { confirmText: t('Cancel run'), cancelText: t('Keep running'), type: 'warning' },
    )
    if (action !== 'confirm') return
    if (await cancel.mutateAsync({ run: run.id }).catch(() => null)) toast.success(t('Cancellation requested'))
  }

  async function retryIt(): Promise<void> {
    if (await retry.mutateAsync({ retryOf: run.id }).catch(() => null)) toast.success(t('Run requested'))
  }

  if (run.state === 'running' || run.state === 'queued')
    return run.cancelAskedAt === null ? (
      <Button variant="default" size="compact-xs" loading={cancel.isPending} onClick={() => void cancelIt()}>
        {t('Cancel run')}
      </Button>
    ) : (
      t('Being cancelled')
    )
  if (run.state === 'failed' && worker.queuedAt === null && worker.paused === null)
    return (
      <Button variant="default" size="compact-xs" loading={retry.isPending} onClick={() => void retryIt()}>
        {t('Retry')}
      </Button>
    )
  return null
}
