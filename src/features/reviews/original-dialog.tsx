import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { callsOf } from './review.endpoints.ts'
import type { ReviewRecord } from './review-record.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'

/** Shows the text of a review before redaction, to those who give a reason. */
export function OriginalDialog({
  reviews,
  review,
  onClose,
}: {
  reviews: Reviews
  review: ReviewRecord
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCommand(callsOf(reviews).original, { quiet: [409, 422] })

  async function ask(): Promise<void> {
    await read.mutateAsync({ params: { id: review.id }, input: { reason } }).catch((failure: unknown) => {
      if (failure instanceof FailedRequest) setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
    })
  }

  return (
    <Dialog title={t('Original text')} onClose={onClose}>
      {read.data ? (
        <div className={classes['card']} lang={review.language}>
          {read.data.title !== null && (
            <p>
              <strong>{read.data.title}</strong>
            </p>
          )}
          {read.data.body !== null && <p className={classes['text']}>{read.data.body}</p>}
        </div>
      ) : (
        <>
          <p className={classes['quiet']}>
            {t('Redacted text is personal or must not be seen. The audit records who viewed it and why.')}
          </p>
          <TextInput
            data-autofocus
            label={t('Reason')}
            value={reason}
            maxLength={500}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(null)
            }}
          />
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button loading={read.isPending} onClick={() => void ask()}>
              {t('Show the original')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
