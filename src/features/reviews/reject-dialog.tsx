import { useEffect, useRef } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { reviewFields } from './review-fields.ts'
import type { RejectionReason } from './review-rules.ts'
import { rejectionReasons } from './review-rules.ts'
import classes from './reviews.module.css'

interface RejectDialogProps {
  /** Whether the author has an address to be notified at. */
  isNotified: boolean
  /** How many reviews are being rejected. */
  count?: number
  onChoose: (reason: RejectionReason) => void
  onClose: () => void
}

/** The reason: one press, of a button or of its digit, chooses it and rejects. This can be undone. */
export function RejectDialog({ isNotified, count = 1, onChoose, onClose }: RejectDialogProps) {
  const choose = useRef(onChoose)
  useEffect(() => {
    choose.current = onChoose
  })
  // Wherever the focus is in the dialog, a digit is meant for the reasons.
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const reason = rejectionReasons[Number(event.key) - 1]
      if (!reason || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      choose.current(reason)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog
      title={
        count === 1 ? t('Why is it rejected?') : t('Why are these {count} rejected?', { count: formatNumber(count) })
      }
      onClose={onClose}
      size={420}
    >
      <p className={classes['quiet']}>
        {count > 1
          ? t(
              'A negative opinion is not a reason to reject. Authors who bought here get your reason by email, unless you undo it within ten minutes.',
            )
          : isNotified
            ? t(
                'A negative opinion is not a reason to reject. The author gets your reason by email, unless you undo it within ten minutes.',
              )
            : t('A negative opinion is not a reason to reject. No email is sent: we have no buyer’s address for it.')}
      </p>
      <ul className={classes['choices']} aria-label={t('Reasons')}>
        {rejectionReasons.map((reason, index) => (
          <li key={reason}>
            <button type="button" data-autofocus={index === 0 || undefined} onClick={() => onChoose(reason)}>
              <kbd aria-hidden="true">{index + 1}</kbd> {choiceLabelOf(reviewFields.rejectionReason, reason)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
