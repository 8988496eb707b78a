import { Button } from '@mantine/core'
import { IconArrowsJoin, IconList } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { inSentence } from '../../../core/resource/resource.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { performers } from '../performer/performers.ts'
import classes from './duplicates.module.css'

// It comes with the first look: most visits to the list merge nothing.
const DuplicateList = lazy(async () => ({ default: (await import('./duplicate-list.tsx')).DuplicateList }))

function Views() {
  const [{ show }, setQuery] = useRouteQuery()
  const isPairs = show === 'duplicates'
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button
        variant={isPairs ? 'default' : 'light'}
        aria-pressed={!isPairs}
        leftSection={<IconList size={15} aria-hidden />}
        onClick={() => setQuery({ show: null, skip: null })}
      >
        {t('Table')}
      </Button>
      <Button
        variant={isPairs ? 'light' : 'default'}
        aria-pressed={isPairs}
        leftSection={<IconArrowsJoin size={15} aria-hidden />}
        onClick={() => setQuery({ show: 'duplicates' })}
      >
        {t('Duplicates')}
      </Button>
    </span>
  )
}

export function PerformerListScreen() {
  const [{ show }] = useRouteQuery()
  const { mayWrite } = usePage()
  const create = useRecordPaths()(performers.name, 'create')
  if (show !== 'duplicates') return <ListScreen of={performers} actions={<Views />} />
  return (
    <PageFrame
      actions={
        <>
          <Views />
          {mayWrite && create !== null && (
            <Button component="a" href={create}>
              {t('New {one}', { one: inSentence(t(performers.label[0])) })}
            </Button>
          )}
        </>
      }
    >
      <Suspense>
        <DuplicateList />
      </Suspense>
    </PageFrame>
  )
}
