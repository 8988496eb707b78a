import classes from './admin-users.module.css'
import { t } from '../../kit/language.ts'

/** Keeps the place of a short list while it is on the way. */
export function PanelSkeleton() {
  return (
    <div className={classes['skeleton']} role="status" aria-label={t('Loading')}>
      <div />
      <div />
    </div>
  )
}
