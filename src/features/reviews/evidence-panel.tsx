import { formatDate, formatDayOf, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { purchases } from '../purchases/purchases.ts'
import { callsOf } from './review.endpoints.ts'
import type { ReviewEvidence, ReviewPurchase } from './review.endpoints.ts'
import type { ReviewRecord } from './review-record.ts'
import { agreements, contradictionSentence } from './review-labels.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'
import { StarSpread } from './star-spread.tsx'

interface PanelProps {
  readonly reviews: Reviews
  readonly review: ReviewRecord
  readonly subject: string
}

/** The evidence for a review: the purchase behind it, what agrees with that and what does not, in words. */
export function EvidencePanel({ reviews, review, subject }: PanelProps) {
  const answer = useAnswer(callsOf(reviews).evidence, { params: { id: review.id }, query: { version: review.version } })
  return (
    <AnswerPanel title={t('Evidence')} answer={answer} className={classes['panel']}>
      {(data) => (
        <>
          {data.purchase ? <Purchase purchase={data.purchase} /> : <p>{t('No purchase is linked to it.')}</p>}
          <Findings evidence={data} review={review} />
          <Rated evidence={data} subject={subject} />
        </>
      )}
    </AnswerPanel>
  )
}

function Purchase({ purchase }: { purchase: ReviewPurchase }) {
  const { id, reference, kind, title, line, bookingStatus, purchasedAt, travelDate } = purchase
  const paths = useRecordPaths()
  const href = id === null ? null : paths('purchases', `view-${kind}`, id)
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('Purchase')}</dt>
        <dd>
          {href !== null && reference !== null ? (
            <a href={href}>{reference}</a>
          ) : (
            (reference ?? t('Your role can’t see which'))
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Bought')}</dt>
        <dd>
          {line ? t('{quantity} × {title}', { quantity: formatNumber(line.quantity), title: line.title }) : title}
        </dd>
      </div>
      <div>
        <dt>{t('Bought on')}</dt>
        <dd>{formatDayOf(purchasedAt)}</dd>
      </div>
      <div>
        <dt>{t('For')}</dt>
        <dd>{formatDate(travelDate)}</dd>
      </div>
      <div>
        <dt>{t('Booking')}</dt>
        <dd>{cellOf('bookingStatus', purchases.fields.bookingStatus, { bookingStatus })}</dd>
      </div>
    </dl>
  )
}

function Findings({ evidence, review }: { evidence: ReviewEvidence; review: ReviewRecord }) {
  const { contradictions, purchase, otherReviews } = evidence
  const agreed = agreements(evidence, review.travelDate)
  return (
    <ul className={classes['findings']} aria-label={t('Matches and differences')}>
      {contradictions.map((code) => (
        <li key={code} data-found="against">
          <span aria-hidden="true">✗</span>
          <span>
            <span className={classes['unseen']}>{t('Against it:')} </span>
            {contradictionSentence(code, review, purchase)}
          </span>
        </li>
      ))}
      {agreed.map((sentence) => (
        <li key={sentence} data-found="for">
          <span aria-hidden="true">✓</span>
          <span>
            <span className={classes['unseen']}>{t('For it:')} </span>
            {sentence}
          </span>
        </li>
      ))}
      {purchase?.isSameEmail === false && (
        <li>
          <span aria-hidden="true">·</span>
          <span>{t('Bought with a different email address from the author’s.')}</span>
        </li>
      )}
      {otherReviews > 0 && (
        <li>
          <span aria-hidden="true">·</span>
          <span>
            {t('{n, plural, one {One more review} other {# more reviews}} of this kind by the same address.', {
              n: otherReviews,
            })}
          </span>
        </li>
      )}
      {contradictions.length === 0 && agreed.length === 0 && otherReviews === 0 && (
        <li>
          <span aria-hidden="true">·</span>
          <span>
            {purchase
              ? t('Consistent with its purchase.')
              : t('No purchase supports or contradicts it. See Forensics for similar reviews.')}
          </span>
        </li>
      )}
    </ul>
  )
}

function Rated({ evidence: { totals }, subject }: { evidence: ReviewEvidence; subject: string }) {
  const { count, average, stars } = totals
  if (count === 0 || average === null) return <p>{t('{subject} has no approved review yet.', { subject })}</p>
  return (
    <>
      <h3>{subject}</h3>
      <p>
        {t('{average} of 5 from {n, plural, one {# approved review} other {# approved reviews}}', {
          average: formatNumber(average, 2),
          n: count,
        })}
      </p>
      <StarSpread stars={stars} />
    </>
  )
}
