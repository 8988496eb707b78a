import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { formatDate, formatDayOf, formatNumber, nameOf } from '../../core/i18n/formats.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import type { Shortcut } from '../../ui/shortcuts.web.ts'
import { useShortcut } from '../../ui/shortcuts.web.ts'
import { EvidencePanel } from './evidence-panel.tsx'
import { ForensicsPanel } from './forensics-panel.tsx'
import { reviewFields } from './review-fields.ts'
import { QueueEnd } from './queue-end.tsx'
import type { QueueOrder, ReviewQueue } from './review-queue.web.ts'
import { useReviewQueue } from './review-queue.web.ts'
import { isAuthorNotified, reviewOf, subjectOf } from './review-record.ts'
import { ReviewText } from './review-text.tsx'
import type { Reviews } from './reviews.ts'
import { aliasReviews, lineupReviews, productReviews } from './reviews.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }))

const keys = {
  next: { keys: 'j', does: msg('Next review'), group: 'Lists' },
  previous: { keys: 'k', does: msg('Previous review'), group: 'Lists' },
  approve: { keys: 'a', does: msg('Approve the review'), group: 'Lists' },
  reject: { keys: 'r', does: msg('Reject the review, with a reason'), group: 'Lists' },
  flag: { keys: 'f', does: msg('Flag the review, or lift its flag'), group: 'Lists' },
  undo: { keys: 'u', does: msg('Undo the last decision'), group: 'Lists' },
} as const satisfies Readonly<Record<string, Shortcut>>

function screenOf(reviews: Reviews) {
  return function ReviewQueueScreen() {
    const [{ show, order }] = useRouteQuery()
    const isFlagged = show === 'flagged'
    const wanted: QueueOrder = order === 'risk' ? 'risk' : 'oldest'
    return <Queue key={`${isFlagged} ${wanted}`} reviews={reviews} isFlagged={isFlagged} order={wanted} />
  }
}

interface QueueProps {
  readonly reviews: Reviews
  readonly isFlagged: boolean
  readonly order: QueueOrder
}

