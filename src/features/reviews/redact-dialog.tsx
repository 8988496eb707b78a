import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { callsOf } from './review.endpoints.ts'
import type { ReviewRecord } from './review-record.ts'
import { ReviewText } from './review-text.tsx'
import { redacted } from './review-rules.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'

interface RedactDialogProps {
  readonly reviews: Reviews
  readonly review: ReviewRecord
  readonly onClose: () => void
}

interface Passage {
  readonly field: 'title' | 'body'
  readonly from: number
  readonly to: number
}

/** Takes a passage out of an author's text: it is selected there, by mouse, finger or Shift and the arrow keys. */
export function RedactDialog({ reviews, review, onClose }: RedactDialogProps) {
  const { passage, title, body } = useSelectedPassage()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const redact = useCommand(callsOf(reviews).redact, { refresh: [reviews.resource], quiet: [409, 422] })
  const textOf = (field: Passage['field']) => (field === 'title' ? (review.title ?? '') : review.body)
  const chosen = passage && textOf(passage.field).slice(passage.from, passage.to)

  async function run(): Promise<void> {
    if (!passage || chosen === null || reason.trim().length < 5) {
      setProblem(passage ? t('Enter a short reason.') : t('Select the passage in the text first.'))
      return
    }
    try {
      await redact.mutateAsync({ params: { id: review.id }, input: { ...passage, passage: chosen, reason } })
      toast.success(t('Redacted. The original is kept, and viewing it is audited.'))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
    }
  }

  return (
    <Dialog title={t('Redact a passage')} onClose={onClose} size={640}>
      <p className={classes['quiet']}>
        {t(
          'Select what must not be published: a name, a number, an insult. Everything else stays as the author wrote it.',
        )}
      </p>
      {review.title !== null && (
        <TextInput ref={title} label={t('Title')} value={review.title} readOnly lang={review.language} />
      )}
      <Textarea
        ref={body}
        data-autofocus
        label={t('Text')}
        value={review.body}
        readOnly
        autosize
        minRows={4}
        maxRows={12}
        lang={review.language}
      />
      <div role="status" className={classes['preview']}>
        {passage === null ? (
          t('Nothing is selected yet.')
        ) : (
          <>
            <span className={classes['quiet']}>{t('What readers will see:')}</span>
            <p>
              <ReviewText text={redacted(textOf(passage.field), passage.from, passage.to)} lang={review.language} />
            </p>
          </>
        )}
      </div>
      <TextInput
        label={t('Reason')}
        description={t('The audit keeps it.')}
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
        <Button loading={redact.isPending} onClick={() => void run()}>
          {t('Redact')}
        </Button>
      </div>
    </Dialog>
  )
}

/** What is selected in the two inputs that get these refs: the last passage, also after the focus has moved on. */
function useSelectedPassage() {
  const [passage, setPassage] = useState<Passage | null>(null)
  const title = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)

  // The selection handles on phones send no other event; the selection stays when the focus moves on.
  useEffect(() => {
    function take(): void {
      const field = document.activeElement === title.current ? 'title' : 'body'
      const element = field === 'title' ? title.current : body.current
      if (!element || document.activeElement !== element) return
      const [from, to] = [element.selectionStart ?? 0, element.selectionEnd ?? 0]
      if (to > from) setPassage({ field, from, to })
    }
    document.addEventListener('selectionchange', take)
    return () => document.removeEventListener('selectionchange', take)
  }, [title, body])

  return { passage, title, body }
}
