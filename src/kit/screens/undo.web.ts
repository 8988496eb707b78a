import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from '../../ui/toast-store.web.ts'
import { http } from '../http-client.web.ts'
import type { AnyResource } from '../resource.ts'
import { basePathOf } from '../resource.ts'

/** How long a message offers Undo, in milliseconds. The server takes it back for longer. */
const offeredFor = 8_000

interface Done {
  /** What is said: `Coupon SPRING deleted`. */
  readonly message: string
  /** As the audit calls it: `delete`, `archive`. */
  readonly action: string
  readonly ids: readonly number[]
  /** What is said when it has been taken back: `Coupon SPRING is back`. */
  readonly undone: string
  /** Called when all of it has been taken back. */
  readonly onUndone?: () => void
}

/** Tells that something was done to records, with a way to take it back. */
export function useUndoable(resource: AnyResource): (done: Done) => void {
  const queries = useQueryClient()
  return useCallback((done) => {
    toast.success(done.message, { duration: offeredFor, action: { label: 'Undo', run: () => void undo(queries, resource, done) } })
  }, [queries, resource])
}

async function undo(queries: QueryClient, resource: AnyResource, { action, ids, undone, onUndone }: Done): Promise<void> {
  // One after the other: each is a change with checks and an audit entry of its own. A failure is shown by the client.
  let count = 0
  for (const id of ids) {
    const isDone = await http.request('POST', `${basePathOf(resource)}/${id}/undo`, { body: { action } }).then(() => true, () => false)
    if (isDone) count += 1
  }
  await queries.invalidateQueries({ queryKey: [resource.name] })
  if (count === 0) return
  toast.success(count === ids.length ? undone : `${count} of ${ids.length} undone`)
  if (count === ids.length) onUndone?.()
}
