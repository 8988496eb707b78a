import { formatDayOf, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer, useRows } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { callsOf } from './review.endpoints.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'
import classes from './reviews.module.css'
import { StarSpread } from './star-spread.tsx'
import { Stars } from './stars.tsx'

/** Reviews that are shown; the others are a click away. */
const shown = 3
const newest = [{ field: 'submittedAt', descending: true }] as const

/** The rating of a product, an alias or a lineup, its latest reviews, and the pending ones. */
export function SubjectReviewsPanel({ of, record: { id } }: RecordPartProps) {
  const may = useMay()
  const reviews = allReviews.find((kind) => kind.subjects === of.name)
  return reviews && may('ui', reviews.object) ? <Panel reviews={reviews} id={id} /> : null
}

function Panel({ reviews, id }: { reviews: Reviews; id: number }) {
  const { resource, subjectKey, name } = reviews
  const paths = useRecordPaths()
  const rated = useAnswer(callsOf(reviews).totals, { query: { [subjectKey]: String(id) } })
  const last = useRows(resource, {
    filter: { [subjectKey]: id, status: 'approved' },
    sort: newest,
    range: [0, shown - 1],
  })
  const waiting = useRows(resource, {
    filter: { [subjectKey]: id, status: 'pending' },
    sort: newest,
    range: [0, 0],
    fields: ['id'],
  })
  const answer = {
    data: rated.data &&
      last.data &&
      waiting.data && { totals: rated.data.totals[0], newest: last.data.rows, pending: waiting.data.total ?? 0 },
    error: rated.error ?? last.error ?? waiting.error,
    refetch: async () =>
      await Promise.all([rated, last, waiting].filter(({ error }) => error).map(async (one) => await one.refetch())),
  }
  const list = paths(name, 'list')
  const addressOf = (base: string, filter: object) => `${base}?filter=${encodeURIComponent(JSON.stringify(filter))}`
  return (
    <AnswerPanel title={t('Reviews')} answer={answer} className={classes['panel']}>
      {({ totals, newest: shownReviews, pending }) => (
        <>
          {!totals || totals.count === 0 || totals.average === null ? (
            <p>{t('No approved review yet.')}</p>
          ) : (
            <>
              <p className={classes['rated']}>
                <strong>{formatNumber(totals.average, 2)}</strong>{' '}
                {t('of 5 from {n, plural, one {# approved review} other {# approved reviews}}', { n: totals.count })}
              </p>
              <StarSpread stars={totals.stars} />
            </>
          )}
          {shownReviews.length > 0 && (
            <ul className={classes['neighbours']} aria-label={t('Newest approved reviews')}>
              {shownReviews.map((review) => (
                <li key={review.id}>
                  <a href={paths(name, 'update', review.id) ?? undefined}>{String(review['headline'])}</a>
                  <small>
                    <Stars count={Number(review['rating'])} />{' '}
                    {t('{author}, {day}', {
                      author: String(review['authorName']),
                      day: formatDayOf(String(review['submittedAt'])),
                    })}
                  </small>
                </li>
              ))}
            </ul>
          )}
          {list !== null && (
            <p className={classes['links']}>
              {pending > 0 ? (
                <a href={addressOf(list, { [subjectKey]: [id], status: ['pending'] })}>
                  {t('{n, plural, one {# review} other {# reviews}} to decide', { n: pending })}
                </a>
              ) : (
                <span>{t('None to decide.')}</span>
              )}{' '}
              <a href={addressOf(list, { [subjectKey]: [id] })}>{t('All its reviews')}</a>
            </p>
          )}
        </>
      )}
    </AnswerPanel>
  )
}
