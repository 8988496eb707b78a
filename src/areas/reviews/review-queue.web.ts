import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { http } from '../../kit/http-client.web.ts'
import { t } from '../../kit/language.ts'
import { pathOf } from '../../kit/endpoint.ts'
import type { Filter } from '../../kit/list-query.ts'
import { basePathOf } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { callsOf } from './review-calls.ts'
import type { RejectionReason, ReviewStep } from './review-rules.ts'
import type { Reviews } from './reviews.ts'

/** Reviews that are fetched ahead, and how many of them left ask for more. */
const ahead = 25
const fewLeft = 6

export const orders = ['oldest', 'risk'] as const
export type QueueOrder = (typeof orders)[number]

interface Decision { readonly record: AnyRecord; readonly step: ReviewStep; /** Whether the server has taken it. */ readonly saved: Promise<boolean> }

export interface ReviewQueue {
  readonly current: AnyRecord | null
  /** Waiting for a decision, this one included; null while nobody knows. */
  readonly left: number | null
  readonly place: number
  readonly isLoading: boolean
  readonly canUndo: boolean
  readonly decided: number
  go(by: 1 | -1): void
  /** Goes on to the next at once; comes back where the server refuses. */
  decide(step: ReviewStep, rejectionReason?: RejectionReason): void
  undo(): void
}

/** The reviews that wait for a decision, one after the other. What is decided here is out of the way before the server has answered. */
export function useReviewQueue(reviews: Reviews, isFlagged: boolean, order: QueueOrder): ReviewQueue {
  const { resource } = reviews
  const queries = useQueryClient()
  const filter = useMemo((): Filter => ({ status: 'pending', isFlagged }), [isFlagged])
  const sort = order === 'risk' ? { field: 'riskScore', descending: true } : { field: 'submittedAt', descending: false }
  const { data, isPending, refetch } = useRows(resource, { filter, sort: [sort], range: [0, ahead - 1] })
  const rows = data?.rows as readonly AnyRecord[] | undefined
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const [stack, setStack] = useState<readonly Decision[]>([])
  const [place, setPlace] = useState(0)
  const decided = useRef(0)
  const waiting = useMemo(() => (rows ?? []).filter(({ id }) => !gone.has(id)), [rows, gone])
  const counted = data ? data.total - (rows ?? []).filter(({ id }) => gone.has(id)).length : null
  const at = Math.min(place, Math.max(0, waiting.length - 1))
  const current = waiting[at] ?? null
  const calls = useMemo(() => callsOf(reviews), [reviews])

  // Those behind the last are on the server still.
  const isShort = counted !== null && waiting.length < fewLeft && counted > waiting.length
  useEffect(() => {
    if (isShort) void refetch()
  }, [isShort, refetch])

  const put = (id: number, isGone: boolean) => setGone((before) => {
    const after = new Set(before)
    if (isGone) after.add(id)
    else after.delete(id)
    return after
  })

  function decide(step: ReviewStep, rejectionReason?: RejectionReason): void {
    if (!current) return
    const record = current
    const { id } = record
    put(id, true)
    decided.current += 1
    const saved = http.request('POST', pathOf(calls.moderate, { id }), { body: { step, ...(rejectionReason && { rejectionReason }) } }).then(() => true, () => {
      // The client has said why; the review is back where it was.
      put(id, false)
      decided.current -= 1
      setStack((before) => before.filter((one) => one.record !== record))
      return false
    })
    setStack((before) => [...before, { record, step, saved }])
  }

  async function takeBack({ record, step, saved }: Decision): Promise<void> {
    setStack((before) => before.filter((one) => one.record !== record))
    if (!await saved) return
    const isBack = await http.request('POST', `${basePathOf(resource)}/${record.id}/undo`, { body: { action: step } }).then(() => true, () => false)
    if (!isBack) return
    decided.current -= 1
    await queries.invalidateQueries({ queryKey: [resource.name] })
    put(record.id, false)
    setPlace(0)
    toast.success(t('“{headline}” is back in the queue', { headline: String(record['headline']).slice(0, 60) }))
  }

  // Lists on other pages learn of it when they are next looked at.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [resource.name] }), [queries, resource])

  return {
    current, left: counted, place: at, isLoading: isPending, canUndo: stack.length > 0, decided: decided.current,
    go: (by) => setPlace(Math.max(0, Math.min(waiting.length - 1, at + by))),
    decide,
    undo: () => {
      const last = stack.at(-1)
      if (last) void takeBack(last)
    },
  }
}
