import { formatDate, formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { useAnswer, useRows } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useMay } from '../../kit/session.web.ts'
import { callsOf } from './review-calls.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'
import classes from './reviews.module.css'
import { StarSpread } from './star-spread.tsx'
import { Stars } from './stars.tsx'

/** Reviews that are shown; the others are a click away. */
const shown = 3
const newest = [{ field: 'submittedAt', descending: true }] as const

/** How a product, an alias or a lineup is rated, what was said of it last, and what waits to be decided. */
export function SubjectReviewsPanel({ subjects, id }: { subjects: string; id: number }) {
  const may = useMay()
  const reviews = allReviews.find((kind) => kind.subjects === subjects)
  return reviews && may('ui', reviews.object) ? <Panel reviews={reviews} id={id} /> : null
}

function Panel({ reviews, id }: { reviews: Reviews; id: number }) {
  const { resource, subjectKey, name } = reviews
  const paths = useRecordPaths()
  const { data: rated } = useAnswer(callsOf(reviews).totals, { query: { [subjectKey]: String(id) } })
  const { data: last } = useRows(resource, { filter: { [subjectKey]: id, status: 'approved' }, sort: newest, range: [0, shown - 1] })
  const { data: waiting } = useRows(resource, { filter: { [subjectKey]: id, status: 'pending' }, sort: newest, range: [0, 0], fields: ['id'] })
  const totals = rated?.totals[0]
  const pending = waiting?.total ?? 0
  const list = paths(name, 'list')
  const addressOf = (base: string, filter: object) => `${base}?filter=${encodeURIComponent(JSON.stringify(filter))}`
  return (
    <section className={classes['panel']} aria-label={t('Reviews')} aria-busy={!totals || !last || !waiting}>
      <h2>{t('Reviews')}</h2>
      {totals && (totals.count === 0 || totals.average === null ? <p>{t('No approved review yet.')}</p> : (
        <>
          <p className={classes['rated']}>
            <strong>{formatNumber(totals.average, 2)}</strong> {t('of 5 from {n, plural, one {# approved review} other {# approved reviews}}', { n: totals.count })}
          </p>
          <StarSpread stars={totals.stars} />
        </>
      ))}
      {last && last.rows.length > 0 && (
        <ul className={classes['neighbours']} aria-label={t('Newest approved reviews')}>
          {last.rows.map((review) => (
            <li key={review.id}>
              <a href={paths(name, 'update', review.id) ?? undefined}>{String(review['headline'])}</a>
              <small><Stars count={Number(review['rating'])} /> {t('{author}, {day}', { author: String(review['authorName']), day: formatDate(String(review['submittedAt']).slice(0, 10)) })}</small>
            </li>
          ))}
        </ul>
      )}
      {list !== null && waiting && (
        <p className={classes['links']}>
          {pending > 0
            ? <a href={addressOf(list, { [subjectKey]: [id], status: ['pending'] })}>{t('{n, plural, one {# review waits} other {# reviews wait}} for a decision', { n: pending })}</a>
            : <span>{t('None waits for a decision.')}</span>}
          {' '}<a href={addressOf(list, { [subjectKey]: [id] })}>{t('All its reviews')}</a>
        </p>
      )}
    </section>
  )
}
