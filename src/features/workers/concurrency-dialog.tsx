import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { WorkerDetails } from './workers.endpoints.ts'
import { setConcurrency } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'
import classes from './workers.module.css'

/** Sets how many runs of a worker can be under way at once. */
export function ConcurrencyDialog({ worker, onClose }: { worker: WorkerDetails; onClose: () => void }) {
  const change = useWorkerCommand(setConcurrency, worker.name, [422])
  const [typed, setTyped] = useState<number | string>(worker.limit?.atOnce ?? '')
  const fault = change.error instanceof FailedRequest ? (change.error.body.fields?.['atOnce'] ?? null) : null

  async function save(): Promise<void> {
    // What is wrong is on its field.
    if (!(await change.mutateAsync({ atOnce: typed === '' ? null : Number(typed) }).catch(() => null))) return
    toast.success(t('Concurrency saved'))
    onClose()
  }

  return (
    <Dialog
      title={t('Concurrency of {worker}', { worker: worker.label })}
      onClose={onClose}
      isBusy={change.isPending}
      size={440}
    >
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NumberInput
          label={t('Runs at once')}
          description={t('Over all servers. Each server runs one at a time, so blank means one per server.')}
          min={1}
          max={20}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={typed}
          error={fault}
          onChange={(value) => {
            change.reset()
            setTyped(value)
          }}
        />
        <p className={classes['quiet']}>{t('Runs wait when no slot is free. Runs in progress continue.')}</p>
        <div className={classes['buttons']}>
          <Button variant="default" disabled={change.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
