import type { Icon } from '@tabler/icons-react'
import {
  IconCheck,
  IconEraser,
  IconEyeOff,
  IconFileText,
  IconFlag,
  IconFlagOff,
  IconInbox,
  IconX,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useUndoable } from '../../ui/resource/undo.web.ts'
import { callsOf } from './review.endpoints.ts'
import type { ReviewRecord } from './review-record.ts'
import { isAuthorNotified } from './review-record.ts'
import type { RejectionReason, ReviewStep } from './review-rules.ts'
import { stepsFor } from './review-rules.ts'
import type { Reviews } from './reviews.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }))
const RedactDialog = lazy(async () => ({ default: (await import('./redact-dialog.tsx')).RedactDialog }))
const OriginalDialog = lazy(async () => ({ default: (await import('./original-dialog.tsx')).OriginalDialog }))

export const stepLabels: Readonly<Record<ReviewStep, string>> = {
  approve: msg('Approve'),
  reject: msg('Reject'),
  hide: msg('Hide'),
  reopen: msg('Back to the queue'),
  flag: msg('Flag'),
  unflag: msg('Lift the flag'),
}

const stepIcons: Readonly<Record<ReviewStep, Icon>> = {
  approve: IconCheck,
  reject: IconX,
  hide: IconEyeOff,
  reopen: IconInbox,
  flag: IconFlag,
  unflag: IconFlagOff,
}

/** The message after each step. */
export function doneWords(step: ReviewStep): string {
  const words: Readonly<Record<ReviewStep, string>> = {
    approve: t('Review approved'),
    reject: t('Review rejected'),
    hide: t('Review hidden'),
    reopen: t('Review put back into the queue'),
    flag: t('Review flagged'),
    unflag: t('Flag lifted'),
  }
  return words[step]
}

/** The commands for one review: only those that it can take. */
export function ReviewActions({ reviews, review }: { reviews: Reviews; review: ReviewRecord }) {
  const { resource } = reviews
  const [open, setOpen] = useState<'reject' | 'redact' | 'original' | null>(null)
  const moderate = useCommand(callsOf(reviews).moderate, { refresh: [resource] })
  const undoable = useUndoable(resource)
  const close = () => setOpen(null)

  async function run(step: ReviewStep, rejectionReason?: RejectionReason): Promise<void> {
    close()
    // A failure has been shown by the client already.
    const done = await moderate
      .mutateAsync({ params: { id: review.id }, input: { step, ...(rejectionReason && { rejectionReason }) } })
      .then(
        () => true,
        () => false,
      )
    if (done)
      undoable({
        message: doneWords(step),
        action: step,
        ids: [review.id],
        undone: t('Review restored'),
      })
  }

  return (
    <>
      {stepsFor([review]).map((step) => (
        <CommandButton
          key={step}
          label={t(stepLabels[step])}
          icon={stepIcons[step]}
          place={step === 'approve' ? 'primary' : undefined}
          isBusy={moderate.isPending}
          opensDialog={step === 'reject'}
          run={() => (step === 'reject' ? setOpen('reject') : void run(step))}
        />
      ))}
      <CommandButton label={t('Redact')} icon={IconEraser} place="last" opensDialog run={() => setOpen('redact')} />
      {review.isRedacted && (
        <CommandButton label={t('Original text')} icon={IconFileText} opensDialog run={() => setOpen('original')} />
      )}
      <Suspense>
        {open === 'reject' && (
          <RejectDialog
            isNotified={isAuthorNotified(review)}
            onClose={close}
            onChoose={(reason) => void run('reject', reason)}
          />
        )}
        {open === 'redact' && <RedactDialog reviews={reviews} review={review} onClose={close} />}
        {open === 'original' && <OriginalDialog reviews={reviews} review={review} onClose={close} />}
      </Suspense>
    </>
  )
}
