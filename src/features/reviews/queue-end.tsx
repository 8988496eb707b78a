import { t } from '../../core/i18n/language.ts'
import { Failure } from '../../ui/resource/states.tsx'
import type { ReviewQueue } from './review-queue.web.ts'
import classes from './reviews.module.css'

/** In place of a review: all of them are decided, or reading them failed. */
export function QueueEnd({ isFlagged, error, retry }: Pick<ReviewQueue, 'error' | 'retry'> & { isFlagged: boolean }) {
  if (error) return <Failure error={error} onRetry={retry} what={t('Reviews')} />
  return (
    <div className={classes['done']}>
      <p>
        <strong>{isFlagged ? t('No review is flagged.') : t('Every review has its decision.')}</strong>
      </p>
      <p>{t('New ones appear here automatically.')}</p>
    </div>
  )
}
