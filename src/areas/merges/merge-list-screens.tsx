import { Button } from '@mantine/core'
import { IconArrowsJoin, IconList } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { t } from '../../kit/language.ts'
import { inSentence } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { events } from '../events/events.ts'
import { performers } from '../events/performers.ts'
import classes from './duplicates.module.css'

// They come with the first selection or look: most visits to a list merge nothing.
const BulkMerge = lazy(async () => ({ default: (await import('./bulk-merge.tsx')).BulkMerge }))
const DuplicateList = lazy(async () => ({ default: (await import('./duplicate-list.tsx')).DuplicateList }))

const names = ['name'] as const
const eventNeeds = ['name', 'nextTbaOn'] as const
const mergePerformers = (selected: readonly AnyRecord[], clear: () => void) => <Suspense><BulkMerge of={performers} selected={selected} onDone={clear} /></Suspense>
const mergeEvents = (selected: readonly AnyRecord[], clear: () => void) => <Suspense><BulkMerge of={events} selected={selected} onDone={clear} /></Suspense>

function Views() {
  const [{ show }, setQuery] = useRouteQuery()
  const isPairs = show === 'duplicates'
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button variant={isPairs ? 'default' : 'light'} aria-pressed={!isPairs} leftSection={<IconList size={15} aria-hidden />} onClick={() => setQuery({ show: null, skip: null })}>{t('Table')}</Button>
      <Button variant={isPairs ? 'light' : 'default'} aria-pressed={isPairs} leftSection={<IconArrowsJoin size={15} aria-hidden />} onClick={() => setQuery({ show: 'duplicates' })}>{t('Duplicates')}</Button>
    </span>
  )
}

export function PerformerListScreen() {
  const [{ show }] = useRouteQuery()
  const { mayWrite } = usePage()
  const create = useRecordPaths()(performers.name, 'create')
  if (show !== 'duplicates') return <ListScreen of={performers} actions={<Views />} needs={names} {...(mayWrite && { bulkActions: mergePerformers })} />
  return (
    <PageFrame actions={<><Views />{mayWrite && create !== null && <Button component="a" href={create}>{t('New {one}', { one: inSentence(t(performers.label[0])) })}</Button>}</>}>
      <Suspense><DuplicateList /></Suspense>
    </PageFrame>
  )
}

interface EventListProps {
  /** Cells of the area of events. Keep stable. */
  readonly cells: Readonly<Record<string, (event: AnyRecord) => ReactNode>>
  /** What the area of rules has to offer for events that are selected; null for whoever may not make rules. */
  readonly RuleForEvents: ComponentType<{ selected: readonly AnyRecord[] }> | null
}

export function EventListScreen({ cells, RuleForEvents }: EventListProps) {
  const { mayWrite } = usePage()
  const commands = (selected: readonly AnyRecord[], clear: () => void) => <>{mayWrite && mergeEvents(selected, clear)}{RuleForEvents && <Suspense><RuleForEvents selected={selected} /></Suspense>}</>
  return <ListScreen of={events} needs={eventNeeds} cells={cells} {...((mayWrite || RuleForEvents) && { bulkActions: commands })} />
}
