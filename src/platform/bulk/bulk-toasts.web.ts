import type { QueryClient } from '@tanstack/react-query'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { BulkEdit } from './bulk-edits.ts'
import { isUnderWay } from './bulk-edits.ts'
import { countWords, outcomeWords } from './bulk-labels.ts'
import { undoOf } from './own-bulk-edits.web.ts'

/** How long a message about it stays, in milliseconds: long enough to think again. */
const offered = 12_000

/** Whether an undo is possible: deleted records come back only where records can be created. */
export function offersUndo({ operations }: AnyResource, { canUndo, action }: BulkEdit): boolean {
  return canUndo && (action !== 'delete' || operations.includes('create'))
}

/** Says how a bulk edit came out, with a way to take it back; of a long one, that it has begun. */
export function tell(queries: QueryClient, resource: AnyResource, edit: BulkEdit): void {
  if (isUnderWay(edit)) {
    toast.info(
      t(
        '{n, plural, one {{what} is in progress.} other {{what} are in progress.}} We’ll notify you when that is done.',
        { n: edit.total, what: countWords(resource, edit.total) },
      ),
    )
    return
  }
  const message = outcomeWords(resource, edit)
  if (edit.state === 'failed') {
    toast.error(t('{message}. Then it failed: {error}', { message, error: edit.error ?? '' }), { duration: offered })
    return
  }
  const action = offersUndo(resource, edit)
    ? { action: { label: t('Undo'), run: () => void undoEdit(queries, resource, edit) } }
    : {}
  const say = edit.changed === 0 && edit.refused > 0 ? toast.warning : toast.success
  say(message, { duration: offered, ...action })
}

/** Undoes a bulk edit, and reports the result like that of any other bulk edit. */
export async function undoEdit(
  queries: QueryClient,
  resource: AnyResource,
  { id }: Pick<BulkEdit, 'id'>,
): Promise<void> {
  const done = await undoOf(queries, id)
  if (done) tell(queries, resource, done)
}
