import { lazy, Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { categories } from './categories.ts'
import { ReassignButton } from '../../platform/references/reassign-button.tsx'
import { reassignSubcategories } from './section.endpoints.ts'
import { subcategories } from './subcategories.ts'

const CategoryPanels = lazy(async () => ({ default: (await import('./section-panels.tsx')).CategoryPanels }))
const SubcategoryPanels = lazy(async () => ({ default: (await import('./section-panels.tsx')).SubcategoryPanels }))

/** The date of a review does not apply to a copy. */
const resetOnCopy = ['reviewedOn'] as const

export function CategoryFormScreen() {
  const may = useMay()
  return (
    <FormScreen
      of={categories}
      resetOnCopy={resetOnCopy}
      below={({ id }) => (
        <Suspense>
          <CategoryPanels id={id} />
        </Suspense>
      )}
      {...(may('write', 'categories') &&
        may('write', 'subcategories') && {
          actions: (record: AnyRecord) =>
            Number(record['subcategoryCount']) > 0 && (
              <ReassignButton
                record={record}
                of={categories}
                command={reassignSubcategories}
                label={t('Move subcategories…')}
                said={(count) =>
                  t('{n, plural, one {# subcategory moved} other {# subcategories moved}}', { n: count })
                }
              />
            ),
        })}
    />
  )
}

export function SubcategoryFormScreen() {
  return (
    <FormScreen
      of={subcategories}
      resetOnCopy={resetOnCopy}
      below={({ id }) => (
        <Suspense>
          <SubcategoryPanels id={id} />
        </Suspense>
      )}
    />
  )
}
