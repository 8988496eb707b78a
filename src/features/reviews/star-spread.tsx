import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

/** How many gave how many stars, the best first. `stars` counts those of one star first. */
export function StarSpread({ stars }: { stars: readonly number[] }) {
  const most = Math.max(1, ...stars)
  return (
    <ul className={classes['spread']} aria-label={t('Rating distribution')}>
      {[5, 4, 3, 2, 1].map((star) => (
        <li key={star}>
          <Stars count={star} />
          <span className={classes['bar']} aria-hidden="true">
            <span style={{ inlineSize: `${((stars[star - 1] ?? 0) / most) * 100}%` }} />
          </span>
          <span className={classes['number']}>{formatNumber(stars[star - 1] ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}
