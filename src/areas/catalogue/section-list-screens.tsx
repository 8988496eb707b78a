import { Button } from '@mantine/core'
import { IconGridDots, IconList, IconListTree } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { t } from '../../kit/language.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useMay } from '../../kit/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { authors } from './authors.ts'
import classes from './catalogue.module.css'
import { categories } from './categories.ts'
import { subcategories } from './subcategories.ts'

const SectionTree = lazy(async () => ({ default: (await import('./section-tree.tsx')).SectionTree }))
const PageYield = lazy(async () => ({ default: (await import('./page-yield.tsx')).PageYield }))

/** Buttons that change between the table and another view of the same records; which one is in the address. */
function ViewButtons({ other, label, icon }: { other: string; label: string; icon: typeof IconListTree }) {
  const [{ show }, setQuery] = useRouteQuery()
  const Icon = icon
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button variant={show === other ? 'default' : 'light'} aria-pressed={show !== other} leftSection={<IconList size={15} aria-hidden />} onClick={() => setQuery({ show: null })}>{t('Table')}</Button>
      <Button variant={show === other ? 'light' : 'default'} aria-pressed={show === other} leftSection={<Icon size={15} aria-hidden />} onClick={() => setQuery({ show: other })}>{label}</Button>
    </span>
  )
}

function CreateLink({ resource, label }: { resource: string; label: string }) {
  const { mayWrite } = usePage()
  const href = useRecordPaths()(resource, 'create')
  return mayWrite && href !== null ? <Button component="a" href={href}>{label}</Button> : null
}

export function CategoryListScreen() {
  const [{ show }] = useRouteQuery()
  const maySee = useMay()('ui', 'subcategories')
  const buttons = maySee && <ViewButtons other="tree" label={t('Tree')} icon={IconListTree} />
  if (show !== 'tree' || !maySee) return <ListScreen of={categories} actions={buttons} />
  return (
    <PageFrame actions={<>{buttons}<CreateLink resource="categories" label={t('New category')} /></>}>
      <p className={classes['help']}>{t('Drag a row to its place, or use its buttons. The order is that of the menu of the site.')}</p>
      <Suspense><SectionTree /></Suspense>
    </PageFrame>
  )
}

export function SubcategoryListScreen() {
  const [{ show }] = useRouteQuery()
  const buttons = <ViewButtons other="yield" label={t('Page yield')} icon={IconGridDots} />
  if (show !== 'yield') return <ListScreen of={subcategories} actions={buttons} />
  return (
    <PageFrame actions={<>{buttons}<CreateLink resource="subcategories" label={t('New subcategory')} /></>}>
      <Suspense><PageYield /></Suspense>
    </PageFrame>
  )
}

export function AuthorListScreen() {
  return <ListScreen of={authors} />
}
