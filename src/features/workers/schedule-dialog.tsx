import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { WorkerDetails } from './workers.endpoints.ts'
import { changeSchedule, previewSchedule, resetSchedule } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'
import classes from './workers.module.css'

interface ScheduleDialogProps {
  readonly worker: WorkerDetails
  readonly schedule: NonNullable<WorkerDetails['schedule']>
  readonly onClose: () => void
}

interface Preview {
  readonly words: string
  readonly nextRuns: readonly string[]
}

/** Changes when a worker runs, and shows what the expression means as it is typed. */
export function ScheduleDialog({ worker, schedule, onClose }: ScheduleDialogProps) {
  const change = useWorkerCommand(changeSchedule, worker.name, [422])
  const reset = useWorkerCommand(resetSchedule, worker.name)
  const [typed, setTyped] = useState({ cron: schedule.cron, zone: schedule.zone })
  const wanted = useDeferredValue(typed)
  const [list, zones] = [useId(), useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], [])]
  const preview = usePreview(wanted)
  const faults = fieldsOf(change.error) ?? fieldsOf(preview.error)

  async function save(): Promise<void> {
    // What is wrong is on its field.
    if (!(await change.mutateAsync(typed).catch(() => null))) return
    toast.success(t('Schedule saved'))
    onClose()
  }

  async function resetNow(): Promise<void> {
    if (!(await reset.mutateAsync(undefined).catch(() => null))) return
    toast.success(t('Schedule reset'))
    onClose()
  }

  function put(patch: Partial<typeof typed>): void {
    change.reset()
    setTyped({ ...typed, ...patch })
  }

  return (
    <Dialog title={t('Schedule of {worker}', { worker: worker.label })} onClose={onClose} size={460}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label={t('Cron expression')}
          description={t('Minute, hour, day, month, weekday')}
          value={typed.cron}
          error={faults?.['cron']}
          maxLength={100}
          onChange={(event) => put({ cron: event.currentTarget.value })}
        />
        <TextInput
          label={t('Time zone')}
          value={typed.zone}
          error={faults?.['zone']}
          maxLength={64}
          list={list}
          onChange={(event) => put({ zone: event.currentTarget.value })}
        />
        <datalist id={list}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <PreviewOf preview={faults ? undefined : preview.data} zone={wanted.zone} />
        <div className={classes['buttons']}>
          {schedule.changedAt !== null && (
            <Button variant="default" loading={reset.isPending} onClick={() => void resetNow()}>
              {t('Reset to default')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function usePreview(wanted: { readonly cron: string; readonly zone: string }) {
  return useQuery({
    queryKey: ['worker-schedule', wanted],
    queryFn: async ({ signal }) =>
      (await http.request('GET', previewSchedule.path, { params: wanted, signal, quiet: [422] })).data as Preview,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

function PreviewOf({ preview, zone }: { preview: Preview | undefined; zone: string }) {
  return (
    <div className={classes['preview']} role="status" aria-label={t('Preview')}>
      {preview && (
        <>
          <strong>{preview.words}</strong>
          <ol className={classes['moments']}>
            {preview.nextRuns.map((at) => (
              <li key={at}>{formatInstant(at, zone)}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function fieldsOf(error: unknown): Readonly<Record<string, string>> | null {
  return error instanceof FailedRequest ? error.body.fields : null
}
