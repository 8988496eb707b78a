import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer, useCommand, useRows } from '../../kit/screens/client.web.ts'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { Becomes } from './call-off-form.tsx'
import { CallOffForm } from './call-off-form.tsx'
import { callOffEvent, countAffectedOfEvent } from './event-calls.ts'
import { events } from './events.ts'
import { performances } from './performances.ts'
import type { ShiftResults } from './schedule-calls.ts'
import { readPerformanceCalendar } from './schedule-calls.ts'
import { StayedDialog } from './stayed-dialog.tsx'

const TellDialog = lazy(async () => ({ default: (await import('./tell-dialog.tsx')).TellDialog }))

interface CallOffEventDialogProps {
  readonly event: AnyRecord
  /** What is chosen to begin with. */
  readonly begin?: Becomes
  readonly onClose: () => void
}

/** Cancels an event or puts it off with everything of it that is to come, once it has been said whom that concerns and why. */
export function CallOffEventDialog({ event, begin = 'cancelled', onClose }: CallOffEventDialogProps) {
  const affected = useAnswer(countAffectedOfEvent, { params: { id: event.id }, staleTime: 0 })
  const [stayed, setStayed] = useState<ShiftResults['results'] | null>(null)
  const [untold, setUntold] = useState<readonly number[] | null>(null)
  const queries = useQueryClient()
  const callOff = useCommand(callOffEvent, { refresh: [performances, events], quiet: [409, 422] })
  const counts = affected.data

  async function submit(becomes: Becomes, reason: string): Promise<void> {
    const { results, changes } = await callOff.mutateAsync({ params: { id: event.id }, input: { becomes, ...(reason.trim() !== '' && { reason }) } })
    await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
    const left = results.filter(({ ok }) => !ok)
    const n = results.length - left.length
    toast.success(becomes === 'cancelled' ? t('Event cancelled, with {n, plural, one {# performance} other {# performances}}', { n }) : t('Event postponed, with {n, plural, one {# performance} other {# performances}}', { n }))
    if (changes.length > 0) setUntold(changes)
    if (left.length > 0) setStayed(left)
    else if (changes.length === 0) onClose()
  }

  if (stayed) return <Stayed results={stayed} onClose={() => (untold ? setStayed(null) : onClose())} />
  if (untold) return <Suspense><TellDialog changes={untold} onClose={onClose} /></Suspense>
  return (
    <Dialog title={t('Call off {name}', { name: String(event['name']) })} onClose={onClose} size={520}>
      {affected.error && !counts && <Failure error={affected.error} onRetry={() => void affected.refetch()} what={t('Purchases')} />}
      {counts === undefined ? !affected.error && <FormSkeleton /> : (
        <CallOffForm
          purchases={counts.purchases} begin={begin} cancel={t('Cancel event')} isBusy={callOff.isPending} onSubmit={submit} onClose={onClose}
          words={t('{sold, plural, one {# of them is} other {# of them are}} sold: {n, plural, one {# purchase is} other {# purchases are}} affected. None of them is cancelled or paid back by this: that is decided with each purchase.', { sold: counts.sold, n: counts.purchases })}
        >
          <p>
            {t('{n, plural, =0 {It has no performance to come.} one {Its # performance to come is called off with it.} other {Its # performances to come are called off with it.}}', { n: counts.performances })}
            {counts.performances > 0 && counts.purchases === 0 && ` ${t('Nobody holds a purchase for them.')}`}
          </p>
        </CallOffForm>
      )}
    </Dialog>
  )
}

/** Those that stayed have to be named by their days, which the event does not know. */
function Stayed({ results, onClose }: { results: ShiftResults['results']; onClose: () => void }) {
  const { data } = useRows(performances, { filter: { id: results.map(({ id }) => id) }, range: [0, 99], fields: ['id', 'localDate', 'localTime'] })
  return data ? <StayedDialog chosen={data.rows as readonly AnyRecord[]} results={results} onClose={onClose} /> : null
}
