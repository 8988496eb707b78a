import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { weekdayOf } from '../../../core/i18n/calendar-labels.ts'
import { t } from '../../../core/i18n/language.ts'
import { date, integer, ref, select, words } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { venues } from '../../places/venues/venues.ts'
import { events } from '../event/events.ts'
import type { PlannedStart } from '../notices/schedule.endpoints.ts'
import { createPerformances, previewSchedule, readPerformanceCalendar } from '../notices/schedule.endpoints.ts'
import { minutesUntil } from '../performance/clock-times.ts'
import { performances } from '../performance/performances.ts'

export const fields = {
  venueId: ref(nameOf<typeof venues>('venues'), { required: true }),
  from: date({ required: true, label: 'First day' }),
  until: date({ required: true, label: 'Last day' }),
  times: words({ label: 'Times', help: 'Such as 19:30. Separate several with commas' }),
  except: words({ label: 'Days left out', help: 'Such as 2026-12-24' }),
  durationMinutes: integer({ required: true, label: 'Minutes', help: 'Length of each performance' }),
  doorsMinutes: integer({ label: 'Doors', help: 'Minutes before the start' }),
  capacity: integer({ label: 'Capacity', help: 'Blank means that of the configuration' }),
  status: select(['onsale', 'offsale'], { required: true, labels: performances.fields.status.labels, label: 'Sales' }),
}
export type Key = keyof typeof fields
type Draft = Readonly<Partial<Record<Key | 'venueConfigurationId', unknown>>>

const numberOr = (value: unknown) => (typeof value === 'number' ? value : null)
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
/** What tells one planned start from the others. */
export const keyOf = ({ localDate, localTime }: PlannedStart) => `${localDate} ${localTime}`

export interface PlanOf {
  event: AnyRecord
  /** The day to begin with. */
  date: string | null
  /** The performance that the new ones are like. */
  like: AnyRecord | null
  onCreated: (firstDay: string) => void
}

/** A pattern of performances as it is filled in, what it was last seen to make, and which of that is wanted. */
export function usePlannedPerformances({ event, date: day, like, onCreated }: PlanOf) {
  const [draft, setDraft] = useState<Draft>(() => startOf(event, day, like))
  const [weekdays, setWeekdays] = useState<readonly number[]>(day === null ? [1, 2, 3, 4, 5, 6, 7] : [weekdayOf(day)])
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const choice = useChoiceOfStarts()
  const queries = useQueryClient()
  const preview = useCommand(previewSchedule, { quiet: [409, 422] })
  const create = useCommand(createPerformances, { refresh: [performances, events], quiet: [409, 422] })
  const rows = preview.data?.rows ?? []
  const chosen = rows.filter(choice.isChosen)

  function refuse(failure: unknown): void {
    if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
  }

  async function look(): Promise<void> {
    setProblems({})
    choice.reset()
    await preview.mutateAsync({ params: { id: event.id }, input: patternOf(draft, weekdays) }).catch(refuse)
  }

  async function submit(): Promise<void> {
    setProblems({})
    try {
      const { created } = await create.mutateAsync({
        params: { id: event.id },
        input: { ...detailsOf(draft), starts: chosen.map(choice.startOf) },
      })
      toast.success(t('{n, plural, one {# performance created} other {# performances created}}', { n: created.length }))
      // Before the calendar is read again: until then the dialog would take another press for more of them.
      onCreated(chosen[0]?.localDate ?? String(draft.from))
      await queries.invalidateQueries({ queryKey: [readPerformanceCalendar.path] })
    } catch (failure) {
      refuse(failure)
    }
  }

  /** A pattern that changes makes other starts. What all of them are like can change without that. */
  function change(values: Draft): void {
    setDraft((before) => ({ ...before, ...values }))
    setProblems({})
    preview.reset()
  }

  function setWeekday(weekday: number, isOn: boolean): void {
    setWeekdays((before) => (isOn ? [...before, weekday].toSorted() : before.filter((one) => one !== weekday)))
    preview.reset()
  }

  return {
    draft,
    change,
    setConfiguration: (id: unknown) => setDraft((before) => ({ ...before, venueConfigurationId: id })),
    weekdays,
    setWeekday,
    problems,
    preview,
    create,
    rows,
    chosen,
    choice,
    send: () => (preview.data ? submit() : look()),
  }
}
export type PlannedPerformances = ReturnType<typeof usePlannedPerformances>

/** Which of the starts that a pattern makes are wanted, and which of two hours an hour that comes twice means. */
function useChoiceOfStarts() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [offsets, setOffsets] = useState<Readonly<Record<string, string>>>({})
  return {
    left,
    offsets,
    isChosen: (row: PlannedStart) =>
      (row.problem === null || (row.problem === 'repeated' && Boolean(offsets[keyOf(row)]))) && !left.has(keyOf(row)),
    startOf: (row: PlannedStart) => ({
      localDate: row.localDate,
      localTime: row.localTime,
      offset: offsets[keyOf(row)] || null,
    }),
    leave: (key: string, isLeft: boolean) =>
      setLeft((before) => new Set(isLeft ? [...before, key] : [...before].filter((one) => one !== key))),
    setOffset: (key: string, offset: string) => setOffsets((before) => ({ ...before, [key]: offset })),
    reset: () => {
      setLeft(new Set())
      setOffsets({})
    },
  }
}

const patternOf = (draft: Draft, weekdays: readonly number[]) => ({
  venueId: Number(draft.venueId),
  from: String(draft.from ?? ''),
  until: String(draft.until ?? ''),
  weekdays: [...weekdays],
  times: textsOf(draft.times),
  except: textsOf(draft.except),
  durationMinutes: Number(draft.durationMinutes ?? 0),
})

const detailsOf = (draft: Draft) => ({
  venueId: Number(draft.venueId),
  venueConfigurationId: numberOr(draft.venueConfigurationId),
  durationMinutes: Number(draft.durationMinutes ?? 0),
  doorsMinutes: numberOr(draft.doorsMinutes),
  capacity: numberOr(draft.capacity),
  status: draft.status === 'onsale' ? ('onsale' as const) : ('offsale' as const),
})

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
