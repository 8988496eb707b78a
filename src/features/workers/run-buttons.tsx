import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { RunDialog } from './run-dialog.tsx'
import type { WorkerDetails, WorkerRun } from './workers.endpoints.ts'
import { cancelRun, runWorker } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'

/** What can be done with one run: end it while it is under way, repeat it after it failed. */
export function RunButtons({ worker, run }: { worker: WorkerDetails; run: WorkerRun }) {
  const cancel = useWorkerCommand(cancelRun, worker.name)
  const retry = useWorkerCommand(runWorker, worker.name)
  const [isEditing, setEditing] = useState(false)

  async function cancelIt(): Promise<void> {
    const { action } = await confirmBox(
      [
        t('It finishes what it’s doing, and is cut off after 20 seconds.'),
        ...(worker.schedule !== null && worker.paused === null
          ? [t('Its schedule starts it again. To stop that, pause the worker.')]
          : []),
      ].join(' '),
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
      <>
        <Button
          variant="default"
          size="compact-xs"
          loading={retry.isPending}
          aria-haspopup={worker.parameters.length > 0 ? 'dialog' : undefined}
          onClick={() => (worker.parameters.length > 0 ? setEditing(true) : void retryIt())}
        >
          {worker.parameters.length > 0 ? t('Retry…') : t('Retry')}
        </Button>
        {isEditing && <RunDialog worker={worker} repeats={run} onClose={() => setEditing(false)} />}
      </>
    )
  return null
}
