import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useCommand, useRows } from '../../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { Becomes } from './cancel-or-postpone-form.tsx'
import { CancelOrPostponeForm } from './cancel-or-postpone-form.tsx'
import { cancelOrPostponeEvent, countAffectedOfEvent } from './event.endpoints.ts'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import type { ShiftResults } from '../notices/schedule.endpoints.ts'
import { readPerformanceCalendar } from '../notices/schedule.endpoints.ts'
import { StayedDialog } from './stayed-dialog.tsx'

const NotifyDialog = lazy(async () => ({ default: (await import('../notices/notify-dialog.tsx')).NotifyDialog }))

interface CancelOrPostponeEventDialogProps {
  readonly event: AnyRecord
  /** The initial choice. */
  readonly begin?: Becomes
  readonly onClose: () => void
}

/**
 * Cancels or postpones an event with all its upcoming performances, after showing whom that affects and asking for a
 * reason.
 */
export function CancelOrPostponeEventDialog({ event, begin = 'cancelled', onClose }: CancelOrPostponeEventDialogProps) {
  const affected = useAnswer(countAffectedOfEvent, { params: { id: event.id }, staleTime: 0 })
  const [stayed, setStayed] = useState<ShiftResults['results'] | null>(null)
  const [toNotify, setToNotify] = useState<readonly number[] | null>(null)
  const queries = useQueryClient()
  const cancelOrPostpone = useCommand(cancelOrPostponeEvent, { refresh: [performances, events], quiet: [409, 422] })
  const counts = affected.data

  async function submit(becomes: Becomes, reason: string): Promise<void> {
    const { results, changes } = await cancelOrPostpone.mutateAsync({
      params: { id: event.id },
      input: { becomes, ...(reason.trim() !== '' && { reason }) },
    })
    await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
    const left = results.filter(({ ok }) => !ok)
    const n = results.length - left.length
    toast.success(
      becomes === 'cancelled'
        ? t('Event cancelled, with {n, plural, one {# performance} other {# performances}}', { n })
        : t('Event postponed, with {n, plural, one {# performance} other {# performances}}', { n }),
    )
    if (changes.length > 0) setToNotify(changes)
    if (left.length > 0) setStayed(left)
    else if (changes.length === 0) onClose()
  }

  if (stayed) return <Stayed results={stayed} onClose={() => (toNotify ? setStayed(null) : onClose())} />
  if (toNotify)
    return (
      <Suspense>
        <NotifyDialog changes={toNotify} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog
      title={t('Cancel or postpone {name}', { name: String(event['name']) })}
      onClose={onClose}
      isBusy={cancelOrPostpone.isPending}
      size={520}
    >
      {affected.error && !counts && (
        <Failure error={affected.error} onRetry={() => void affected.refetch()} what={t('Purchases')} />
      )}
      {counts === undefined ? (
        !affected.error && <FormSkeleton />
      ) : (
        <CancelOrPostponeForm
          purchases={counts.purchases}
          begin={begin}
          cancel={t('Cancel event')}
          isBusy={cancelOrPostpone.isPending}
          onSubmit={submit}
          onClose={onClose}
          words={t(
            '{sold, plural, one {# of them is} other {# of them are}} sold: {n, plural, one {# purchase is} other {# purchases are}} affected. No order changes yet. Start an order run from the same menu afterwards.',
            { sold: counts.sold, n: counts.purchases },
          )}
        >
          <p>
            {t(
              '{n, plural, =0 {It has no upcoming performances.} one {Its # upcoming performance is cancelled or postponed too.} other {Its # upcoming performances are cancelled or postponed too.}}',
              { n: counts.performances },
            )}
            {counts.performances > 0 && counts.purchases === 0 && ` ${t('No customer has a purchase for them.')}`}
          </p>
        </CancelOrPostponeForm>
      )}
    </Dialog>
  )
}

/** Performances that stayed are listed by their days, which the event does not know. */
function Stayed({ results, onClose }: { results: ShiftResults['results']; onClose: () => void }) {
  const { data, error } = useRows(performances, {
    filter: { id: results.map(({ id }) => id) },
    range: [0, results.length - 1],
    fields: ['id', 'localDate', 'localTime'],
  })
  // Why each stayed matters more than its name: the dialog does not wait for names that can't be read.
  if (!data && !error) return null
  return <StayedDialog chosen={(data?.rows ?? []) as readonly AnyRecord[]} results={results} onClose={onClose} />
}
