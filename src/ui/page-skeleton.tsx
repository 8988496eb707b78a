import classes from './page-skeleton.module.css'
import { t } from '../kit/language.ts'

/** What stands in for a page while its code is on the way; it has the height of a list, so that nothing jumps. */
export function PageSkeleton() {
  return (
    <main id="main" className={classes['page']} aria-busy="true" aria-label={t('Loading')}>
      <div className={classes['title']} />
      <div className={classes['bar']} />
      {Array.from({ length: 12 }, (_, row) => <div key={row} className={classes['row']} />)}
    </main>
  )
}
