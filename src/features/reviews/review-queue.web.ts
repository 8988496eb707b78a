import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { callsOf } from './review.endpoints.ts'
import type { RejectionReason, ReviewStep } from './review-rules.ts'
import type { Reviews } from './reviews.ts'

/** Reviews that are fetched ahead, and how many of them left ask for more. */
const ahead = 25
const fewLeft = 6
/** How long a review that came back unasked is on screen before a key can be meant for it, in milliseconds. */
const toNotice = 500

const orders = ['oldest', 'risk'] as const
export type QueueOrder = (typeof orders)[number]

interface Decision {
  readonly record: AnyRecord
  readonly step: ReviewStep
  /** Whether the server has taken it. */ readonly saved: Promise<boolean>
}

export interface ReviewQueue {
  readonly current: AnyRecord | null
  /** Pending reviews, including this one; null if unknown. */
  readonly left: number | null
  readonly place: number
  readonly isLoading: boolean
  /** Why the reviews, or more of them, could not be read. */
  readonly error: unknown
  retry(): void
  readonly canUndo: boolean
  readonly decided: number
  go(by: 1 | -1): void
  /** The review that a press at this moment is meant for; null where it came back too shortly before. */
  seen(): AnyRecord | null
  /** Takes a review out of the queue at once, and the next one is shown; it comes back if the server refuses. */
  decide(record: AnyRecord | null, step: ReviewStep, rejectionReason?: RejectionReason): void
  undo(): void
}

/** The pending reviews that were fetched ahead, without those that are decided here; more are fetched when few are left. */
function useWaiting(resource: Reviews['resource'], isFlagged: boolean, order: QueueOrder, gone: ReadonlySet<number>) {
  const filter = useMemo((): Filter => ({ status: 'pending', isFlagged }), [isFlagged])
  const sort = order === 'risk' ? { field: 'riskScore', descending: true } : { field: 'submittedAt', descending: false }
  const { data, isPending, error, refetch } = useRows(resource, { filter, sort: [sort], range: [0, ahead - 1] })
  const rows = data?.rows as readonly AnyRecord[] | undefined
  const waiting = useMemo(() => (rows ?? []).filter(({ id }) => !gone.has(id)), [rows, gone])
  const counted = data ? data.total - (rows ?? []).filter(({ id }) => gone.has(id)).length : null

  // Reviews beyond the last one are still on the server.
  const isShort = counted !== null && waiting.length < fewLeft && counted > waiting.length
  useEffect(() => {
    if (isShort) void refetch()
  }, [isShort, refetch, waiting.length])

  return { waiting, counted, isPending, error, retry: () => void refetch() }
}

/**
 * The review on screen. It stays there while others come and go around it, so that a key never decides one that was not
 * seen; its place in the queue counts only once it has left.
 */
function useShown(waiting: readonly AnyRecord[]) {
  const [held, setHeld] = useState<{ readonly id: number | null; readonly place: number }>({ id: null, place: 0 })
  const presses = useRef(0)
  const unasked = useRef(0)
  const found = waiting.findIndex(({ id }) => id === held.id)
  const at = found < 0 ? Math.min(held.place, Math.max(0, waiting.length - 1)) : found
  const current = waiting[at] ?? null
  if (current && (current.id !== held.id || at !== held.place)) setHeld({ id: current.id, place: at })
  return {
    at,
    current,
    go(by: 1 | -1): void {
      presses.current += 1
      const place = Math.max(0, Math.min(waiting.length - 1, at + by))
      setHeld({ id: waiting[place]?.id ?? null, place })
    },
    seen(): AnyRecord | null {
      presses.current += 1
      return Date.now() - unasked.current < toNotice ? null : current
    },
    /** Answers how to show a review once the server has answered this press: not if another one has come in between. */
    afterwards() {
      const press = ++presses.current
      return (id: number, isAsked: boolean): void => {
        if (presses.current !== press) return
        if (!isAsked) unasked.current = Date.now()
        setHeld({ id, place: 0 })
      }
    },
  }
}

/**
 * The reviews waiting for a decision, one after another. A decided review disappears before the server has answered.
 */
export function useReviewQueue(reviews: Reviews, isFlagged: boolean, order: QueueOrder): ReviewQueue {
  const { resource } = reviews
  const queries = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const { waiting, counted, isPending, error, retry } = useWaiting(resource, isFlagged, order, gone)
  const [stack, setStack] = useState<readonly Decision[]>([])
  const { at, current, go, seen, afterwards } = useShown(waiting)
  const decided = useRef(0)
  const calls = useMemo(() => callsOf(reviews), [reviews])

  const put = (id: number, isGone: boolean) =>
    setGone((before) => {
      const after = new Set(before)
      if (isGone) after.add(id)
      else after.delete(id)
      return after
    })

  function decide(record: AnyRecord | null, step: ReviewStep, rejectionReason?: RejectionReason): void {
    if (!record) return
    const { id } = record
    const show = afterwards()
    put(id, true)
    decided.current += 1
    const saved = http
      .request('POST', pathOf(calls.moderate, { id }), { body: { step, ...(rejectionReason && { rejectionReason }) } })
      .then(
        () => true,
        () => {
          // The client has already shown why; the review goes back to its place.
          put(id, false)
          show(id, false)
          decided.current -= 1
          setStack((before) => before.filter((one) => one.record !== record))
          return false
        },
      )
    setStack((before) => [...before, { record, step, saved }])
  }

  async function undoDecision({ record, step, saved }: Decision): Promise<void> {
    const show = afterwards()
    setStack((before) => before.filter((one) => one.record !== record))
    if (!(await saved)) return show(record.id, true)
    const isBack = await http
      .request('POST', `${basePathOf(resource)}/${record.id}/undo`, { body: { action: step } })
      .then(
        () => true,
        () => false,
      )
    if (!isBack) return
    decided.current -= 1
    await queries.invalidateQueries({ queryKey: [resource.name] })
    put(record.id, false)
    show(record.id, true)
    toast.success(t('“{headline}” is back in the queue', { headline: String(record['headline']).slice(0, 60) }))
  }

  // Lists on other pages refetch when they are next opened.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [resource.name] }), [queries, resource])

  return {
    current,
    left: counted,
    place: at,
    isLoading: isPending,
    error,
    retry,
    canUndo: stack.length > 0,
    decided: decided.current,
    go,
    seen,
    decide,
    undo: () => {
      const last = stack.at(-1)
      if (last) void undoDecision(last)
    },
  }
}
