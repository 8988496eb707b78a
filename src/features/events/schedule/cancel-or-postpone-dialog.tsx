import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { Becomes } from './cancel-or-postpone-form.tsx'
import { CancelOrPostponeForm } from './cancel-or-postpone-form.tsx'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import type { ShiftResults } from '../notices/schedule.endpoints.ts'
import { cancelOrPostponePerformances, countAffected, readPerformanceCalendar } from '../notices/schedule.endpoints.ts'
import { StayedDialog } from './stayed-dialog.tsx'

const NotifyDialog = lazy(async () => ({ default: (await import('../notices/notify-dialog.tsx')).NotifyDialog }))

interface CancelOrPostponeDialogProps {
  chosen: readonly AnyRecord[]
  /** The initial choice. */
  begin?: Becomes
  onClose: () => void
  onDone: () => void
}

/** Cancels or postpones performances, after showing how many purchases are affected and asking for a reason. */
export function CancelOrPostponeDialog({ chosen, begin = 'cancelled', onClose, onDone }: CancelOrPostponeDialogProps) {
  const ids = chosen.map(({ id }) => id)
  const affected = useAnswer(countAffected, { query: { ids: ids.join() }, staleTime: 0 })
  const [stayed, setStayed] = useState<ShiftResults['results'] | null>(null)
  const [toNotify, setToNotify] = useState<readonly number[] | null>(null)
  const queries = useQueryClient()
  const cancelOrPostpone = useCommand(cancelOrPostponePerformances, {
    refresh: [performances, events],
    quiet: [409, 422],
  })
  const purchases = affected.data?.purchases

  async function submit(becomes: Becomes, reason: string): Promise<void> {
    const { results, changes } = await cancelOrPostpone.mutateAsync({
      input: { ids, becomes, ...(reason.trim() !== '' && { reason }) },
    })
    await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
    const left = results.filter(({ ok }) => !ok)
    const done = results.length - left.length
    if (done > 0) {
      toast.success(
        becomes === 'cancelled'
          ? t('{n, plural, one {# performance} other {# performances}} cancelled', { n: done })
          : t('{n, plural, one {# performance} other {# performances}} postponed', { n: done }),
      )
    }
    if (changes.length > 0) setToNotify(changes)
    if (left.length > 0) setStayed(left)
    else if (changes.length === 0) onDone()
  }

  if (stayed)
    return <StayedDialog chosen={chosen} results={stayed} onClose={() => (toNotify ? setStayed(null) : onDone())} />
  if (toNotify)
    return (
      <Suspense>
        <NotifyDialog changes={toNotify} onClose={onDone} />
      </Suspense>
    )
  const [only] = chosen
  return (
    <Dialog
      title={
        chosen.length === 1
          ? t('Cancel or postpone the performance of {date}', { date: formatDate(String(only?.['localDate'])) })
          : t('Cancel or postpone {n, plural, one {# performance} other {# performances}}', { n: chosen.length })
      }
      onClose={onClose}
      isBusy={cancelOrPostpone.isPending}
      size={520}
    >
      {affected.error && !affected.data && (
        <Failure error={affected.error} onRetry={() => void affected.refetch()} what={t('Purchases')} />
      )}
      {purchases === undefined ? (
        !affected.error && <FormSkeleton />
      ) : (
        <CancelOrPostponeForm
          purchases={purchases}
          begin={begin}
          cancel={t('Cancel performance')}
          isBusy={cancelOrPostpone.isPending}
          onSubmit={submit}
          onClose={onClose}
          words={t(
            '{n, plural, one {# purchase is} other {# purchases are}} affected. No order changes yet. Start an order run from the same menu afterwards.',
            { n: purchases },
          )}
        >
          {purchases === 0 && <p>{t('No customer has a purchase for it.')}</p>}
        </CancelOrPostponeForm>
      )}
    </Dialog>
  )
}
