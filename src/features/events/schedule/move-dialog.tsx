import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { date, time } from '../../../core/resource/fields.ts'
import { formatDate, formatInstant, zoneName } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import { ReasonField } from './reason-field.tsx'
import { readPerformanceCalendar, reschedulePerformance } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'
import { placeStart } from '../performance/starts.ts'

const NotifyDialog = lazy(async () => ({ default: (await import('../notices/notify-dialog.tsx')).NotifyDialog }))

const fields = { localDate: date({ required: true, label: 'Date' }), localTime: time({ label: 'Starts' }) }

interface MoveDialogProps {
  performance: AnyRecord
  onClose: () => void
}

/** The new start as it is typed, what is wrong with it, and its sending. */
function useMove({ performance, onClose }: MoveDialogProps) {
  const zone = String(performance['timeZone'])
  const [localDate, setDate] = useState<unknown>(performance['localDate'])
  const [localTime, setTime] = useState<unknown>(performance['localTime'])
  const [isTba, setTba] = useState(performance['isTimeTba'] === true)
  const [isDateTbd, setTbd] = useState(performance['isDateTbd'] === true)
  const [offset, setOffset] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [toNotify, setToNotify] = useState<readonly number[] | null>(null)
  const queries = useQueryClient()
  const move = useCommand(reschedulePerformance, { refresh: [performances, events], quiet: [409, 422] })
  const start =
    typeof localDate === 'string' && (isTba || typeof localTime === 'string')
      ? { localDate, localTime: isTba ? null : String(localTime), ...(offset !== '' && { offset }) }
      : null
  const isMoved =
    start !== null &&
    (start.localDate !== performance['localDate'] ||
      start.localTime !== performance['localTime'] ||
      isDateTbd !== performance['isDateTbd'])

  async function submit(): Promise<void> {
    if (!start)
      return setProblems({
        ...(typeof localDate !== 'string' && { localDate: t('Choose the day.') }),
        ...(!isTba &&
          typeof localTime !== 'string' && { localTime: t('Enter the start, or mark it as to be announced.') }),
      })
    try {
      const { startsAt, changes } = await move.mutateAsync({
        params: { id: performance.id },
        input: { ...start, isDateTbd, ...(reason.trim() !== '' && { reason }) },
      })
      await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
      toast.success(t('The performance begins on {at} now', { at: formatInstant(startsAt, zone) }))
      if (changes.length === 0) onClose()
      else setToNotify(changes)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }
  // Another start can be right.
  const typing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setProblems({})
    }
  const placing = (set: (value: unknown) => void) =>
    typing((value: unknown) => {
      set(value)
      setOffset('')
    })
  return {
    zone,
    localDate,
    setDate: placing(setDate),
    localTime,
    setTime: placing(setTime),
    isTba,
    setTba: typing(setTba),
    isDateTbd,
    /** Whether it had a day, which is then given up. */
    hadDay: performance['isDateTbd'] !== true,
    setTbd,
    offset,
    setOffset: typing(setOffset),
    reason,
    setReason: typing(setReason),
    placed: start && placeStart(start, zone),
    isMoved,
    problems,
    toNotify,
    submit,
    isPending: move.isPending,
  }
}
type Moving = ReturnType<typeof useMove>

/** Moves a performance to another start, and shows the new start in other time zones and whom it affects. */
export function MoveDialog({ performance, onClose }: MoveDialogProps) {
  const moving = useMove({ performance, onClose })
  const { problems, toNotify, isMoved, submit, isPending } = moving
  if (toNotify)
    return (
      <Suspense>
        <NotifyDialog changes={toNotify} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog title={t('Move the performance')} onClose={onClose} isBusy={isPending} size={520}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <StartInputs moving={moving} />
        <StartFacts performance={performance} moving={moving} />
        {isMoved && (
          <ReasonField
            purchases={Number(performance['purchaseCount'])}
            value={moving.reason}
            error={problems['reason']}
            onChange={moving.setReason}
          />
        )}
        {problems[''] !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!isMoved}>
            {t('Move')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function StartInputs({ moving }: { moving: Moving }) {
  const { zone, placed, problems, isTba, isDateTbd, offset } = moving
  const shared = { errors: {}, readOnly: false, draft: {}, record: null }
  return (
    <>
      <div className={classes['fields']}>
        {inputOf(fields.localDate, {
          ...shared,
          name: 'move.localDate',
          value: moving.localDate,
          error: problems['localDate'],
          onChange: moving.setDate,
        })}
        {!isTba &&
          inputOf(fields.localTime, {
            ...shared,
            name: 'move.localTime',
            value: moving.localTime,
            error: problems['localTime'],
            onChange: moving.setTime,
          })}
      </div>
      <Checkbox
        label={t('Time to be announced')}
        checked={isTba}
        onChange={(event) => moving.setTba(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('Date to be announced')}
        description={moving.hadDay ? t('Not on sale until then.') : t('Until then, the date above is used.')}
        checked={isDateTbd}
        onChange={(event) => moving.setTbd(event.currentTarget.checked)}
      />
      {placed && placed.offsets.length > 1 && (
        <NativeSelect
          label={t('First or second')}
          description={t('This time occurs twice that day in {zone}.', { zone })}
          withAsterisk
          value={offset}
          error={problems['offset']}
          data={[
            { value: '', label: t('Choose') },
            ...placed.offsets.map((value) => ({ value, label: `UTC${value}` })),
          ]}
          onChange={(event) => moving.setOffset(event.currentTarget.value)}
        />
      )}
    </>
  )
}

/** The start until now and the one from now on. */
function StartFacts({ performance, moving }: { performance: AnyRecord; moving: Moving }) {
  const { zone, placed, isTba, localDate } = moving
  return (
    <dl className={classes['facts']}>
      <dt>{t('Until now')}</dt>
      <dd>
        {performance['localTime'] === null
          ? formatDate(String(performance['localDate']))
          : formatInstant(String(performance['startsAt']), zone)}{' '}
        · {zone}
      </dd>
      <dt>{t('From now on')}</dt>
      <dd aria-live="polite">
        {placed?.startsAt
          ? `${isTba ? formatDate(String(localDate)) : formatInstant(placed.startsAt, zone)} ${zoneName(placed.startsAt, zone)} · ${t('{at} UTC', { at: formatInstant(placed.startsAt, 'UTC') })}`
          : placed?.problem === 'skipped'
            ? t('The clocks of {zone} skip this time.', { zone })
            : '–'}
      </dd>
    </dl>
  )
}
