import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { SuspensionReason } from './product-statuses.ts'
import { suspensionLabels, suspensionReasons } from './product-statuses.ts'
import classes from './products.module.css'

interface SuspendProps {
  readonly count: number
  readonly onClose: () => void
  readonly onSuspend: (because: SuspensionReason, note: string) => Promise<void>
}

/** Asks why, before products are sold no more. */
export function SuspendDialog({ count, onClose, onSuspend }: SuspendProps) {
  const [because, setBecause] = useState<SuspensionReason>('manual')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={t('Suspend {n, plural, one {this product} other {# products}}', { n: count })}
      onClose={onClose}
      isBusy={isBusy}
      size={440}
    >
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setBusy(true)
          void onSuspend(because, note.trim()).finally(() => setBusy(false))
        }}
      >
        <p>{t('It disappears from alias pages immediately. Existing bookings are not affected.')}</p>
        <NativeSelect
          label={t('Why')}
          value={because}
          data={suspensionReasons.map((value) => ({ value, label: t(suspensionLabels[value]) }))}
          onChange={(event) =>
            setBecause(suspensionReasons.find((reason) => reason === event.currentTarget.value) ?? 'manual')
          }
        />
        <Textarea
          label={t('Note')}
          description={t('Shown in history')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Suspend')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
