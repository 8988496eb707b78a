import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatInstant, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/grid-column.web.ts'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ListFrame } from '../../ui/resource/list-frame.tsx'
import { WholeList } from '../../ui/resource/pagination.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { DrainBanner } from './drain-banner.tsx'
import { DrainButton } from './drain-button.tsx'
import { durationWords, lasted } from './durations.ts'
import { RunChip, WorkerChip } from './worker-chips.tsx'
import { nextSteps, stateLabels, workerStates } from './worker-states.ts'
import type { Worker } from './workers.endpoints.ts'
import { useWorkers, workerHref } from './workers.web.ts'
import classes from './workers.module.css'

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {timeAgo(at)}
    </time>
  )
}

function stepOf({ state, queuedAt }: Worker): string | null {
  if (queuedAt !== null) return t('Waiting to start')
  const step = nextSteps[state]
  return step === undefined ? null : t(step)
}

function lastWords({ lastRun }: Worker): string | null {
  const took = lastRun && lasted(lastRun.startedAt, lastRun.finishedAt)
  if (took === null) return null
  const duration = durationWords(took)
  return lastRun?.state === 'running' ? t('For {duration} so far', { duration }) : t('Took {duration}', { duration })
}

const columnsOf = (): readonly GridColumn<Worker>[] => [
  {
    id: 'label',
    header: t('Worker'),
    minWidth: 260,
    pin: 'start',
    hideable: false,
    sortable: true,
    cell: ({ label }) => label,
    below: ({ name }) => name,
    value: ({ label }) => label,
  },
  {
    id: 'state',
    header: t('State'),
    minWidth: 136,
    sortable: true,
    cell: ({ state }) => <WorkerChip state={state} />,
    below: stepOf,
    value: ({ state }) => workerStates.indexOf(state),
    filter: {
      multiple: true,
      options: workerStates.map((value) => ({ value, label: t(stateLabels[value]) })),
      matches: ({ state }, option) => state === option,
    },
  },
  {
    id: 'schedule',
    onCard: false,
    header: t('Schedule'),
    minWidth: 160,
    cell: ({ schedule }) => schedule?.words ?? t('Only when needed'),
    below: ({ schedule }) => schedule?.zone ?? null,
    value: ({ schedule }) => schedule?.words ?? '',
  },
  {
    id: 'lastRun',
    header: t('Last run'),
    minWidth: 124,
    sortable: true,
    cell: ({ lastRun }) => (lastRun?.startedAt ? <Moment at={lastRun.startedAt} /> : t('Not run yet')),
    below: lastWords,
    value: ({ lastRun }) => lastRun?.startedAt ?? '',
  },
  {
    id: 'result',
    header: t('Result'),
    minWidth: 108,
    onCard: false,
    cell: ({ lastRun }) => (lastRun ? <RunChip state={lastRun.state} /> : '–'),
  },
  {
    id: 'nextRun',
    onCard: false,
    header: t('Next run'),
    minWidth: 100,
    sortable: true,
    cell: ({ nextRunAt }) => (nextRunAt ? <Moment at={nextRunAt} /> : '–'),
    value: ({ nextRunAt }) => nextRunAt ?? '',
  },
  {
    id: 'failures',
    header: t('Failures, 24 h'),
    width: 124,
    numeric: true,
    sortable: true,
    cell: ({ failures }) => formatNumber(failures),
    value: ({ failures }) => failures,
  },
]

/** What needs attention comes first. */
const worstFirst = { column: 'state', direction: 'asc' } as const

/** Every job of the server and how it is doing. */
export function WorkerListScreen() {
  const { screen, mayWrite } = usePage()
  const { data, error, refetch } = useWorkers()
  const navigateTo = useNavigateTo()
  const [{ q = '' }, patch] = useRouteQuery()
  const columns = useMemo(() => columnsOf(), [])
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase()
    return data?.filter(({ label, name, does }) => [label, name, does].join(' ').toLowerCase().includes(wanted))
  }, [data, q])
  return (
    <PageFrame actions={mayWrite && <DrainButton />}>
      <DrainBanner mayWrite={mayWrite} />
      <ListFrame
        tools={
          <TextInput
            type="search"
            role="searchbox"
            aria-label={t('Search')}
            placeholder={t('Search workers')}
            className={classes['search'] ?? ''}
            value={q}
            leftSection={<IconSearch size={15} aria-hidden />}
            onChange={(event) => patch({ q: event.currentTarget.value }, { replace: true })}
          />
        }
        foot={<WholeList count={rows?.length} />}
      >
        <DataGrid
          name={screen}
          label={t('Workers')}
          columns={columns}
          rows={rows}
          rowId={({ name }) => name}
          processing="local"
          defaultSort={worstFirst}
          skeletonRows={12}
          error={
            error && !data ? <Failure error={error} onRetry={() => void refetch()} what={t('Workers')} /> : undefined
          }
          empty={<p>{t('No worker matches your search.')}</p>}
          rowHref={workerHref}
          onOpen={(worker) => navigateTo(workerHref(worker))}
        />
      </ListFrame>
    </PageFrame>
  )
}
