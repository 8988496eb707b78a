import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { localeInputs } from './locale-inputs.tsx'
import { locales } from './locales.ts'

const LocaleProgress = lazy(async () => ({ default: (await import('./locale-progress.tsx')).LocaleProgress }))
const SiteButton = lazy(async () => ({ default: (await import('./site-button.tsx')).SiteButton }))
const FormatPreview = lazy(async () => ({ default: (await import('./format-preview.tsx')).FormatPreview }))

/** Fields that a copy of a language does not keep: those that identify it and its place on the site. */
const resetOnCopy = ['siteUrl', 'hreflang', 'isEnabledInConsole', 'isRequiredToPublish'] as const

/** The tag never changes: texts, redirects and addresses name it. */
const isFieldLocked = (_locale: AnyRecord, key: string) => key === 'code'

export function LocaleFormScreen() {
  const may = useMay()
  return (
    <FormScreen
      of={locales}
      resetOnCopy={resetOnCopy}
      inputs={localeInputs}
      isFieldLocked={isFieldLocked}
      aside={(record: AnyRecord) => (
        <Suspense>
          <LocaleProgress locale={record} />
          <FormatPreview locale={record} />
        </Suspense>
      )}
      {...(may('write', 'translations') && {
        actions: (record: AnyRecord) =>
          record['isDefault'] !== true && (
            <Suspense>
              <SiteButton locale={record} />
            </Suspense>
          ),
      })}
    />
  )
}