function Queue({ reviews, isFlagged, order }: QueueProps) {
  const { mayWrite } = usePage()
  const queue = useReviewQueue(reviews, isFlagged, order)
  // The queue can move on behind the dialog: the reason is for the review that it was opened for, which stays on the page.
  const [rejecting, setRejecting] = useState<AnyRecord | null>(null)
  const { left, canUndo } = queue
  const current = rejecting ?? queue.current
  const hasOne = current !== null
  const mayDecide = mayWrite && hasOne
  const approve = () => queue.decide(queue.seen(), 'approve')
  const flag = () => queue.decide(queue.seen(), isFlagged ? 'unflag' : 'flag')
  const reject = () => setRejecting(queue.seen())
  useShortcut(keys.next, () => queue.go(1), hasOne)
  useShortcut(keys.previous, () => queue.go(-1), hasOne)
  useShortcut(keys.approve, approve, mayDecide && !isFlagged)
  useShortcut(keys.reject, reject, mayDecide)
  useShortcut(keys.flag, flag, mayDecide)
  useShortcut(keys.undo, queue.undo, mayWrite && canUndo)

  return (
    <PageFrame
      subtitle={
        <span role="status">
          {left === null
            ? !queue.error && t('Counting…')
            : t('{n, plural, =0 {Nothing left} one {# left} other {# left}}', { n: left })}
        </span>
      }
      actions={<Views isFlagged={isFlagged} order={order} />}
    >
      {hasOne ? (
        <div className={classes['desk']}>
          <Current reviews={reviews} record={current} />
          <div className={classes['sidePanels']} key={current.id}>
            <EvidencePanel
              reviews={reviews}
              review={reviewOf(current)}
              subject={subjectOf(current, reviews.subjectKey)?.title ?? ''}
            />
            <ForensicsPanel reviews={reviews} review={reviewOf(current)} />
          </div>
        </div>
      ) : queue.isLoading ? (
        <div className={classes['desk']} aria-busy="true" />
      ) : (
        <QueueEnd isFlagged={isFlagged} {...queue} />
      )}
      <Commands
        queue={queue}
        isFlagged={isFlagged}
        mayWrite={mayWrite}
        onApprove={approve}
        onFlag={flag}
        onReject={reject}
      />
      {rejecting !== null && (
        <Suspense>
          <RejectDialog
            isNotified={isAuthorNotified(reviewOf(rejecting))}
            onClose={() => setRejecting(null)}
            onChoose={(reason) => {
              setRejecting(null)
              queue.decide(rejecting, 'reject', reason)
            }}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

function Views({ isFlagged, order }: { isFlagged: boolean; order: QueueOrder }) {
  const [, setQuery] = useRouteQuery()
  return (
    <>
      <span className={classes['views']} role="group" aria-label={t('Which')}>
        <Button
          variant={isFlagged ? 'default' : 'outline'}
          aria-pressed={!isFlagged}
          onClick={() => setQuery({ show: null })}
        >
          {t('To decide')}
        </Button>
        <Button
          variant={isFlagged ? 'outline' : 'default'}
          aria-pressed={isFlagged}
          onClick={() => setQuery({ show: 'flagged' })}
        >
          {t('Flagged')}
        </Button>
      </span>
      <span className={classes['views']} role="group" aria-label={t('Order')}>
        <Button
          variant={order === 'oldest' ? 'outline' : 'default'}
          aria-pressed={order === 'oldest'}
          onClick={() => setQuery({ order: null })}
        >
          {t('Oldest first')}
        </Button>
        <Button
          variant={order === 'risk' ? 'outline' : 'default'}
          aria-pressed={order === 'risk'}
          onClick={() => setQuery({ order: 'risk' })}
        >
          {t('Riskiest first')}
        </Button>
      </span>
    </>
  )
}

/** The review itself, in letters large enough to read hundreds of them. */
function Current({ reviews, record }: { reviews: Reviews; record: AnyRecord }) {
  const review = reviewOf(record)
  const paths = useRecordPaths()
  const head = useRef<HTMLHeadingElement>(null)
  // The next one is read out, and the page is at its beginning.
  useEffect(() => {
    head.current?.focus({ preventScroll: true })
    head.current?.closest('main')?.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
  }, [review.id])
  const subject = subjectOf(record, reviews.subjectKey)
  const href = paths(reviews.name, 'update', review.id)
  return (
    <article className={classes['current']} aria-labelledby="current-review">
      <p className={classes['meta']}>
        <Stars count={review.rating} />
        <Chip tone={reviewFields.source.tones[review.source]}>{choiceLabelOf(reviewFields.source, review.source)}</Chip>
        <span>{nameOf('language', review.language)}</span>
        {review.isMachineTranslated && <Chip>{t('Machine-translated')}</Chip>}
        {review.isFlagged && <Chip tone="warn">{t('Flagged')}</Chip>}
      </p>
      <h2 id="current-review" ref={head} tabIndex={-1}>
        <ReviewText
          text={review.title ?? t('Review of {subject}', { subject: subject?.title ?? '' })}
          lang={review.language}
        />
      </h2>
      <p className={classes['words']}>
        <ReviewText text={review.body} lang={review.language} />
      </p>
      <dl className={classes['facts']}>
        <div>
          <dt>{t(reviews.subjectLabel)}</dt>
          <dd>{subject?.title}</dd>
        </div>
        <div>
          <dt>{t('Author')}</dt>
          <dd>
            {review.authorCountry
              ? t('{name}, {country}', { name: review.authorName, country: review.authorCountry.title })
              : review.authorName}
          </dd>
        </div>
        <div>
          <dt>{t('Written')}</dt>
          <dd>{formatDayOf(review.submittedAt)}</dd>
        </div>
        {review.travelDate !== null && (
          <div>
            <dt>{t('Travel date')}</dt>
            <dd>{formatDate(review.travelDate)}</dd>
          </div>
        )}
        {review.originalScale !== 5 && (
          <div>
            <dt>{t('Original rating')}</dt>
            <dd>
              {t('{given} of {best}', {
                given: formatNumber(review.originalRating, 1),
                best: formatNumber(review.originalScale),
              })}
            </dd>
          </div>
        )}
      </dl>
      {href !== null && (
        <p>
          <a href={href}>{t('Redact or reply')}</a>
        </p>
      )}
    </article>
  )
}

interface CommandsProps {
  readonly queue: ReviewQueue
  readonly isFlagged: boolean
  readonly mayWrite: boolean
  readonly onApprove: () => void
  readonly onFlag: () => void
  readonly onReject: () => void
}

/** Within reach of a thumb on a phone; elsewhere each button shows its key. */
function Commands({ queue, isFlagged, mayWrite, onApprove, onFlag, onReject }: CommandsProps) {
  const none = queue.current === null
  return (
    <div className={classes['commands']} role="toolbar" aria-label={t('Decide')}>
      <Button variant="default" disabled={none} aria-keyshortcuts="k" onClick={() => queue.go(-1)}>
        {t('Previous')} <Key name="k" />
      </Button>
      <Button variant="default" disabled={none} aria-keyshortcuts="j" onClick={() => queue.go(1)}>
        {t('Next')} <Key name="j" />
      </Button>
      {mayWrite && (
        <>
          <Button variant="default" disabled={!queue.canUndo} aria-keyshortcuts="u" onClick={queue.undo}>
            {t('Undo')} <Key name="u" />
          </Button>
          <Button variant="default" disabled={none} aria-keyshortcuts="f" onClick={onFlag}>
            {isFlagged ? t('Lift the flag') : t('Flag')} <Key name="f" />
          </Button>
          <Button variant="default" disabled={none} aria-keyshortcuts="r" onClick={onReject}>
            {t('Reject')} <Key name="r" />
          </Button>
          <Button disabled={none || isFlagged} aria-keyshortcuts="a" onClick={onApprove}>
            {t('Approve')} <Key name="a" />
          </Button>
        </>
      )}
    </div>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd className={classes['key']} aria-hidden="true">
      {name}
    </kbd>
  )
}

export const ProductReviewQueueScreen = screenOf(productReviews)
export const AliasReviewQueueScreen = screenOf(aliasReviews)
export const LineupReviewQueueScreen = screenOf(lineupReviews)
