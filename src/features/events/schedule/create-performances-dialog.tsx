import { Button, Checkbox } from '@mantine/core'
import type { venues } from '../../places/venues/venues.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { date, integer, ref, select, words } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand, useRows } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { shortWeekday } from '../../../core/i18n/calendar-labels.ts'
import { minutesUntil } from '../performance/clock-times.ts'
import { ConfigurationInput } from '../performance/configuration-input.tsx'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import type { PlannedStart } from '../notices/schedule.endpoints.ts'
import { createPerformances, previewSchedule, readPerformanceCalendar } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'
import { SchedulePreview } from './schedule-preview.tsx'
import { weekdayOf } from '../../../core/i18n/calendar-labels.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'

const fields = {
  venueId: ref(nameOf<typeof venues>('venues'), { required: true }),
  from: date({ required: true, label: 'First day' }),
  until: date({ required: true, label: 'Last day' }),
  times: words({ label: 'Times', help: 'Such as 19:30; several with commas between them' }),
  except: words({ label: 'Days left out', help: 'Such as 2026-12-24' }),
  durationMinutes: integer({ required: true, label: 'Minutes', help: 'How long each takes' }),
  doorsMinutes: integer({ label: 'Doors', help: 'Minutes before the start' }),
  capacity: integer({ label: 'Capacity', help: 'Blank means that of the configuration' }),
  status: select(['onsale', 'offsale'], { required: true, labels: performances.fields.status.labels, label: 'Sales' }),
}
type Key = keyof typeof fields
type Draft = Readonly<Partial<Record<Key | 'venueConfigurationId', unknown>>>

interface CreateProps {
  event: AnyRecord
  /** The day to begin with. */
  date: string | null
  onClose: () => void
  onCreated: (firstDay: string) => void
}

const numberOr = (value: unknown) => (typeof value === 'number' ? value : null)
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const keyOf = ({ localDate, localTime }: PlannedStart) => `${localDate} ${localTime}`

/** Takes a pattern, shows every start it makes along with any conflicts, and creates the selected ones. */
export function CreatePerformancesDialog(props: CreateProps) {
  const { data, error } = useRows(performances, {
    filter: { eventId: props.event.id },
    sort: [{ field: 'startsAt', descending: true }],
    range: [0, 0],
  })
  // Most runs go on as they began, so the last performance is what the new ones are like.
  return data || error ? <LoadedDialog {...props} like={(data?.rows[0] as AnyRecord | undefined) ?? null} /> : null
}

