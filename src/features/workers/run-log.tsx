import { useState } from 'react'
import { format, formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { ownZone } from '../../core/zoned-time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure, PanelSkeleton } from '../../ui/resource/states.tsx'
import { logLevelLabels } from './worker-states.ts'
import type { WorkerRun } from './workers.endpoints.ts'
import { useRunLog } from './workers.web.ts'
import classes from './workers.module.css'

interface Props {
  readonly worker: string
  readonly run: WorkerRun
}

/** Opens what a run said. */
export function RunLogButton({ worker, run }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes['open']} onClick={() => setOpen(true)}>
        {t('{n, plural, one {Log: # line} other {Log: # lines}}', { n: run.logLines })}
      </button>
      {isOpen && <RunLogDialog worker={worker} run={run} onClose={() => setOpen(false)} />}
    </>
  )
}

function RunLogDialog({ worker, run, onClose }: Props & { readonly onClose: () => void }) {
  const { data, error, refetch } = useRunLog(worker, run)
  return (
    <Dialog
      title={t('Log of the run of {when}', { when: formatInstant(run.startedAt ?? run.askedAt) })}
      onClose={onClose}
      size={760}
    >
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Log')} />
      ) : !data ? (
        <PanelSkeleton />
      ) : (
        <div className={classes['stack']}>
          {data.dropped > 0 && (
            <p className={classes['quiet']}>
              {t(
                '{n, plural, one {# older line is} other {# older lines are}} no longer kept. Warnings and errors are kept longest.',
                { n: data.dropped },
              )}
            </p>
          )}
          {/* Longer ones scroll, which the keyboard must reach. */}
          <ol className={classes['log']} tabIndex={0} aria-label={t('Log')}>
            {data.lines.map(({ at, level, text }, line) => (
              <li key={data.dropped + line} data-level={level}>
                <time dateTime={at} title={formatInstant(at)}>
                  {timeOf(at)}
                </time>
                <span>{t(logLevelLabels[level])}</span>
                <span>{text}</span>
              </li>
            ))}
          </ol>
          {run.state === 'running' && (
            <p className={classes['quiet']}>{t('The run adds to its log every {n} s.', { n: formatNumber(15) })}</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** To the second: a run says much in a minute. */
function timeOf(at: string): string {
  const seconds = format(
    'time with seconds',
    (spoken) =>
      new Intl.DateTimeFormat(spoken, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        timeZone: ownZone(),
      }),
  )
  return seconds.format(new Date(at))
}
