import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigateTo } from '../navigation.tsx'
import { toast } from '../toast-store.web.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import { useRecordPaths } from './record-paths.tsx'

/** How long a message offers Undo, in milliseconds. The server takes it back for longer. */
const offeredFor = 8_000

interface Done {
  /** The message: `Coupon SPRING deleted`. */
  readonly message: string
  /** As the audit calls it: `delete`, `archive`. */
  readonly action: string
  readonly ids: readonly number[]
  /** The message after undoing: `Coupon SPRING is back`. */
  readonly undone: string
  /** Called when all of it has been taken back. */
  readonly onUndone?: () => void
}

/** Tells that something was done to records, with a way to take it back. */
export function useUndoable(resource: AnyResource): (done: Done) => void {
  const queries = useQueryClient()
  return useCallback(
    (done) => {
      toast.success(done.message, {
        duration: offeredFor,
        action: { label: t('Undo'), run: () => void undo(queries, resource, done) },
      })
    },
    [queries, resource],
  )
}

/** Tells that a record was deleted, with a way to bring it back where it comes back whole. `more` is said besides, then and once it is back. */
export function useDeletionTold(
  resource: AnyResource,
): (record: AnyRecord, more?: { readonly done: string; readonly undone: string }) => void {
  const undoable = useUndoable(resource)
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  return (record, more) => {
    const said = { one: t(resource.label[0]), title: String(record[resource.title]) }
    const message = [t('{one} {title} deleted', said), more?.done].filter(Boolean).join('. ')
    const page = paths(resource.name, 'update', record.id)
    if (!mayComeBack(resource, record)) toast.success(message)
    else
      undoable({
        message,
        action: 'delete',
        ids: [record.id],
        undone: [t('{one} {title} is back', said), more?.undone].filter(Boolean).join('. '),
        ...(page && { onUndone: () => navigateTo(page) }),
      })
  }
}

/** The audit keeps no more than a mask of personal text, so such a record cannot come back whole. */
function mayComeBack({ operations, fields }: AnyResource, record: AnyRecord): boolean {
  return (
    operations.includes('create') &&
    !Object.entries(fields).some(([key, field]) => field.personal && !field.derived && typeof record[key] === 'string')
  )
}

/** What one call undoes, as the server takes them. */
const atOnce = 100

async function undo(
  queries: QueryClient,
  resource: AnyResource,
  { action, ids, undone, onUndone }: Done,
): Promise<void> {
  let count = 0
  let refusal: string | null = null
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = await undoSome(resource, ids.slice(from, from + atOnce), action)
    count += some.count
    refusal ??= some.refusal
  }
  await queries.invalidateQueries({ queryKey: [resource.name] })
  if (count === 0 && refusal !== null) toast.warning(refusal)
  if (count === 0) return
  if (count === ids.length) {
    toast.success(undone)
    onUndone?.()
    return
  }
  const some = t('{count} of {n} undone', { count, n: ids.length })
  if (refusal === null) toast.success(some)
  else toast.warning(`${some}. ${refusal}`)
}

/** How many were undone, and why one of the others was not, where the client has not said it already. */
async function undoSome(
  resource: AnyResource,
  ids: readonly number[],
  action: string,
): Promise<{ count: number; refusal: string | null }> {
  const [only, ...others] = ids
  const base = basePathOf(resource)
  if (others.length === 0) {
    const isDone = await http.request('POST', `${base}/${only}/undo`, { body: { action } }).then(
      () => true,
      () => false,
    )
    return { count: isDone ? 1 : 0, refusal: null }
  }
  const reply = await http.request('POST', `${base}/bulk-edits`, { body: { ids, undo: action } }).catch(() => null)
  // Edge: the endpoint's own schema is what the server answers by.
  const done = reply?.data as { changed: number; results: readonly { reason: string | null }[] } | undefined
  return { count: done?.changed ?? 0, refusal: done?.results.find(({ reason }) => reason !== null)?.reason ?? null }
}
