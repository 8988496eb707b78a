import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { decideRecoverable, previewRecoverable } from './recoverable.endpoints.ts'
import type { RecoverableDecision } from './recoverable-states.ts'
import { recoverables } from './recoverables.ts'
import classes from './recoverables.module.css'

interface DecideDialogProps {
  readonly id: number
  readonly decision: RecoverableDecision
  readonly onClose: () => void
  readonly onDone: () => void
}

const texts = {
  settle: { title: msg('Settle recoverable'), verb: msg('Settle') },
  write_off: { title: msg('Write off recoverable'), verb: msg('Write off') },
} as const
const quiet = [403, 404, 409, 422]

/** Shows what a decision does, asks why, and makes it. */
export function DecideDialog({ id, decision, onClose, onDone }: DecideDialogProps) {
  const [preview, setPreview] = useState<{ readonly effects: readonly string[]; readonly token: string } | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [reasonProblem, setReasonProblem] = useState<string>()
  const see = useCommand(previewRecoverable, { quiet })
  const decide = useCommand(decideRecoverable, { refresh: [recoverables], quiet })
  const params = { id }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      setProblem(undefined)
      await work()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      const { reason: ofReason } = failure.body.fields ?? {}
      setReasonProblem(ofReason)
      if (ofReason === undefined) {
        setProblem(failure.message)
        setPreview(null)
      }
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void attempt(async () => setPreview(await see.mutateAsync({ params, input: { decision } })))
  })
  const press = (token: string) =>
    attempt(async () => {
      const { message } = await decide.mutateAsync({ params, input: { decision, reason, token } })
      toast.success(message)
      onDone()
    })
  const { title } = texts[decision]
  return (
    <Dialog title={t(title)} onClose={onClose} size={520}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (preview) void press(preview.token)
        }}
      >
        {problem !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problem}
          </p>
        )}
        <ul className={classes['effects']} aria-label={t('Effects')} aria-live="polite">
          {preview?.effects.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Textarea
          label={t('Reason')}
          required
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          error={reasonProblem}
          onChange={({ currentTarget: { value } }) => {
            setReasonProblem(undefined)
            setReason(value)
          }}
        />
        <Buttons decision={decision} isReady={preview !== null} isPending={decide.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface ButtonsProps extends Pick<DecideDialogProps, 'decision' | 'onClose'> {
  readonly isReady: boolean
  readonly isPending: boolean
}

function Buttons({ decision, isReady, isPending, onClose }: ButtonsProps) {
  return (
    <div className={classes['buttons']}>
      <Button variant="default" onClick={onClose}>
        {t('Close')}
      </Button>
      <Button type="submit" disabled={!isReady} loading={isPending} {...(decision === 'write_off' && { color: 'red' })}>
        {t(texts[decision].verb)}
      </Button>
    </div>
  )
}
