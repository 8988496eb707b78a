import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { purchases } from '../purchases/purchases.ts'
import type { WrittenEvidence } from './dispute.endpoints.ts'
import { acceptDispute, previewAccept, previewSubmit, submitEvidence } from './dispute.endpoints.ts'
import { disputes } from './disputes.ts'
import classes from './disputes.module.css'

interface AnswerDialogProps {
  readonly kind: 'submit' | 'accept'
  readonly id: number
  readonly evidence: WrittenEvidence
  readonly onClose: () => void
  readonly onDone: () => void
}

const quiet = [403, 404, 409, 422]

/** Shows what an answer does, and gives it. */
export function AnswerDialog({ kind, id, evidence, onClose, onDone }: AnswerDialogProps) {
  const [preview, setPreview] = useState<{ readonly effects: readonly string[]; readonly token: string } | null>(null)
  const [problem, setProblem] = useState<string>()
  const refresh = [disputes, purchases]
  const calls = {
    seeSubmit: useCommand(previewSubmit, { quiet }),
    seeAccept: useCommand(previewAccept, { quiet }),
    submit: useCommand(submitEvidence, { refresh, quiet }),
    accept: useCommand(acceptDispute, { refresh, quiet }),
  }
  const params = { id }
  const isSubmit = kind === 'submit'

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      setProblem(undefined)
      await work()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
      setPreview(null)
    }
  }
  const look = () =>
    attempt(async () =>
      setPreview(
        isSubmit
          ? await calls.seeSubmit.mutateAsync({ params, input: { evidence } })
          : await calls.seeAccept.mutateAsync({ params, input: {} }),
      ),
    )
  const press = (token: string) =>
    attempt(async () => {
      const { message } = isSubmit
        ? await calls.submit.mutateAsync({ params, input: { evidence, token } })
        : await calls.accept.mutateAsync({ params, input: { token } })
      toast.success(message)
      onDone()
    })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void look()
  })
  return (
    <Dialog title={isSubmit ? t('Send evidence') : t('Accept dispute')} onClose={onClose} size={520}>
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
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        <Button
          disabled={!preview}
          loading={calls.submit.isPending || calls.accept.isPending}
          {...(!isSubmit && { color: 'red' })}
          onClick={() => preview && void press(preview.token)}
        >
          {isSubmit ? t('Send evidence') : t('Accept dispute')}
        </Button>
      </div>
    </Dialog>
  )
}
