import { formatDayOf, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { callsOf } from './review.endpoints.ts'
import { proofOf } from './review-evidence.ts'
import type { ReviewRecord } from './review-record.ts'
import { ReviewText } from './review-text.tsx'
import { proofWords } from './review-labels.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

/** What the public sees: the published review, and how we say it was verified. */
export function ProofPanel({ reviews, review }: { reviews: Reviews; review: ReviewRecord }) {
  const answer = useAnswer(callsOf(reviews).evidence, { params: { id: review.id }, query: { version: review.version } })
  const isPublic = review.status === 'approved'
  return (
    <AnswerPanel title={t('Shown publicly')} answer={answer} className={classes['panel']}>
      {({ contradictions }) => {
        const proof = proofWords(proofOf(review.source, contradictions), review.provider?.title ?? '')
        return (
          <>
            <p>{isPublic ? t('As readers see it now:') : t('Hidden now. Once approved:')}</p>
            <blockquote className={classes['card']}>
              <p>
                <Stars count={review.rating} /> <strong>{proof.badge}</strong>
              </p>
              {review.title !== null && (
                <p>
                  <strong>
                    <ReviewText text={review.title} lang={review.language} />
                  </strong>
                </p>
              )}
              <p>
                <ReviewText text={review.body} lang={review.language} />
              </p>
              <footer>
                {review.authorCountry
                  ? t('{name}, {country}', { name: review.authorName, country: review.authorCountry.title })
                  : review.authorName}
                {' · '}
                {formatDayOf(review.submittedAt)}
                {review.isMachineTranslated && <> · {t('Translated by a machine')}</>}
              </footer>
              {review.staffReply !== null && (
                <p className={classes['reply']}>
                  <strong>{t('Our reply:')}</strong> {review.staffReply}
                </p>
              )}
            </blockquote>
            <p>{proof.sentence}</p>
            {review.originalScale !== 5 && (
              <p>
                {t('Given as {given} of {best}, shown as {n, plural, one {# star} other {# stars}}.', {
                  given: formatNumber(review.originalRating, 1),
                  best: formatNumber(review.originalScale),
                  n: review.rating,
                })}
              </p>
            )}
            <p>{review.isNoIndex ? t('Its text is hidden from search engines.') : t('Search engines can index it.')}</p>
          </>
        )
      }}
    </AnswerPanel>
  )
}
