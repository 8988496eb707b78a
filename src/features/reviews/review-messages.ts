import { msg, t } from '../../core/i18n/language.ts'
import { defineMessage } from '../../platform/mail/message-content.ts'
import type { RejectionReason } from './review-rules.ts'

const reasons: Readonly<Record<RejectionReason, string>> = {
  spam: msg('It reads like an ad or was sent many times.'),
  not_genuine: msg('We couldn’t be sure that it describes a real visit.'),
  duplicate: msg('You have already reviewed this.'),
  offensive: msg('It contains words that offend others.'),
  personal_data: msg('It contains details of other people, such as their name or number.'),
  off_topic: msg('It is not about the visit.'),
  wrong_subject: msg('It isn’t about this product.'),
  conflict_of_interest: msg('It seems to be written by a person involved in the business.'),
  illegal: msg('The law does not let us publish it.'),
}

/** Sent to the buyer whose review is not published, in the language of the review if we have a template for it. */
export const reviewRejected = defineMessage<{ author: string; subject: string; reason: RejectionReason }>({
  name: 'review-rejected',
  label: () => t('Review rejected'),
  write: ({ author, subject, reason }) => ({
    subject: t('Your review of {subject} is not published', { subject }),
    paragraphs: [
      t('Hello {name},', { name: author }),
      t('Thank you for writing about {subject}. We have read your review and do not publish it.', { subject }),
      t('The reason: {reason}', { reason: t(reasons[reason]) }),
      t('We never reject a review for being positive or negative. You are welcome to write it again.'),
    ],
    isForCustomers: true,
  }),
})
