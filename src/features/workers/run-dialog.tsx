import { Button } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { OtherFaults } from './other-faults.tsx'
import type { Typed } from './parameter-fields.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import type { WorkerDetails, WorkerRun } from './workers.endpoints.ts'
import { runWorker } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'
import classes from './workers.module.css'

interface RunDialogProps {
  readonly worker: WorkerDetails
  /** The failed run that is repeated, with its parameters to begin with. */
  readonly repeats?: WorkerRun | undefined
  readonly onClose: () => void
}

/** Asks for a run with parameters. */
export function RunDialog({ worker, repeats, onClose }: RunDialogProps) {
  const run = useWorkerCommand(runWorker, worker.name, [422])
  const [values, setValues] = useState<Typed>(repeats?.parameters ?? {})
  const faults = run.error instanceof FailedRequest ? (run.error.body.fields ?? null) : null

  async function submit(): Promise<void> {
    const asked = await run
      .mutateAsync({
        parameters: values,
        ...(worker.paused && { evenIfPaused: true }),
        ...(repeats && { retryOf: repeats.id }),
      })
      .catch(() => null)
    if (!asked) return
    toast.success(t('Run requested'))
    onClose()
  }

  return (
    <Dialog title={t('Run {worker}', { worker: worker.label })} onClose={onClose} isBusy={run.isPending} size={460}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>{worker.does}</p>
        {worker.paused && (
          <p>{t('It stays paused afterwards. Reason for the pause: {reason}', { reason: worker.paused.reason })}</p>
        )}
        <ParameterFields
          parameters={worker.parameters}
          values={values}
          faults={faults}
          onChange={(next) => {
            run.reset()
            setValues(next)
          }}
        />
        <OtherFaults failure={run.error} parameters={worker.parameters} />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={run.isPending}>
            {t('Run now')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
