import classes from './page-skeleton.module.css'
import { t } from '../core/i18n/language.ts'

/** The placeholder for a page while its code loads; it has the height of a list, so that nothing jumps. */
export function PageSkeleton() {
  return (
    <main id="main" tabIndex={-1} className={classes['page']} aria-busy="true" aria-label={t('Loading')}>
      <div className={classes['title']} />
      <div className={classes['bar']} />
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className={classes['row']} />
      ))}
    </main>
  )
}
