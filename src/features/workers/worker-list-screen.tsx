import { useMemo } from 'react'
import { formatInstant, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { GridColumn } from '../../ui/data-grid/grid-column.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { WholeListExportButton } from '../../platform/transfer/whole-list-export-button.tsx'
import { ShortList } from '../../ui/resource/short-list.tsx'
import { DrainBanner } from './drain-banner.tsx'
import { DrainButton } from './drain-button.tsx'
import { useDrain } from './drain.web.ts'
import { durationWords, lasted } from './durations.ts'
import { RunChip, WorkerChip } from './worker-chips.tsx'
import { workerList } from './worker-list.ts'
import { nextSteps, workerStates } from './worker-states.ts'
import type { Worker } from './workers.endpoints.ts'
import { exportWorkers } from './workers.endpoints.ts'
import { useWorkers, workerHref } from './workers.web.ts'

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {timeAgo(at)}
    </time>
  )
}

/** While servers are drained a run that is due waits, and its moment says nothing. */
function NextRun({ at }: { at: string | null }) {
  const { data } = useDrain()
  if (at === null) return '–'
  return data?.drain ? t('After the drain') : <Moment at={at} />
}

function stepOf({ state, queuedAt, queue }: Worker): string | null {
  if (state === 'growing' && queue) return t('{n} waiting', { n: formatNumber(queue.waiting) })
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
    minWidth: 130,
    sortable: true,
    cell: ({ state }) => <WorkerChip state={state} />,
    below: stepOf,
    value: ({ state }) => workerStates.indexOf(state),
  },
  {
    id: 'schedule',
    onCard: false,
    header: t('Schedule'),
    minWidth: 176,
    cell: ({ schedule }) => schedule?.words ?? t('Only when needed'),
    below: ({ schedule }) => schedule?.zone ?? null,
    value: ({ schedule }) => schedule?.words ?? '',
  },
  {
    id: 'lastRun',
    header: t('Last run'),
    minWidth: 108,
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
    // “dentro de 40 min” in Spanish.
    minWidth: 128,
    sortable: true,
    cell: ({ nextRunAt }) => <NextRun at={nextRunAt} />,
    value: ({ nextRunAt }) => nextRunAt ?? '',
  },
  {
    id: 'failures',
    header: t('Failures, 24 h'),
    width: 118,
    numeric: true,
    sortable: true,
    cell: ({ failures }) => formatNumber(failures),
    value: ({ failures }) => failures,
  },
]

function valueIn(worker: Worker, key: string): unknown {
  if (key === 'lastRun') return worker.lastRun?.startedAt
  if (key === 'result') return worker.lastRun?.state
  return key === 'nextRun' ? worker.nextRunAt : worker[key as keyof Worker]
}

const exportOf = (_query: unknown, shown: readonly Worker[] | null) => (
  <WholeListExportButton of={exportWorkers} rows={shown && shown.map(({ name }) => name)} />
)

const textOf = ({ label, name, does }: Worker) => [label, name, does].join(' ')

/** Every job of the server and how it is doing. */
export function WorkerListScreen() {
  const { mayWrite } = usePage()
  const answer = useWorkers()
  const columns = useMemo(() => columnsOf(), [])
  return (
    <PageFrame actions={mayWrite && <DrainButton />}>
      <DrainBanner mayWrite={mayWrite} />
      <ShortList
        of={workerList()}
        answer={answer}
        columns={columns}
        rowId={({ name }) => name}
        hrefOf={workerHref}
        textOf={textOf}
        valueIn={valueIn}
        toolsOf={exportOf}
        skeletonRows={12}
      />
    </PageFrame>
  )
}
