import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { followChanges } from '../../../core/browser/live.web.ts'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import type { RecordOf } from '../../../core/resource/resource.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { RecordNeighbours } from '../../../ui/resource/record-neighbours.tsx'
import { RecordPage } from '../../../ui/resource/record-page.tsx'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { orderRuns } from './order-runs.ts'
import { RunCommands } from './run-commands.tsx'
import { runWords } from './run-labels.ts'
import { RunOrders, RunSums } from './run-results.tsx'
import { readRunProgress } from './run.endpoints.ts'
import classes from './runs.module.css'

/** Milliseconds between two looks at a run while it changes, however often that is. */
const lookEvery = 1_000

/** One run: how far it is, what it has given back, and what became of each order. */
export function RunScreen() {
  return <RecordPage of={orderRuns}>{(run, refetch) => <Run key={run.id} run={run} onChange={refetch} />}</RecordPage>
}

interface RunProps {
  readonly run: RecordOf<typeof orderRuns>
  readonly onChange: () => void
}

function Run({ run, onChange }: RunProps) {
  const [after, setAfter] = useState<string | undefined>(undefined)
  const answer = useAnswer(readRunProgress, {
    params: { id: run.id },
    query: after === undefined ? {} : { after },
    quiet: [404],
  })
  const { refetch, data: progress, error } = answer
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      void refetch()
      onChange()
    }
    const stop = followChanges(orderRuns.name, () => (timer ??= setTimeout(look, lookEvery)))
    return () => {
      stop()
      clearTimeout(timer)
    }
  })
  const state = progress?.state ?? run.state
  const look = () => {
    void refetch()
    onChange()
  }
  return (
    <PageFrame
      record={{ kind: t('Order run'), name: runWords(run.kind, run.name) }}
      subtitle={<Chip tone={orderRuns.fields.state.tones[state]}>{choiceLabelOf(orderRuns.fields.state, state)}</Chip>}
      actions={
        <>
          <RecordNeighbours resource={orderRuns} record={run as AnyRecord} />
          {progress && (
            <RunCommands run={{ id: run.id, state, refunds: run.refunds }} progress={progress} onDone={look} />
          )}
        </>
      }
    >
      {!progress ? (
        error ? (
          <Failure error={error} onRetry={() => void refetch()} what={t('Progress')} />
        ) : (
          <FormSkeleton />
        )
      ) : (
        <div className={classes['page']}>
          <div className={classes['column']}>
            {progress.state === 'requested' && (
              <p role="note" className={classes['note']}>
                {progress.mayApprove
                  ? t('Review the refunds, then approve or reject them together.')
                  : t('Waits for another person whose limit covers all refunds. They have been notified.')}
              </p>
            )}
            <RunSums progress={progress} />
            <RunOrders progress={progress} />
            <div className={classes['buttons']}>
              {after !== undefined && (
                <Button variant="default" onClick={() => setAfter(undefined)}>
                  {t('First orders')}
                </Button>
              )}
              {progress.next !== null && (
                <Button variant="default" onClick={() => setAfter(progress.next ?? undefined)}>
                  {t('Next orders')}
                </Button>
              )}
            </div>
          </div>
          <About run={run} />
        </div>
      )}
    </PageFrame>
  )
}

function About({ run }: Pick<RunProps, 'run'>) {
  const facts = [
    [
      t('Event'),
      <RecordLink key="event" to="events" id={run.eventId}>
        {run.event?.title ?? ''}
      </RecordLink>,
    ],
    [t('Kind'), choiceLabelOf(orderRuns.fields.kind, run.kind)],
    ...(run.refunds ? [[t('Paid by'), choiceLabelOf(orderRuns.fields.paidBy, run.paidBy)] as const] : []),
    ...(run.refundUntil === null ? [] : [[t('Refunds on request until'), formatInstant(run.refundUntil)] as const]),
    [t('Reason'), run.reason],
    [t('Requested by'), run.requestedBy ?? ''],
    ...(run.approvedBy === null ? [] : [[t('Approver'), run.approvedBy] as const]),
    [t('Created'), formatInstant(run.createdAt)],
    ...(run.finishedAt === null ? [] : [[t('Finished'), formatInstant(run.finishedAt)] as const]),
  ] as const
  return (
    <section className={classes['card']} aria-label={t('About this run')}>
      <h2>{t('About this run')}</h2>
      <dl className={classes['facts']}>
        {facts.map(([label, value], index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
