import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { integer } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { performances } from '../performance/performances.ts'
import { ReasonField } from './reason-field.tsx'
import type { ShiftResults } from '../notices/schedule.endpoints.ts'
import { readPerformanceCalendar, shiftPerformances } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'
import { StayedDialog } from './stayed-dialog.tsx'

const NotifyDialog = lazy(async () => ({ default: (await import('../notices/notify-dialog.tsx')).NotifyDialog }))

const field = integer({ required: true, label: 'Minutes', help: 'Below zero is earlier. Doors keep their distance.' })

interface ShiftDialogProps {
  readonly chosen: readonly AnyRecord[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Moves the selected performances by some minutes, and lists the reason for each one that stayed. */
export function ShiftDialog({ chosen, onClose, onDone }: ShiftDialogProps) {
  const [minutes, setMinutes] = useState<unknown>(null)
  const [reason, setReason] = useState('')
  const { run, isPending, results, setResults, toNotify, problems, setProblems } = useShift(chosen, onDone)
  const purchases = chosen.reduce((sum, row) => sum + Number(row['purchaseCount'] ?? 0), 0)

  async function submit(): Promise<void> {
    if (typeof minutes !== 'number')
      return setProblems({ minutes: t('Enter a number of minutes. Use a negative number for earlier.') })
    await run(minutes, reason)
  }

  if (results)
    return <StayedDialog chosen={chosen} results={results} onClose={() => (toNotify ? setResults(null) : onDone())} />
  if (toNotify)
    return (
      <Suspense>
        <NotifyDialog changes={toNotify} onClose={onDone} />
      </Suspense>
    )
  return (
    <Dialog
      title={t('Shift {n, plural, one {# performance} other {# performances}}', { n: chosen.length })}
      onClose={onClose}
      isBusy={isPending}
      size={460}
    >
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {inputOf(field, {
          name: 'minutes',
          value: minutes,
          error: problems['minutes'],
          errors: {},
          readOnly: false,
          draft: {},
          record: null,
          onChange: (value) => {
            setMinutes(value)
            setProblems({})
          },
        })}
        <ReasonField
          purchases={purchases}
          value={reason}
          error={problems['reason']}
          onChange={(value) => {
            setReason(value)
            setProblems({})
          }}
        />
        {problems[''] !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Shift')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Moves them; afterwards there can be performances that stayed, and changes to tell customers of. */
function useShift(chosen: readonly AnyRecord[], onDone: () => void) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [results, setResults] = useState<ShiftResults['results'] | null>(null)
  const [toNotify, setToNotify] = useState<readonly number[] | null>(null)
  const queries = useQueryClient()
  const shift = useCommand(shiftPerformances, { refresh: [performances], quiet: [409, 422] })

  async function run(minutes: number, reason: string): Promise<void> {
    try {
      const answer = await shift.mutateAsync({
        input: { ids: chosen.map(({ id }) => id), minutes, ...(reason.trim() !== '' && { reason }) },
      })
      const stayed = answer.results.filter(({ ok }) => !ok)
      const moved = answer.results.length - stayed.length
      if (moved > 0)
        toast.success(t('{n, plural, one {# performance moved} other {# performances moved}}', { n: moved }))
      if (answer.changes.length > 0) setToNotify(answer.changes)
      if (stayed.length > 0) setResults(stayed)
      else if (answer.changes.length === 0) onDone()
      // Last: until the calendar is read the dialog would take another press, which moves them once more.
      await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }

  return { run, isPending: shift.isPending, results, setResults, toNotify, problems, setProblems }
}
