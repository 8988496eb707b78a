import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatDayOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { performers } from '../performer/performers.ts'
import type { Candidate } from './duplicate.endpoints.ts'
import { forgetDistinction, readDuplicates, markDistinct } from './duplicate.endpoints.ts'
import { EvidenceLinks, PerformerNode, Score } from './duplicate-graph.tsx'
import classes from './duplicates.module.css'

const MergeDialog = lazy(async () => ({
  default: (await import('../../../platform/merges/merge-dialog.tsx')).MergeDialog,
}))
const refresh = [performers]

/** Beside a performer's form: possible duplicates, the evidence for and against each, and what to do about it. */
export function DuplicatePanel({ record }: Pick<RecordPartProps, 'record'>) {
  const mayWrite = useMay()('write', 'performers')
  const [merging, setMerging] = useState<number | null>(null)
  const answer = useAnswer(readDuplicates, { params: { id: record.id }, staleTime: 0 })
  const apart = useCommand(markDistinct, { refresh })
  const forget = useCommand(forgetDistinction, { refresh })
  const here = String(record['name'])

  async function undoDistinction(other: number, name: string): Promise<void> {
    await forget.mutateAsync({ params: { id: record.id, other } })
    toast.success(t('{name} can be offered again', { name }))
    await answer.refetch()
  }
  async function separate({ performer: { id, name } }: Candidate): Promise<void> {
    await apart.mutateAsync({ params: { id: record.id }, input: { otherId: id } })
    toast.success(t('{name} is kept apart from {here}', { name, here }))
    await answer.refetch()
  }

  return (
    <AnswerPanel title={t('Possible duplicates')} answer={answer} className={classes['panel']}>
      {({ candidates, distinct }) => (
        <>
          {candidates.length === 0 ? (
            <p>{t('No other performer looks like this one.')}</p>
          ) : (
            <ol className={classes['cards']}>
              {candidates.map((candidate) => (
                <CandidateCard
                  key={candidate.performer.id}
                  candidate={candidate}
                  here={here}
                  mayWrite={mayWrite}
                  isBusy={apart.isPending}
                  onMerge={() => setMerging(candidate.performer.id)}
                  onSeparate={() => void separate(candidate)}
                />
              ))}
            </ol>
          )}
          {distinct.length > 0 && (
            <ul className={classes['distinct']} aria-label={t('Not the same')}>
              {distinct.map(({ id, name, by, at }) => (
                <li key={id}>
                  <span>
                    {t('Not {name}', { name })}{' '}
                    <small>{t('decided {by} on {day}', { by, day: formatDayOf(at) })}</small>
                  </span>
                  {mayWrite && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={forget.isPending}
                      aria-label={t('Undo “different” for {name}', { name })}
                      onClick={() => void undoDistinction(id, name)}
                    >
                      {t('Undo')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {merging !== null && (
            <Suspense>
              <MergeDialog
                of={performers}
                record={record}
                from={merging}
                onClose={() => setMerging(null)}
                onDone={() => void answer.refetch()}
              />
            </Suspense>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

interface CandidateCardProps {
  readonly candidate: Candidate
  /** The name of the performer whose page it is. */
  readonly here: string
  readonly mayWrite: boolean
  readonly isBusy: boolean
  readonly onMerge: () => void
  readonly onSeparate: () => void
}

function CandidateCard({ candidate, here, mayWrite, isBusy, onMerge, onSeparate }: CandidateCardProps) {
  const { performer, score, evidence } = candidate
  return (
    <li className={classes['card']}>
      <PerformerNode performer={performer} />
      <Score score={score} />
      <EvidenceLinks evidence={evidence} label={t('Evidence for {name} and {here}', { name: performer.name, here })} />
      {mayWrite && (
        <div className={classes['buttons']}>
          <Button
            size="compact-sm"
            aria-label={t('Preview merge of {name}', { name: performer.name })}
            onClick={onMerge}
          >
            {t('Preview merge')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={t('{name} is not the same', { name: performer.name })}
            onClick={onSeparate}
          >
            {t('Not the same')}
          </Button>
        </div>
      )}
    </li>
  )
}
