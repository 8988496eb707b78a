import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { WorkerDetails } from './workers.endpoints.ts'
import { pauseWorker } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'
import classes from './workers.module.css'

/** Asks why, and says first what goes stale. */
export function PauseDialog({ worker, onClose }: { worker: WorkerDetails; onClose: () => void }) {
  const pause = useWorkerCommand(pauseWorker, worker.name, [422])
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)

  async function submit(): Promise<void> {
    try {
      await pause.mutateAsync({ reason })
      toast.success(t('{worker} paused', { worker: worker.label }))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422)
        setError(failure.body.fields?.['reason'] ?? failure.message)
    }
  }

  return (
    <Dialog title={t('Pause {worker}', { worker: worker.label })} onClose={onClose} isBusy={pause.isPending} size={440}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>{worker.staleWithout}</p>
        <Textarea
          label={t('Reason')}
          required
          maxLength={300}
          autosize
          minRows={2}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={pause.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={pause.isPending}>
            {t('Pause')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
