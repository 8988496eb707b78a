import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { CodePreview } from './code-preview.ts'
import classes from './imports.module.css'

/** A product as a visitor of the website would meet it in a list. Pictures of suppliers are not fetched from here. */
export function StorefrontCard({ draft }: { draft: NonNullable<CodePreview['draft']> }) {
  const { title, description, rating, reviewCount, retail, currency, destination, cancellationPolicy, options } = draft
  const minutes = options[0]?.durationMinutes ?? null
  const place = destination?.name ?? destination?.key ?? null
  return (
    <section className={classes['preview']} aria-label={t('Storefront preview')}>
      <h2>{t('Storefront preview')}</h2>
      <article className={classes['storefront']}>
        {draft.picture === null ? (
          <div className={classes['picture']} aria-hidden>
            {title.slice(0, 1)}
          </div>
        ) : (
          <img className={classes['picture']} src={draft.picture} alt="" />
        )}
        <div className={classes['words']}>
          {place !== null && <p className={classes['quiet']}>{place}</p>}
          <h3>{title}</h3>
          <p className={classes['quiet']}>
            {[
              ...(rating === null ? [] : [t('{rating} of 5 ({n} reviews)', { rating, n: reviewCount })]),
              ...(minutes === null ? [] : [durationWords(minutes)]),
              ...(cancellationPolicy === 'ALL_SALES_FINAL' ? [t('Non-refundable')] : [t('Free cancellation')]),
            ].join(' · ')}
          </p>
          {description !== null && <p className={classes['excerpt']}>{description.slice(0, 180)}</p>}
          <p className={classes['price']}>
            {retail === null ? t('No price') : t('From {price}', { price: formatMoney(retail, currency) })}
          </p>
        </div>
      </article>
    </section>
  )
}

function durationWords(minutes: number): string {
  if (minutes < 60) return t('{n} min', { n: minutes })
  const hours = Math.round(minutes / 30) / 2
  return hours < 48 ? t('{n} h', { n: hours }) : t('{n} days', { n: Math.round(hours / 24) })
}
