import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatBriefly, formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { durationWords, lasted } from './durations.ts'
import { RunLogButton } from './run-log.tsx'
import { RunButtons } from './run-buttons.tsx'
import { RunChip } from './worker-chips.tsx'
import { causeLabels } from './worker-states.ts'
import { parameterWords } from './parameter-fields.tsx'
import type { WorkerDetails, WorkerParameter, WorkerRun } from './workers.endpoints.ts'
import cards from '../../ui/card-table.module.css'
import classes from './workers.module.css'

/** Runs to see without asking for more. */
const first = 10

/** The newest runs, each with what it did or why it failed. */
export function WorkerRuns({ worker, mayWrite }: { worker: WorkerDetails; mayWrite: boolean }) {
  const { runs } = worker
  const [isAll, setAll] = useState(false)
  if (runs.length === 0)
    return <p className={classes['quiet']}>{t('No runs yet. Run it now, or wait for its schedule.')}</p>
  const shown = isAll ? runs : runs.slice(0, first)
  return (
    <>
      <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Last runs')}>
        <table role="table" className={`${cards['cards']} ${classes['runs']}`}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {t('Started')}
              </th>
              <th role="columnheader" scope="col">
                {t('Result')}
              </th>
              <th role="columnheader" scope="col">
                {t('Cause')}
              </th>
              <th role="columnheader" scope="col" className={classes['number']}>
                {t('Duration')}
              </th>
              <th role="columnheader" scope="col">
                {t('Details')}
              </th>
              {mayWrite && (
                <th role="columnheader" scope="col">
                  {t('Actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((run) => (
              <Run
                key={run.id}
                worker={worker.name}
                run={run}
                parameters={worker.parameters}
                buttons={mayWrite && <RunButtons worker={worker} run={run} />}
              />
            ))}
          </tbody>
        </table>
      </div>
      {runs.length > first && !isAll && (
        <Button variant="default" onClick={() => setAll(true)}>
          {t('Show {n} more', { n: runs.length - first })}
        </Button>
      )}
    </>
  )
}

interface RunProps {
  readonly worker: string
  readonly run: WorkerRun
  readonly parameters: readonly WorkerParameter[]
  readonly buttons: ReactNode
}

function Run({ worker, run, parameters, buttons }: RunProps) {
  const { state, cause, startedAt, finishedAt, askedAt, askedBy, counters, error } = run
  const at = startedAt ?? askedAt
  const took = lasted(startedAt, finishedAt)
  const set = parameterWords(parameters, run.parameters)
  return (
    <tr role="row">
      <td role="cell">
        <time dateTime={at} title={formatInstant(at)}>
          {formatBriefly(at)}
        </time>
      </td>
      <td role="cell">
        <RunChip state={state} />
      </td>
      <td role="cell">
        {askedBy === null
          ? t(causeLabels[cause])
          : t('{cause} · {who}', { cause: t(causeLabels[cause]), who: askedBy })}
      </td>
      <td role="cell" className={classes['number']}>
        {took === null || state === 'skipped' ? '–' : durationWords(took)}
      </td>
      <td role="cell" className={classes['details']}>
        {set !== null && <p className={classes['quiet']}>{set}</p>}
        {error === null ? (
          counters.map(({ label, count }) => `${label}: ${formatNumber(count)}`).join(' · ')
        ) : (
          <span className={classes['error']}>{error}</span>
        )}
        {state === 'skipped' && t('Another run was still going')}
        {run.logLines > 0 && <RunLogButton worker={worker} run={run} />}
      </td>
      {buttons !== false && <td role="cell">{buttons}</td>}
    </tr>
  )
}
