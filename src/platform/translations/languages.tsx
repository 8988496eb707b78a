import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { registerDraft, takeDraft } from '../../core/browser/drafts.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useLeaveGuard, useRouteQuery } from '../../ui/navigation.tsx'
import { useLanguages } from './texts.web.ts'
import { TranslationEditor } from './translation-editor.tsx'
import classes from './translations.module.css'
import type { TypedTexts } from './typed-texts.ts'
import { typedFrom } from './typed-texts.ts'
import { languageName } from './store/language-names.ts'

const PseudoTexts = lazy(async () => ({ default: (await import('./pseudo-texts.tsx')).PseudoTexts }))
/** The private tag that CLDR keeps for accented pseudo-texts. */
const pseudoLocale = 'en-XA'

/** What in an address names the record whose texts are open: its own page, and the queue of texts. */
const recordsNamed = ['id', 'edit'] as const

/** In which languages a record has its texts, and, when one is chosen, those texts in place of the form. */
export function Languages({ of: resource, record, isDirty, onNext }: RecordPartProps) {
  const { data } = useLanguages(resource, record)
  const [{ locale = null }, setQuery] = useRouteQuery()
  const [typed, setTyped] = useTyped(`${resource.name}/${record.id}/texts`)
  // Most records with texts have them in several languages: their place is kept until they come.
  if (!data) return <div className={classes['waiting']} />
  if (data.locales.length === 0) return null
  const chosen = data.locales.find(({ code }) => code === locale)
  return (
    <>
      <div className={classes['bar']} role="group" aria-label={t('Language of the texts')}>
        <button type="button" aria-pressed={!chosen} onClick={() => setQuery({ locale: null })}>
          <span>{languageName(data.sourceLocale, data.sourceName)}</span> <small>{t('source')}</small>
        </button>
        {data.locales.map(({ code, name, isOnSite, translated, total, unapproved, outdated }) => (
          <button key={code} type="button" aria-pressed={code === locale} onClick={() => setQuery({ locale: code })}>
            <span>{languageName(code, name)}</span>{' '}
            <small>{total === 0 ? t('no texts yet') : t('{translated} of {total}', { translated, total })}</small>
            {unapproved > 0 && <small data-tone="warn">{t('{n} not approved', { n: unapproved })}</small>}
            {!isOnSite && <small>{t('in preparation')}</small>}
            {Object.keys(typed[code] ?? {}).length > 0 && <small data-tone="warn">{t('not saved')}</small>}
            {outdated > 0 && (
              <small data-tone="warn">{t('{n, plural, one {# outdated} other {# outdated}}', { n: outdated })}</small>
            )}
          </button>
        ))}
        <button type="button" aria-pressed={locale === pseudoLocale} onClick={() => setQuery({ locale: pseudoLocale })}>
          {t('Pseudo-language')}
        </button>
      </div>
      {locale === pseudoLocale && (
        <Suspense>
          <PseudoTexts of={resource} record={record} />
        </Suspense>
      )}
      {chosen && (
        <TranslationEditor
          key={chosen.code}
          of={resource}
          record={record}
          locale={chosen.code}
          isDirty={isDirty}
          onNext={onNext}
          typed={typed[chosen.code] ?? {}}
          onTyped={(change) => setTyped((before) => ({ ...before, [chosen.code]: change(before[chosen.code] ?? {}) }))}
        />
      )}
    </>
  )
}

type ByLanguage = Readonly<Record<string, TypedTexts>>

/** What was typed in each language and is not saved. It outlives a look at another language, newer versions of the record, and a forced sign-in. */
function useTyped(name: string) {
  const [typed, setTyped] = useState<ByLanguage>(() => typedFrom(takeDraft(name)))
  const isTyped = Object.values(typed).some((texts) => Object.keys(texts).length > 0)
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  useEffect(
    () =>
      registerDraft({
        key: name,
        read: () =>
          Object.values(latest.current).some((texts) => Object.keys(texts).length > 0) ? latest.current : undefined,
      }),
    [name],
  )
  useLeaveGuard(isTyped, recordsNamed)
  return [typed, setTyped] as const
}
