import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { ReasonField } from './reason-field.tsx'
import classes from './schedule.module.css'

export type Becomes = 'cancelled' | 'postponed'

interface CancelOrPostponeFormProps {
  /** Purchases that it affects, which makes a reason necessary. */
  readonly purchases: number
  /** What happens to those purchases, and what else the user should know first. */
  readonly words: string
  readonly children?: ReactNode
  /** The command that cancels: `Cancel performance`. */
  readonly cancel: string
  readonly begin: Becomes
  readonly isBusy: boolean
  /** Fails with what the server refuses. */
  readonly onSubmit: (becomes: Becomes, reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks what becomes of performances, and why where people have bought them. */
export function CancelOrPostponeForm({
  purchases,
  words,
  children,
  cancel,
  begin,
  isBusy,
  onSubmit,
  onClose,
}: CancelOrPostponeFormProps) {
  const [becomes, setBecomes] = useState(begin)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})

  async function submit(): Promise<void> {
    try {
      await onSubmit(becomes, reason)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Radio.Group
        label={t('New status')}
        value={becomes}
        onChange={(value) => setBecomes(value === 'postponed' ? 'postponed' : 'cancelled')}
      >
        <div className={classes['choices']}>
          <Radio value="cancelled" label={t('Cancelled')} />
          <Radio value="postponed" label={t('Postponed')} description={t('To a date to be announced.')} />
        </div>
      </Radio.Group>
      {children}
      <ReasonField
        purchases={purchases}
        words={words}
        value={reason}
        error={problems['reason']}
        onChange={(value) => {
          setReason(value)
          setProblems({})
        }}
      />
      {problems[''] !== undefined && (
        <p role="alert" className={classes['problem']}>
          {problems['']}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t('Leave it')}
        </Button>
        <Button type="submit" color="red" loading={isBusy}>
          {becomes === 'cancelled' ? cancel : t('Postpone')}
        </Button>
      </div>
    </form>
  )
}
