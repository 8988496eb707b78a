import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rich } from '../../ui/rich.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './api-users.module.css'

/** Shows a key, this once. */
export function KeyDialog({
  apiKey,
  name,
  note,
  onClose,
}: {
  apiKey: string
  name: string
  note?: string
  onClose: () => void
}) {
  const [wasCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(apiKey)
      setCopied(true)
    } catch {
      toast.warning(t('The browser blocked copying. Select the key and copy it yourself.'))
    }
  }

  return (
    <Dialog title={t('The key of {name}', { name })} onClose={onClose} size={560}>
      <div className={classes['dialog']}>
        <p>
          {rich('{strong} Send it safely, or store it in a vault. It can’t be shown again, only replaced.', {
            strong: <strong>This is the only time that it is shown.</strong>,
          })}
        </p>
        <code className={classes['key']} aria-label={t('Key')} tabIndex={0}>
          {apiKey}
        </code>
        {note && <p>{note}</p>}
        <div className={classes['buttons']}>
          <Button
            variant="default"
            leftSection={wasCopied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            data-autofocus
            onClick={() => void copy()}
          >
            {wasCopied ? t('Copied') : t('Copy')}
          </Button>
          <Button onClick={onClose}>{t('I have stored it')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
