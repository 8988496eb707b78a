import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import classes from './languages.module.css'
import { dateStyles, numberStyles } from './locales.ts'
import { writtenDate, writtenNumber } from './written-styles.ts'

/** How the website writes in the language, as it is stored. */
export function FormatPreview({ locale }: { locale: AnyRecord }) {
  const numbers = numberStyles.find((style) => style === locale['numberStyle']) ?? 'comma_point'
  const dates = dateStyles.find((style) => style === locale['dateStyle']) ?? 'day_month_year'
  return (
    <section className={classes['panel']} aria-label={t('Preview formats')}>
      <h2>{t('Preview formats')}</h2>
      <dl className={classes['facts']}>
        <div>
          <dt>{t('A number')}</dt>
          <dd>{writtenNumber(1_234_567, numbers)}</dd>
        </div>
        <div>
          <dt>{t('A price')}</dt>
          <dd>{[writtenNumber(1_249.5, numbers, 2), 'EUR'].join(' ')}</dd>
        </div>
        <div>
          <dt>{t('A date')}</dt>
          <dd>{writtenDate('2026-12-31', dates)}</dd>
        </div>
        <div>
          <dt>{t('An address')}</dt>
          <dd>
            <code>{[locale['pathPrefix'], 'terms'].join('')}</code>
          </dd>
        </div>
      </dl>
    </section>
  )
}
