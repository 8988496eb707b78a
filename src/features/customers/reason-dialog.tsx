import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { reasonProblem } from '../../ui/resource/reveal-button.tsx'
import classes from './customers.module.css'

interface ReasonDialogProps {
  readonly title: string
  /** What the command does, above the reason. */
  readonly children: ReactNode
  /** What to write, below the reason. */
  readonly description: string
  /** The button that does it. */
  readonly does: string
  readonly isDangerous?: boolean
  /** Of the dialog, in pixels. */
  readonly width?: number
  /** What has to be chosen first is still missing. */
  readonly isIncomplete?: boolean
  readonly isBusy: boolean
  /** What it throws is said here: on the reason where that is wrong, above it otherwise. */
  readonly run: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks why, then does it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    children,
    description,
    does,
    isDangerous = false,
    width = 480,
    isIncomplete = false,
    isBusy,
    run,
    onClose,
  } = props
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  async function submit(): Promise<void> {
    const found = reasonProblem(reason)
    setProblem(found)
    setRefusal(undefined)
    if (found !== undefined) return
    try {
      await run(reason)
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblem(failure.body.fields?.['reason'])
      if (!failure.body.fields?.['reason']) setRefusal(failure.message)
    }
  }

  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy} size={width}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        {refusal !== undefined && <p role="alert">{refusal}</p>}
        <Textarea
          label={t('Reason')}
          description={description}
          withAsterisk
          aria-required
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={problem}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            setProblem(undefined)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isIncomplete} {...(isDangerous && { color: 'red' })}>
            {does}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
