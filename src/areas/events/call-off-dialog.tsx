import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer, useCommand } from '../../kit/screens/client.web.ts'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { events } from './events.ts'
import { performances } from './performances.ts'
import { ReasonField } from './reason-field.tsx'
import type { ShiftResults } from './schedule-calls.ts'
import { callOffPerformances, countAffected, readPerformanceCalendar } from './schedule-calls.ts'
import classes from './schedule.module.css'
import { StayedDialog } from './stayed-dialog.tsx'

const TellDialog = lazy(async () => ({ default: (await import('./tell-dialog.tsx')).TellDialog }))

interface CallOffDialogProps {
  chosen: readonly AnyRecord[]
  /** What is chosen to begin with. */
  begin?: 'cancelled' | 'postponed'
  onClose: () => void
  onDone: () => void
}

/** Cancels performances or puts them off, once it has been said how many purchases that is and why. */
export function CallOffDialog({ chosen, begin = 'cancelled', onClose, onDone }: CallOffDialogProps) {
  const ids = chosen.map(({ id }) => id)
  const affected = useAnswer(countAffected, { query: { ids: ids.join() }, staleTime: 0 })
  const [becomes, setBecomes] = useState(begin)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [stayed, setStayed] = useState<ShiftResults['results'] | null>(null)
  const [untold, setUntold] = useState<readonly number[] | null>(null)
  const queries = useQueryClient()
  const callOff = useCommand(callOffPerformances, { refresh: [performances, events], quiet: [409, 422] })
  const purchases = affected.data?.purchases

  async function submit(): Promise<void> {
    try {
      const { results, changes } = await callOff.mutateAsync({ input: { ids, becomes, ...(reason.trim() !== '' && { reason }) } })
      await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
      const left = results.filter(({ ok }) => !ok)
      const done = results.length - left.length
      if (done > 0) {
        toast.success(becomes === 'cancelled'
          ? t('{n, plural, one {# performance} other {# performances}} cancelled', { n: done }) : t('{n, plural, one {# performance} other {# performances}} postponed', { n: done }))
      }
      if (changes.length > 0) setUntold(changes)
      if (left.length > 0) setStayed(left)
      else if (changes.length === 0) onDone()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }

  if (stayed) return <StayedDialog chosen={chosen} results={stayed} onClose={() => (untold ? setStayed(null) : onDone())} />
  if (untold) return <Suspense><TellDialog changes={untold} onClose={onDone} /></Suspense>
  const [only] = chosen
  return (
    <Dialog title={chosen.length === 1 ? t('Call off the performance of {date}', { date: formatDate(String(only?.['localDate'])) }) : t('Call off {n, plural, one {# performance} other {# performances}}', { n: chosen.length })} onClose={onClose} size={520}>
      {affected.error && !affected.data && <Failure error={affected.error} onRetry={() => void affected.refetch()} what={t('Purchases')} />}
      {purchases === undefined ? !affected.error && <FormSkeleton /> : (
        <form noValidate className={classes['form']} onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}>
          <Radio.Group label={t('What becomes of it')} value={becomes} onChange={(value) => setBecomes(value === 'postponed' ? 'postponed' : 'cancelled')}>
            <div className={classes['choices']}>
              <Radio value="cancelled" label={t('It is cancelled')} />
              <Radio value="postponed" label={t('It is postponed')} description={t('To a day that is still to be decided.')} />
            </div>
          </Radio.Group>
          {purchases === 0 && <p>{t('Nobody holds a purchase for it.')}</p>}
          <ReasonField purchases={purchases} words={t('{n, plural, one {# purchase is} other {# purchases are}} affected. None of them is cancelled or paid back by this: that is decided with each purchase.', { n: purchases })} value={reason} error={problems['reason']} onChange={(value) => {
            setReason(value)
            setProblems({})
          }} />
          {problems[''] !== undefined && <p role="alert" className={classes['problem']}>{problems['']}</p>}
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose} disabled={callOff.isPending}>{t('Leave it')}</Button>
            <Button type="submit" color="red" loading={callOff.isPending}>{becomes === 'cancelled' ? t('Cancel performance') : t('Postpone')}</Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
