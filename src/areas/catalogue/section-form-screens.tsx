import { lazy, Suspense } from 'react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useMay } from '../../kit/session.web.ts'
import { AuthorPagesPanel } from './author-pages-panel.tsx'
import { authors } from './authors.ts'
import { categories } from './categories.ts'
import { ReassignButton } from './reassign-button.tsx'
import { reassignBylines, reassignProducts, reassignSubcategories } from './section-calls.ts'
import { subcategories } from './subcategories.ts'

const CategoryPanels = lazy(async () => ({ default: (await import('./section-panels.tsx')).CategoryPanels }))
const SubcategoryPanels = lazy(async () => ({ default: (await import('./section-panels.tsx')).SubcategoryPanels }))

/** That a text was reviewed is not true of its copy. */
const anew = ['reviewedOn'] as const

export function CategoryFormScreen() {
  const may = useMay()
  return (
    <FormScreen of={categories} anew={anew} below={({ id }) => <Suspense><CategoryPanels id={id} /></Suspense>} {...(may('write', 'categories') && may('write', 'subcategories') && {
      actions: (record: AnyRecord) => Number(record['subcategoryCount']) > 0 && (
        <ReassignButton record={record} of={categories} command={reassignSubcategories} label={t('Move subcategories…')} said={(count) => t('{n, plural, one {# subcategory moved} other {# subcategories moved}}', { n: count })} />
      ),
    })} />
  )
}

export function SubcategoryFormScreen() {
  const may = useMay()
  return (
    <FormScreen of={subcategories} anew={anew} below={({ id }) => <Suspense><SubcategoryPanels id={id} /></Suspense>} {...(may('write', 'subcategories') && may('write', 'products') && {
      actions: (record: AnyRecord) => (
        <ReassignButton record={record} of={subcategories} command={reassignProducts} label={t('Move products…')} said={(count) => t('{n, plural, one {# product moved} other {# products moved}}', { n: count })} />
      ),
    })} />
  )
}

export function AuthorFormScreen() {
  const may = useMay()
  return (
    <FormScreen of={authors} aside={(record) => <AuthorPagesPanel author={record} />} {...(may('write', 'authors') && {
      actions: (record: AnyRecord) => Number(record['pageCount']) > 0 && (
        <ReassignButton record={record} of={authors} command={reassignBylines} label={t('Move bylines…')} said={(count) => t('{n, plural, one {# byline moved} other {# bylines moved}}', { n: count })} />
      ),
    })} />
  )
}
