import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { performers } from '../performer/performers.ts'
import type { DuplicatePair } from './duplicate.endpoints.ts'
import { forgetDistinction, listDuplicates, markDistinct } from './duplicate.endpoints.ts'
import { EvidenceLinks, PerformerNode, Score } from './duplicate-graph.tsx'
import classes from './duplicates.module.css'

const MergeDialog = lazy(async () => ({
  default: (await import('../../../platform/merges/merge-dialog.tsx')).MergeDialog,
}))
const refresh = [performers]
/** Pairs of one page, as the server gives them. */
const pageSize = 25

/** Pairs of possible duplicates, the most certain first, each with its evidence. */
export function DuplicateList() {
  const { mayWrite } = usePage()
  const [query, setQuery] = useRouteQuery()
  const skip = /^[1-9][0-9]{0,5}$/.test(query['skip'] ?? '') ? Number(query['skip']) : 0
  const { data, error, refetch } = useAnswer(listDuplicates, { query: { skip }, staleTime: 0 })
  const apart = useCommand(markDistinct, { refresh })
  const forget = useCommand(forgetDistinction, { refresh })
  const [merging, setMerging] = useState<DuplicatePair | null>(null)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Duplicates')} />
  if (!data) return <FormSkeleton />

  async function separate({ one, other }: DuplicatePair): Promise<void> {
    await apart.mutateAsync({ params: { id: one.id }, input: { otherId: other.id } })
    toast.success(t('{one} and {other} are kept apart', { one: one.name, other: other.name }), {
      action: { label: t('Undo'), run: () => void undoDistinction(one.id, other.id) },
    })
    await refetch()
  }
  async function undoDistinction(id: number, other: number): Promise<void> {
    await forget.mutateAsync({ params: { id, other } })
    toast.success(t('They can be offered again'))
  }

  return (
    <section aria-label={t('Possible duplicates')}>
      <p className={classes['intro']}>
        {data.total === 0
          ? t('No possible duplicates.')
          : t(
              '{n, plural, one {# possible duplicate} other {# possible duplicates}}. The record with more events is kept.',
              { n: data.total },
            )}
        {data.waiting > 0 &&
          ` ${t('{n, plural, one {# performer} other {# performers}} still to review.', { n: data.waiting })}`}
      </p>
      <ol className={classes['pairs']}>
        {data.pairs.map((pair) => (
          <PairItem
            key={`${pair.one.id} ${pair.other.id}`}
            pair={pair}
            mayWrite={mayWrite}
            isBusy={apart.isPending}
            onMerge={() => setMerging(pair)}
            onSeparate={() => void separate(pair)}
          />
        ))}
      </ol>
      {data.total > pageSize && (
        <div className={classes['more']}>
          <Button
            variant="default"
            disabled={skip === 0}
            onClick={() => setQuery({ skip: skip <= pageSize ? null : String(skip - pageSize) })}
          >
            {t('Likely duplicates')}
          </Button>
          <Button
            variant="default"
            disabled={skip + pageSize >= data.total}
            onClick={() => setQuery({ skip: String(skip + pageSize) })}
          >
            {t('Less likely duplicates')}
          </Button>
        </div>
      )}
      {merging && (
        <Suspense>
          <MergeDialog
            of={performers}
            record={{ id: merging.one.id, name: merging.one.name }}
            from={merging.other.id}
            onClose={() => setMerging(null)}
            onDone={() => void refetch()}
          />
        </Suspense>
      )}
    </section>
  )
}

interface PairItemProps {
  readonly pair: DuplicatePair
  readonly mayWrite: boolean
  readonly isBusy: boolean
  readonly onMerge: () => void
  readonly onSeparate: () => void
}

/** Two performers, and between them the evidence that they are one. */
function PairItem({ pair: { one, other, score, evidence }, mayWrite, isBusy, onMerge, onSeparate }: PairItemProps) {
  return (
    <li className={classes['pair']}>
      <PerformerNode performer={one} />
      <div className={classes['middle']}>
        <Score score={score} />
        <EvidenceLinks
          evidence={evidence}
          label={t('Evidence for {name} and {here}', { name: other.name, here: one.name })}
        />
      </div>
      <PerformerNode performer={other} />
      {mayWrite && (
        <div className={classes['buttons']}>
          <Button
            size="compact-sm"
            aria-label={t('Preview merge of {other} into {one}', { other: other.name, one: one.name })}
            onClick={onMerge}
          >
            {t('Preview merge')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={t('{one} and {other} are not the same', { one: one.name, other: other.name })}
            onClick={onSeparate}
          >
            {t('Not the same')}
          </Button>
        </div>
      )}
    </li>
  )
}
