import { lazy, Suspense } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import classes from './static-pages.module.css'
import { staticPages } from './static-pages.ts'

const BodyPreview = lazy(async () => ({ default: (await import('./body-preview.tsx')).BodyPreview }))
const PageLinksPanel = lazy(async () => ({ default: (await import('./page-links-panel.tsx')).PageLinksPanel }))
const VersionsPanel = lazy(async () => ({ default: (await import('./versions-panel.tsx')).VersionsPanel }))

/** The editor with what readers will see beside it. */
function BodyInput({ field, ...props }: InputProps & { field: AnyField }) {
  return (
    <div className={classes['pairBox']}>
      <div className={classes['pair']}>
        <div>{inputOf(field, props)}</div>
        <Suspense>
          <BodyPreview
            title={String(props.draft['title'] ?? '')}
            html={typeof props.value === 'string' ? props.value : ''}
          />
        </Suspense>
      </div>
    </div>
  )
}

const inputs = { body: BodyInput }
const isRequired = (record: AnyRecord) => record['isRequired'] === true
const isOptional = (record: AnyRecord) => !isRequired(record)

export function StaticPageFormScreen() {
  return (
    <FormScreen
      of={staticPages}
      inputs={inputs}
      isDeletable={isOptional}
      aside={(record) => (
        <>
          {isRequired(record) && <Kept />}
          <Suspense>
            <PageLinksPanel page={record} />
          </Suspense>
        </>
      )}
      below={(record: AnyRecord) =>
        record['template'] === 'legal' && (
          <Suspense>
            <VersionsPanel page={record} />
          </Suspense>
        )
      }
    />
  )
}

function Kept() {
  return (
    <section className={classes['panel']} aria-label={t('Required page')}>
      <h2>{t('Required page')}</h2>
      <p>
        {t(
          'It’s legally required and every page of the site links to it, so it can’t be deleted or unpublished. Edit its text instead.',
        )}
      </p>
    </section>
  )
}
