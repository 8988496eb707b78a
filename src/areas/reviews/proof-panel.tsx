import { formatDate, formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { AnswerPanel } from '../../kit/screens/answer-panel.tsx'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { callsOf } from './review-calls.ts'
import { proofOf } from './review-evidence.ts'
import type { ReviewRecord } from './review-record.ts'
import { ReviewText } from './review-text.tsx'
import { proofWords } from './review-words.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

/** What the public is shown: the review as it stands there, and how we say it was checked. */
export function ProofPanel({ reviews, review }: { reviews: Reviews; review: ReviewRecord }) {
  const answer = useAnswer(callsOf(reviews).evidence, { params: { id: review.id }, query: { version: review.version } })
  const isPublic = review.status === 'approved'
  return (
    <AnswerPanel title={t('Shown publicly')} answer={answer} className={classes['panel']}>
      {({ contradictions }) => {
        const proof = proofWords(proofOf(review.source, contradictions), review.provider?.title ?? '')
        return (
          <>
            <p>{isPublic ? t('As readers see it now:') : t('Nobody sees it now. Once approved:')}</p>
            <blockquote className={classes['card']}>
              <p><Stars count={review.rating} /> <strong>{proof.badge}</strong></p>
              {review.title !== null && <p><strong><ReviewText text={review.title} lang={review.language} /></strong></p>}
              <p><ReviewText text={review.body} lang={review.language} /></p>
              <footer>
                {review.authorCountry ? t('{name}, {country}', { name: review.authorName, country: review.authorCountry.title }) : review.authorName}
                {' · '}{formatDate(review.submittedAt.slice(0, 10))}
                {review.isMachineTranslated && <> · {t('Translated by a machine')}</>}
              </footer>
              {review.staffReply !== null && <p className={classes['reply']}><strong>{t('Our reply:')}</strong> {review.staffReply}</p>}
            </blockquote>
            <p>{proof.sentence}</p>
            {review.originalScale !== 5 && <p>{t('Given as {given} of {best}, shown as {n, plural, one {# star} other {# stars}}.', { given: formatNumber(review.originalRating, 1), best: formatNumber(review.originalScale), n: review.rating })}</p>}
            <p>{review.isNoIndex ? t('Search engines are kept from its text.') : t('Search engines may show it.')}</p>
          </>
        )
      }}
    </AnswerPanel>
  )
}