function LoadedDialog({ event, date: day, like, onClose, onCreated }: CreateProps & { like: AnyRecord | null }) {
  const [draft, setDraft] = useState<Draft>(() => startOf(event, day, like))
  const [weekdays, setWeekdays] = useState<readonly number[]>(day === null ? [1, 2, 3, 4, 5, 6, 7] : [weekdayOf(day)])
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [offsets, setOffsets] = useState<Readonly<Record<string, string>>>({})
  const queries = useQueryClient()
  const preview = useCommand(previewSchedule, { quiet: [409, 422] })
  const create = useCommand(createPerformances, { refresh: [performances, events], quiet: [409, 422] })
  const rows = preview.data?.rows ?? []
  const chosen = rows.filter(
    (row) =>
      (row.problem === null || (row.problem === 'repeated' && Boolean(offsets[keyOf(row)]))) && !left.has(keyOf(row)),
  )

  function refuse(failure: unknown): void {
    if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
  }

  async function look(): Promise<void> {
    setProblems({})
    setLeft(new Set())
    setOffsets({})
    await preview
      .mutateAsync({
        params: { id: event.id },
        input: {
          venueId: Number(draft.venueId),
          from: String(draft.from ?? ''),
          until: String(draft.until ?? ''),
          weekdays: [...weekdays],
          times: textsOf(draft.times),
          except: textsOf(draft.except),
          durationMinutes: Number(draft.durationMinutes ?? 0),
        },
      })
      .catch(refuse)
  }

  async function submit(): Promise<void> {
    setProblems({})
    try {
      const { created } = await create.mutateAsync({
        params: { id: event.id },
        input: {
          venueId: Number(draft.venueId),
          venueConfigurationId: numberOr(draft.venueConfigurationId),
          durationMinutes: Number(draft.durationMinutes ?? 0),
          doorsMinutes: numberOr(draft.doorsMinutes),
          capacity: numberOr(draft.capacity),
          status: draft.status === 'onsale' ? 'onsale' : 'offsale',
          starts: chosen.map((row) => ({
            localDate: row.localDate,
            localTime: row.localTime,
            offset: offsets[keyOf(row)] || null,
          })),
        },
      })
      await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
      toast.success(t('{n, plural, one {# performance created} other {# performances created}}', { n: created.length }))
      onCreated(chosen[0]?.localDate ?? String(draft.from))
    } catch (failure) {
      refuse(failure)
    }
  }

  const input = (key: Key) => (
    <div key={key}>
      {inputOf(fields[key], {
        name: key,
        value: draft[key] ?? null,
        error: problems[key] ?? Object.entries(problems).find(([path]) => path.startsWith(`${key}.`))?.[1],
        errors: {},
        readOnly: false,
        draft,
        record: event,
        onChange: (value) => {
          setDraft((before) => ({ ...before, [key]: value, ...(key === 'venueId' && { venueConfigurationId: null }) }))
          setProblems({})
          preview.reset()
        },
      })}
    </div>
  )

  return (
    <Dialog title={t('Add performances')} onClose={onClose} size={860}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void (preview.data ? submit() : look())
        }}
      >
        <div className={classes['fields']}>
          {input('venueId')}
          <ConfigurationInput
            field={performances.fields.venueConfigurationId}
            name="venueConfigurationId"
            value={draft.venueConfigurationId ?? null}
            error={problems['venueConfigurationId']}
            errors={{}}
            readOnly={false}
            draft={draft}
            record={like}
            onChange={(value) => setDraft((before) => ({ ...before, venueConfigurationId: value }))}
          />
          {input('from')}
          {input('until')}
        </div>
        <fieldset className={classes['weekdays']}>
          <legend>{t('Days of the week')}</legend>
          <div>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <Checkbox
                key={weekday}
                label={shortWeekday(weekday)}
                checked={weekdays.includes(weekday)}
                onChange={(changed) => {
                  const isOn = changed.currentTarget.checked
                  setWeekdays((before) =>
                    isOn ? [...before, weekday].toSorted() : before.filter((one) => one !== weekday),
                  )
                  preview.reset()
                }}
              />
            ))}
          </div>
          {problems['weekdays'] !== undefined && <p className={classes['problem']}>{problems['weekdays']}</p>}
        </fieldset>
        <div className={classes['fields']}>
          {input('times')}
          {input('except')}
        </div>
        <div className={classes['fields']}>
          {input('durationMinutes')}
          {input('doorsMinutes')}
          {input('capacity')}
          {input('status')}
        </div>
        {problems[''] !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        {preview.data && (
          <SchedulePreview
            preview={preview.data}
            keyOf={keyOf}
            left={left}
            offsets={offsets}
            refused={Object.fromEntries(
              Object.entries(problems).flatMap(([path, message]) => {
                const row = chosen[Number(/^starts\.([0-9]+)/.exec(path)?.[1] ?? -1)]
                return row ? [[keyOf(row), message]] : []
              }),
            )}
            onLeave={(key, isLeft) =>
              setLeft((before) => new Set(isLeft ? [...before, key] : [...before].filter((one) => one !== key)))
            }
            onOffset={(key, offset) => setOffsets((before) => ({ ...before, [key]: offset }))}
          />
        )}
        <div className={classes['buttons']}>
          {preview.data && (
            <p role="status">{t('{chosen} of {n} will be created.', { chosen: chosen.length, n: rows.length })}</p>
          )}
          <Button variant="default" onClick={onClose} disabled={create.isPending}>
            {t('Cancel')}
          </Button>
          {preview.data ? (
            <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
              {t('{n, plural, one {Create # performance} other {Create # performances}}', { n: chosen.length })}
            </Button>
          ) : (
            <Button type="submit" loading={preview.isPending}>
              {t('Preview')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function startOf(event: AnyRecord, day: string | null, like: AnyRecord | null): Draft {
  const [doors, time] = [like?.['doorsTime'], like?.['localTime']]
  return {
    venueId: like?.['venueId'] ?? event['venueId'],
    venueConfigurationId: like?.['venueConfigurationId'] ?? null,
    from: day,
    until: day,
    times: typeof time === 'string' ? [time] : [],
    except: [],
    durationMinutes: like?.['durationMinutes'] ?? 120,
    doorsMinutes: typeof doors === 'string' && typeof time === 'string' ? minutesUntil(doors, time) : null,
    capacity: null,
    status: 'offsale',
  }
}
