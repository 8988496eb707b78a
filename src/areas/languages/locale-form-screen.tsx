import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useMay } from '../../kit/session.web.ts'
import { localeInputs } from './locale-inputs.tsx'
import { locales } from './locales.ts'

const LocaleProgress = lazy(async () => ({ default: (await import('./locale-progress.tsx')).LocaleProgress }))
const SiteButton = lazy(async () => ({ default: (await import('./site-button.tsx')).SiteButton }))
const FormatPreview = lazy(async () => ({ default: (await import('./format-preview.tsx')).FormatPreview }))

/** What a copy of a language does not take over: which one it is, and where it is. */
const anew = ['siteUrl', 'hreflang', 'isEnabledInConsole', 'isRequiredToPublish'] as const

/** The tag never changes: texts, redirects and addresses name it. */
const isSettled = (_locale: AnyRecord, key: string) => key === 'code'

export function LocaleFormScreen() {
  const may = useMay()
  return (
    <FormScreen
      of={locales} anew={anew} inputs={localeInputs} isSettled={isSettled}
      aside={(record: AnyRecord) => <Suspense><LocaleProgress locale={record} /><FormatPreview locale={record} /></Suspense>}
      {...(may('write', 'translations') && { actions: (record: AnyRecord) => record['isDefault'] !== true && <Suspense><SiteButton locale={record} /></Suspense> })}
    />
  )
}
