import { t } from '../../core/i18n/language.ts'
import classes from './reviews.module.css'

/** Stars as a picture, with a text alternative. */
export function Stars({ count }: { count: number }) {
  return (
    <span
      className={classes['stars']}
      role="img"
      aria-label={t('{n, plural, one {# star} other {# stars}} of 5', { n: count })}
    >
      <span aria-hidden="true">
        {'★'.repeat(count)}
        <span className={classes['faint']}>{'★'.repeat(5 - count)}</span>
      </span>
    </span>
  )
}
