import { Button } from '@mantine/core'
import { useState } from 'react'
import { ownZone } from '../../core/zoned-time.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { couponFields } from './coupon-fields.ts'
import classes from './coupon-screens.module.css'

interface ExtendDialogProps {
  /** What is extended: `3 coupons`. */
  what: string
  /** In which the new end is typed; the person's own when there is no one zone for all. */
  timeZone: string | null
  onClose: () => void
  /** Rejects when the server refuses. */
  onExtend: (validUntil: string) => Promise<void>
}

const field = { ...couponFields.validUntil, required: true }

/** Asks for the new end. */
export function ExtendDialog({ what, timeZone, onClose, onExtend }: ExtendDialogProps) {
  const [validUntil, setValidUntil] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    if (validUntil === null) return setProblem(t('Choose an end date.'))
    setBusy(true)
    try {
      await onExtend(validUntil)
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof FailedRequest) || failure.status !== 422) return
      setProblem(failure.body.fields?.['validUntil'] ?? failure.message)
    }
  }

  return (
    <Dialog title={t('Extend {what}', { what })} onClose={onClose} isBusy={isBusy} size={420}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {inputOf(field, {
          name: 'validUntil',
          value: validUntil,
          error: problem,
          errors: {},
          readOnly: false,
          record: null,
          draft: { timeZone: timeZone ?? ownZone() },
          onChange: (value) => {
            setValidUntil(typeof value === 'string' ? value : null)
            setProblem(undefined)
          },
        })}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Extend')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
