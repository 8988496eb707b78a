import { formatInstant, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ListNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import { durationWords, lasted } from './durations.ts'
import { DrainBanner } from './drain-banner.tsx'
import { DurationTrend } from './duration-trend.tsx'
import { FailedItems } from './failed-items.tsx'
import { WorkerChip } from './worker-chips.tsx'
import { WorkerCommands } from './worker-commands.tsx'
import { WorkerRuns } from './worker-runs.tsx'
import type { WorkerDetails } from './workers.endpoints.ts'
import { useWorker, workerHref } from './workers.web.ts'
import classes from './workers.module.css'

/** One worker: what it is, when it runs and what became of its runs. */
export function WorkerScreen() {
  const [{ id }] = useRouteQuery()
  const { mayWrite, title } = usePage()
  const name = id === undefined || id === '' ? null : id
  const { data: worker, error, refetch } = useWorker(name)
  const back = { href: '/workers/list', many: t('Workers') }
  if (name === null) return <NoSuchPage what={t('Worker')} back={back} />
  if (error && !worker)
    return <FailedPage error={error} onRetry={() => void refetch()} what={t('Worker')} back={back} />
  if (!worker)
    return (
      <PageFrame record={{ kind: t('Worker'), name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return (
    <PageFrame
      record={{ kind: t('Worker'), name: worker.label }}
      subtitle={<WorkerChip state={worker.state} />}
      actions={
        <>
          <ListNeighbours here={workerHref(worker)} />
          {mayWrite && (
            <RecordCommands>
              <WorkerCommands worker={worker} />
            </RecordCommands>
          )}
        </>
      }
    >
      <DrainBanner mayWrite={mayWrite} />
      <Notice worker={worker} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <section className={classes['card']} aria-label={t('Runs')}>
            <h2>{t('Runs')}</h2>
            <DurationTrend runs={worker.runs} />
            <WorkerRuns worker={worker} mayWrite={mayWrite} />
          </section>
          {worker.hasItems && <FailedItems name={worker.name} mayWrite={mayWrite} />}
        </div>
        <div className={classes['column']}>
          <Schedule worker={worker} />
          <About worker={worker} />
        </div>
      </div>
    </PageFrame>
  )
}

/** The worst fact in a sentence, with what to do. */
function Notice({ worker }: { worker: WorkerDetails }) {
  const { state, lastRun, paused, lateSince, queuedAt, runs, queue } = worker
  const failed = runs.find((run) => run.state === 'failed')
  return (
    <>
      {queuedAt !== null && (
        <p className={classes['notice']} role="status">
          {t('A run is waiting to start.')}
        </p>
      )}
      {state === 'failing' && failed && (
        <div className={classes['notice']} data-tone="bad">
          <p>
            <strong>{t('The last run failed {when}.', { when: timeAgo(failed.finishedAt ?? failed.askedAt) })}</strong>{' '}
            {t('Check the error, fix the cause, then run it again.')}
          </p>
          <pre>{failed.error ?? t('No message')}</pre>
        </div>
      )}
      {lateSince !== null && (
        <p className={classes['notice']} data-tone="bad">
          <strong>{t('Late: due {when}.', { when: formatInstant(lateSince) })}</strong>{' '}
          {lastRun === null ? t('No runs yet.') : t('Run it now, or check that a server is up.')}
        </p>
      )}
      {queue && queue.growingSince !== null && (
        <p className={classes['notice']} data-tone="bad">
          <strong>
            {t('Falling behind: {n} waiting, growing since {when}.', {
              n: formatNumber(queue.waiting),
              when: formatInstant(queue.growingSince),
            })}
          </strong>{' '}
          {queueAdvice(worker)}
        </p>
      )}
      {paused && (
        <div className={classes['notice']} data-tone="warn">
          <p>
            <strong>
              {paused.by === null
                ? t('Paused {when}', { when: timeAgo(paused.at) })
                : t('Paused by {who} {when}', { who: paused.by, when: timeAgo(paused.at) })}
            </strong>{' '}
            <span className={classes['quiet']}>
              {t('{n, plural, =0 {No run left out so far} one {# run left out} other {# runs left out}}', {
                n: paused.leftOut,
              })}
            </span>
          </p>
          <p>{paused.reason}</p>
        </div>
      )}
    </>
  )
}

/** Only what helps: a worker that runs alone can't be given more runs at once. */
function queueAdvice({ paused, overlap }: WorkerDetails): string {
  if (paused) return t('Resume the worker to clear the queue.')
  return overlap === 'skip' ? t('Look at its runs.') : t('Check its runs, or allow more at once.')
}

function Schedule({ worker: { schedule, nextRuns, paused } }: { worker: WorkerDetails }) {
  return (
    <section className={classes['card']} aria-label={t('Schedule')}>
      <h2>{t('Schedule')}</h2>
      {schedule === null ? (
        <p>{t('Runs when other jobs need it.')}</p>
      ) : (
        <>
          <p>
            {schedule.words} <span className={classes['quiet']}>{schedule.zone}</span>
          </p>
          <p>
            <code>{schedule.cron}</code>
          </p>
          {schedule.changedAt !== null && (
            <p className={classes['quiet']}>
              {schedule.changedBy === null
                ? t('Changed {when}', { when: timeAgo(schedule.changedAt) })
                : t('Changed by {who} {when}', { who: schedule.changedBy, when: timeAgo(schedule.changedAt) })}
            </p>
          )}
          <h3>{t('Next runs')}</h3>
          {paused ? (
            <p className={classes['quiet']}>{t('None while paused.')}</p>
          ) : (
            <ol className={classes['moments']}>
              {nextRuns.map((at) => (
                <li key={at}>
                  <time dateTime={at}>{formatInstant(at, schedule.zone)}</time>{' '}
                  <span className={classes['quiet']}>{timeAgo(at)}</span>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  )
}

function About({ worker }: { worker: WorkerDetails }) {
  const { lastRun } = worker
  const lag = lastRun && lastRun.dueAt !== null ? lasted(lastRun.dueAt, lastRun.startedAt) : null
  const beatAt = worker.runs.find(({ state }) => state === 'running')?.beatAt ?? null
  const facts = [
    [t('Goes stale while the worker is down'), worker.staleWithout],
    [t('Name'), worker.name],
    [
      t('When one is still running'),
      worker.overlap === 'skip' ? t('The next run is skipped') : t('The next run shares the work'),
    ],
    [t('Runs at once'), concurrencyWords(worker)],
    [t('Waiting'), worker.queue && formatNumber(worker.queue.waiting)],
    [t('Longest run'), durationWords(worker.timeout * 1_000)],
    [t('Failures, 24 h'), String(worker.failures)],
    [t('Started after its due time'), lag === null ? null : durationWords(lag)],
    [t('Heartbeat'), beatAt === null ? null : heartbeat(beatAt)],
    [t('Server of the last run'), lastRun?.instance ?? null],
  ] as const
  return (
    <section className={classes['card']} aria-label={t('About')}>
      <h2>{t('About')}</h2>
      <p>{worker.does}</p>
      <dl className={classes['facts']}>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

function concurrencyWords({ overlap, limit }: WorkerDetails): string {
  if (overlap === 'skip') return t('One')
  if (limit === null) return t('One per server')
  return limit.by === null
    ? t('At most {n}', { n: limit.atOnce })
    : t('At most {n}, set by {who} {when}', { n: limit.atOnce, who: limit.by, when: timeAgo(limit.at) })
}

/** Clocks of servers differ by moments, so a sign of life is never shown as yet to come. */
function heartbeat(at: string): string {
  const now = new Date()
  return timeAgo(Date.parse(at) > now.getTime() ? now.toISOString() : at, now)
}
