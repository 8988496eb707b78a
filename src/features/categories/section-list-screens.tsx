import { Button } from '@mantine/core'
import { IconGridDots, IconList, IconListTree } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import { rememberShownPages } from '../../ui/data-grid/shown-pages.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import classes from './catalogue.module.css'
import { categories } from './categories.ts'
import { keepView, readKeptView } from './kept-view.web.ts'
import { subcategories } from './subcategories.ts'

const SectionTree = lazy(async () => ({ default: (await import('./section-tree.tsx')).SectionTree }))
const PageYield = lazy(async () => ({ default: (await import('./page-yield.tsx')).PageYield }))

interface ViewButtonsProps {
  isOther: boolean
  label: string
  icon: typeof IconListTree
  onChoose: (isOther: boolean) => void
}

/** Buttons that change between the table and another view of the same records; which one is in the address. */
function ViewButtons({ isOther, label, icon: Icon, onChoose }: ViewButtonsProps) {
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button
        variant={isOther ? 'default' : 'light'}
        aria-pressed={!isOther}
        leftSection={<IconList size={15} aria-hidden />}
        onClick={() => onChoose(false)}
      >
        {t('Table')}
      </Button>
      <Button
        variant={isOther ? 'light' : 'default'}
        aria-pressed={isOther}
        leftSection={<Icon size={15} aria-hidden />}
        onClick={() => onChoose(true)}
      >
        {label}
      </Button>
    </span>
  )
}

function CreateLink({ resource, label }: { resource: string; label: string }) {
  const { mayWrite } = usePage()
  const href = useRecordPaths()(resource, 'create')
  return mayWrite && href !== null ? (
    <Button component="a" href={href}>
      {label}
    </Button>
  ) : null
}

/** A table of the records leads on as it is sorted, no longer as the tree was drawn. */
function useTable(isShown: boolean): void {
  useEffect(() => {
    if (isShown) rememberShownPages([])
  }, [isShown])
}

/** Opens as the tree, unless its reader chose the table the last time or the address asks for rows of it. */
export function CategoryListScreen() {
  const [{ show, ...asked }, setQuery] = useRouteQuery()
  const maySee = useMay()('ui', 'subcategories')
  const email = useSession()?.email ?? ''
  const chosen = show ?? (Object.keys(asked).length > 0 ? 'table' : readKeptView(email))
  const isTree = maySee && chosen !== 'table'
  useTable(!isTree)
  const buttons = maySee && (
    <ViewButtons
      isOther={isTree}
      label={t('Tree')}
      icon={IconListTree}
      onChoose={(isOther) => {
        keepView(email, isOther ? 'tree' : 'table')
        setQuery({ show: isOther ? 'tree' : 'table' })
      }}
    />
  )
  if (!isTree) return <ListScreen of={categories} actions={buttons} />
  return (
    <PageFrame
      actions={
        <>
          {buttons}
          <CreateLink resource="categories" label={t('New category')} />
        </>
      }
    >
      <p className={classes['help']}>{t('Drag to reorder, or use the buttons. This is the order of the site menu.')}</p>
      <Suspense>
        <SectionTree />
      </Suspense>
    </PageFrame>
  )
}

export function SubcategoryListScreen() {
  const [{ show }, setQuery] = useRouteQuery()
  useTable(show !== 'yield')
  const buttons = (
    <ViewButtons
      isOther={show === 'yield'}
      label={t('Page yield')}
      icon={IconGridDots}
      onChoose={(isOther) => setQuery({ show: isOther ? 'yield' : null })}
    />
  )
  if (show !== 'yield') return <ListScreen of={subcategories} actions={buttons} />
  return (
    <PageFrame
      actions={
        <>
          {buttons}
          <CreateLink resource="subcategories" label={t('New subcategory')} />
        </>
      }
    >
      <Suspense>
        <PageYield />
      </Suspense>
    </PageFrame>
  )
}
