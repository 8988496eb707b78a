import { lazy, Suspense } from 'react'
import { t } from '../../kit/language.ts'
import type { RecordPartProps } from '../../kit/screens/screen-parts.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { useLanguages } from './texts.web.ts'
import { TranslationEditor } from './translation-editor.tsx'
import classes from './translations.module.css'

const PseudoTexts = lazy(async () => ({ default: (await import('./pseudo-texts.tsx')).PseudoTexts }))
/** The private tag that CLDR keeps for accented pseudo-texts. */
const pseudoLocale = 'en-XA'

/** In which languages a record has its texts, and, when one is chosen, those texts in place of the form. */
export function Languages({ of: resource, record, isDirty }: RecordPartProps) {
  const { data } = useLanguages(resource, record)
  const [{ locale = null }, setQuery] = useRouteQuery()
  if (!data || data.locales.length === 0) return null
  const chosen = data.locales.find(({ code }) => code === locale)
  return (
    <>
      <div className={classes['bar']} role="group" aria-label={t('Language of the texts')}>
        <button type="button" aria-pressed={!chosen} onClick={() => setQuery({ locale: null })}>{t(data.sourceName)} <small>{t('source')}</small></button>
        {data.locales.map(({ code, name, translated, total, outdated }) => (
          <button key={code} type="button" aria-pressed={code === locale} onClick={() => setQuery({ locale: code })}>
            {t(name)} <small>{total === 0 ? t('no texts yet') : t('{translated} of {total}', { translated, total })}</small>
            {outdated > 0 && <small data-tone="warn">{t('{n, plural, one {# outdated} other {# outdated}}', { n: outdated })}</small>}
          </button>
        ))}
        <button type="button" aria-pressed={locale === pseudoLocale} onClick={() => setQuery({ locale: pseudoLocale })}>{t('Pseudo-language')}</button>
      </div>
      {locale === pseudoLocale && <Suspense><PseudoTexts of={resource} record={record} /></Suspense>}
      {chosen && <TranslationEditor key={`${chosen.code} ${record.version}`} of={resource} record={record} locale={chosen.code} isDirty={isDirty} />}
    </>
  )
}
