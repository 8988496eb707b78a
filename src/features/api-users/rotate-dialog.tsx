import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rotateApiKey } from './api-user.endpoints.ts'
import classes from './api-users.module.css'
import { KeyDialog } from './key-dialog.tsx'

const overlaps = [
  { value: '0', label: msg('Stops at once') },
  { value: '1', label: msg('Works for another hour') },
  { value: '24', label: msg('Works for another day') },
  { value: '72', label: msg('Works for another three days') },
  { value: '168', label: msg('Works for another week') },
]

/** Makes a new key, and lets the old one work on until their programs have been changed over. */
export function RotateDialog({
  id,
  name,
  hasKeys,
  onClose,
}: {
  id: number
  name: string
  hasKeys: boolean
  onClose: () => void
}) {
  const [overlap, setOverlap] = useState('24')
  const rotate = useCommand(rotateApiKey)
  if (rotate.data) {
    const { key, othersEndAt } = rotate.data
    return (
      <KeyDialog
        apiKey={key}
        name={name}
        onClose={onClose}
        {...(othersEndAt && {
          note: t('The old key works until {othersEndAt}.', { othersEndAt: formatInstant(othersEndAt) }),
        })}
      />
    )
  }
  return (
    <Dialog title={hasKeys ? t('Rotate key') : t('Create key')} onClose={onClose} isBusy={rotate.isPending} size={440}>
      <form
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          rotate.mutate({ params: { id }, input: { overlap: hasKeys ? Number(overlap) : 0 } })
        }}
      >
        {hasKeys ? (
          <NativeSelect
            label={t('The old key')}
            description={t('Enough time for them to switch keys')}
            data={overlaps.map(({ value, label }) => ({ value, label: t(label) }))}
            value={overlap}
            data-autofocus
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => setOverlap(event.currentTarget.value)}
          />
        ) : (
          <p>{t('The key is shown once, right after you create it.')}</p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={rotate.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={rotate.isPending}>
            {t('Create key')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
