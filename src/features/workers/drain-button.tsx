import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { useDrain, useDrainCommand } from './drain.web.ts'
import classes from './workers.module.css'

/** Stops all servers from beginning runs, before a deployment. */
export function DrainButton() {
  const { data } = useDrain()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {data?.drain === null && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('Drain…')}
        </Button>
      )}
      {isOpen && <DrainDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function DrainDialog({ onClose }: { onClose: () => void }) {
  const command = useDrainCommand()
  const [reason, setReason] = useState('')

  async function drain(): Promise<void> {
    if (!(await command.mutateAsync({ reason }).catch(() => null))) return
    toast.success(t('Workers drained'))
    onClose()
  }

  return (
    <Dialog title={t('Drain all workers?')} onClose={onClose} isBusy={command.isPending} size={460}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void drain()
        }}
      >
        <p>{t('Running servers finish their runs and start no new ones. Servers started later work as usual.')}</p>
        <Textarea
          label={t('Reason')}
          description={t('Optional')}
          maxLength={300}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={command.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={command.isPending}>
            {t('Drain')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
