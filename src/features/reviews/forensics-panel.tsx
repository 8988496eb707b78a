import { formatDate, formatDayOf, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { RejectMany } from './reject-many.tsx'
import { callsOf } from './review.endpoints.ts'
import type { ReviewForensics, ReviewNeighbour } from './review.endpoints.ts'
import type { ReviewRecord } from './review-record.ts'
import { subjectOf } from './review-record.ts'
import { likeness, riskSentence } from './review-labels.ts'
import type { Reviews } from './reviews.ts'
import { riskTone } from './risk-labels.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

/** What a review has in common with others, with figures, and the resulting risk. */
export function ForensicsPanel({ reviews, review }: { reviews: Reviews; review: ReviewRecord }) {
  const answer = useAnswer(callsOf(reviews).forensics, { params: { id: review.id } })
  return (
    <AnswerPanel title={t('Forensics')} answer={answer} className={classes['panel']}>
      {(data) => (
        <>
          <Score found={data} />
          {data.texts.length > 0 && (
            <Neighbours title={t('The same or nearly the same text')} rows={data.texts} isText />
          )}
          <Alike reviews={reviews} review={review} rows={data.texts} />
          <Days found={data} />
          {data.onDay > 1 && (
            <Together
              reviews={reviews}
              n={data.onDay}
              filter={{
                [reviews.subjectKey]: [subjectOf({ ...review }, reviews.subjectKey)?.id],
                submittedAt: dayOf(data.day),
              }}
            />
          )}
          {data.network.length > 0 && (
            <Neighbours
              title={t('From the same network, {network}', { network: data.addressPrefix ?? '' })}
              rows={data.network}
            />
          )}
          {data.network.length > 0 && (
            <Together reviews={reviews} n={data.network.length + 1} filter={{ addressPrefix: data.addressPrefix }} />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

const day = 86_400_000

/** The moments of a day in UTC, as lists are filtered. */
function dayOf(date: string) {
  const from = Date.parse(date)
  return { gte: new Date(from).toISOString(), lt: new Date(from + day).toISOString() }
}

/** The review with those of its kind that say the same and wait as it does: one reason for all of them. */
function Alike({
  reviews,
  review,
  rows,
}: {
  reviews: Reviews
  review: ReviewRecord
  rows: readonly ReviewNeighbour[]
}) {
  const { mayWrite } = usePage()
  const ids = rows
    .filter(({ resource, status }) => resource === reviews.name && status === 'pending')
    .map(({ id }) => id)
  if (!mayWrite || ids.length === 0 || review.status !== 'pending') return null
  return (
    <p>
      <RejectMany reviews={reviews} target={{ ids: [review.id, ...ids] }} n={ids.length + 1} />
    </p>
  )
}

/** The list of those that belong together, and a press that rejects all of them that wait, to be taken back as one. */
function Together({ reviews, n, filter }: { reviews: Reviews; n: number; filter: Readonly<Record<string, unknown>> }) {
  const { mayWrite } = usePage()
  const list = useRecordPaths()(reviews.name, 'list')
  if (list === null) return null
  const query = new URLSearchParams({ filter: JSON.stringify({ status: ['pending'], ...filter }) })
  return (
    <p className={classes['together']}>
      <a href={`${list}?${query.toString()}`}>{t('Show those still waiting of these {n}', { n: formatNumber(n) })}</a>
      {mayWrite && <RejectMany reviews={reviews} target={{ filter }} />}
    </p>
  )
}

function Score({ found }: { found: ReviewForensics }) {
  const { score, reasons } = found
  return (
    <>
      <p className={classes['score']} data-tone={riskTone(score)}>
        <strong>{formatNumber(score)}</strong> {t('of 100')}
      </p>
      {reasons.length === 0 ? (
        <p>{t('No warning signs: text, day and network are unique.')}</p>
      ) : (
        <ul className={classes['reasons']} aria-label={t('How the score is calculated')}>
          {reasons.map(({ code, points }) => (
            <li key={code}>
              <span className={classes['points']}>
                {points > 0 ? `+${formatNumber(points)}` : formatNumber(points)}
              </span>
              <span>{riskSentence(code, found)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Days({ found: { days, day, onDay, usual } }: { found: ReviewForensics }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const words = t('{n, plural, one {# review} other {# reviews}} on {day}, {usual} a day before', {
    n: onDay,
    day: formatDate(day),
    usual: formatNumber(usual, 2),
  })
  return (
    <>
      <h3>{t('Reviews of it by day')}</h3>
      <div className={classes['days']} role="img" aria-label={words}>
        {days.map((one) => (
          <span
            key={one.day}
            data-own={one.day === day || undefined}
            title={`${formatDate(one.day)}: ${formatNumber(one.count)}`}
            style={{ blockSize: `${Math.max(4, (one.count / most) * 100)}%` }}
          />
        ))}
      </div>
      <p>{words}</p>
    </>
  )
}

function Neighbours({
  title,
  rows,
  isText = false,
}: {
  title: string
  rows: readonly ReviewNeighbour[]
  isText?: boolean
}) {
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes['neighbours']}>
        {rows.map(({ resource, id, headline, authorName, rating, submittedAt, subject, similarity }) => (
          <li key={`${resource} ${id}`}>
            <RecordLink to={resource} id={id}>
              {headline}
            </RecordLink>
            <small>
              <Stars count={rating} />{' '}
              {t('{author} on {subject}, {day}', {
                author: authorName,
                subject,
                day: formatDayOf(submittedAt),
              })}
              {isText && (
                <>
                  {' '}
                  ·{' '}
                  <strong>
                    {similarity === 1 ? t('the same text') : t('{share} alike', { share: likeness(similarity) })}
                  </strong>
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}
