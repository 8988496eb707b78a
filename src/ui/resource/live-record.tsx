import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rich } from '../rich.tsx'
import { toast } from '../toast-store.web.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { LiveChange, Visitor } from '../../core/browser/live.web.ts'
import { followChanges, setVisit, useVisitors } from '../../core/browser/live.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { AnyRecord } from './client.web.ts'
import classes from './live-record.module.css'

/** The minimum milliseconds between two fetches of an open record, however often it changes. */
const lookEvery = 2_000
/** Fields that a note names; what else changed is counted. */
const maxNamed = 3

export interface LiveRecordProps {
  readonly of: AnyResource
  /** The record as the form below shows it. */
  readonly record: AnyRecord
  readonly isDirty: boolean
  /** The record has been deleted. */
  readonly onGone: () => void
}

interface Newer {
  readonly record: AnyRecord
  readonly by: string | null
}

/**
 * Keeps an open record up to date: by itself, with a quiet note, as long as nothing was typed; else by a notice that
 * offers to look at the newer version. Tells others that the record is open here.
 */
export function LiveRecord({ of: resource, record, isDirty, onGone }: LiveRecordProps) {
  const queries = useQueryClient()
  const [newer, setNewer] = useState<Newer | null>(null)
  const latest = useRef({ record, isDirty, onGone })
  useEffect(() => {
    latest.current = { record, isDirty, onGone }
  })
  const { id } = record

  useEffect(
    () => setVisit({ resource: resource.name, id, state: isDirty ? 'editing' : 'looking' }),
    [resource, id, isDirty],
  )
  useEffect(() => () => setVisit(null), [resource, id])

  useEffect(
    () =>
      watchRecord(resource, id, {
        known: () => latest.current.record.version,
        onNewer(fresh, by) {
          if (fresh.version > latest.current.record.version) setNewer({ record: fresh, by })
          // Tables and panels about the record read calls of their own.
          void queries.invalidateQueries({
            predicate: ({ queryKey: [path] }) =>
              typeof path === 'string' && path.startsWith(`${basePathOf(resource)}/${id}/`),
          })
        },
        onGone: () => latest.current.onGone(),
      }),
    [resource, id, queries],
  )

  function take({ record: fresh, by }: Newer): void {
    const changes = changeWords(resource, record, fresh)
    setNewer(null)
    queries.setQueryData([resource.name, 'record', id], fresh)
    if (!isDirty) toast.info(t('{by} changed {changes} just now', { by: by ?? t('A colleague'), changes }))
  }

  // There are no unsaved edits in the way, or they have been undone since.
  const isStale = newer !== null && newer.record.version > record.version
  useEffect(() => {
    if (newer && isStale && !isDirty) take(newer)
  })

  if (!newer || !isStale || !isDirty) return null
  return (
    <section className={classes['notice']} aria-label={t('Newer version')} role="status">
      <p>
        {rich('{by} changed {changeWords} while you were typing. Your changes are kept.', {
          by: <strong>{newer.by ?? t('A colleague')}</strong>,
          changeWords: changeWords(resource, record, newer.record),
        })}
      </p>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          take(newer)
          // The button is gone with the notice; what the two versions differ in comes in its place.
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        {t('Look at it')}
      </Button>
    </section>
  )
}

interface Watch {
  /** The version that is shown. */
  known: () => number
  /** The record was fetched after a change that was perhaps its own. */
  onNewer: (fresh: AnyRecord, by: string | null) => void
  onGone: () => void
}

/** Fetches the record when it has changed, until the returned function is called. */
function watchRecord(resource: AnyResource, id: number, { known, onNewer, onGone }: Watch): () => void {
  const stop = new AbortController()
  let lookedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let by: string | null = null

  function onChange(change: LiveChange | null): void {
    const own = change?.records?.filter((one) => one.id === id)
    if (own?.length === 0) return
    const last = own?.at(-1)
    const version = last?.version ?? null
    if (version !== null && version <= known() && last?.action !== 'delete') return
    by = last?.by ?? null
    timer ??= setTimeout(() => void look(), Math.max(0, lookedAt + lookEvery - performance.now()))
  }

  async function look(): Promise<void> {
    timer = undefined
    lookedAt = performance.now()
    try {
      const { data } = await http.request('GET', `${basePathOf(resource)}/${id}`, {
        signal: stop.signal,
        quiet: 'everything',
        headers: { 'X-Background': '1' },
      })
      if (!stop.signal.aborted) onNewer(data as AnyRecord, by)
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 404) onGone()
    }
  }

  const unfollow = followChanges(resource.name, onChange)
  return () => {
    unfollow()
    clearTimeout(timer)
    stop.abort()
  }
}

/** The labels of the fields in which two versions differ: `Name, Status and 2 more`. */
function changeWords(resource: AnyResource, before: AnyRecord, after: AnyRecord): string {
  const labels = Object.entries(resource.fields)
    .filter(([key, field]) => !field.derived && !isSameJson(before[key] ?? null, after[key] ?? null))
    .map(([key, field]) => labelOf(key, field))
  if (labels.length === 0) return t('this record')
  const more = labels.length - maxNamed
  return listOf(more > 1 ? [...labels.slice(0, maxNamed), t('{n} more', { n: more })] : labels)
}

/** Who else is on the record, in words beside its title. */
export function RecordVisitors() {
  const visitors = useVisitors()
  const words = visitorWords(visitors)
  return (
    <span role="status" aria-label={t('Also here')} className={classes['visitors']}>
      {words.map(({ text, isEditing }) => (
        <span key={text} data-editing={isEditing}>
          {text}
        </span>
      ))}
    </span>
  )
}

/** One's own other tab is worth a word only where it could be in the way. */
function visitorWords(visitors: readonly Visitor[]): { text: string; isEditing: boolean }[] {
  return ([true, false] as const).flatMap((isEditing) => {
    const those = visitors.filter(({ state, isYou }) => (state === 'editing') === isEditing && (!isYou || isEditing))
    const names = [
      ...new Set(those.map(({ name, isYou }) => (isYou ? t('You, in another tab') : (name ?? t('A colleague'))))),
    ]
    if (names.length === 0) return []
    const shown = names.length > 3 ? [...names.slice(0, 2), t('{n} more', { n: names.length - 2 })] : names
    const n = names.length === 1 && !those.every(({ isYou }) => isYou) ? 1 : 2
    const who = listOf(shown)
    return [
      {
        isEditing,
        text: isEditing
          ? t('{n, plural, one {{who} is editing} other {{who} are editing}}', { n, who })
          : t('{n, plural, one {{who} is looking} other {{who} are looking}}', { n, who }),
      },
    ]
  })
}
