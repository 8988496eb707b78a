import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { DoneBulkEdit } from '../../platform/bulk/bulk-edits.ts'
import {
  bulkEditEndpoint,
  isUnderWay,
  listBulkEdits,
  selectionEndpoint,
  undoBulkEdit,
} from '../../platform/bulk/bulk-edits.ts'
import { outcomeWords } from '../../platform/bulk/bulk-labels.ts'
import type { RejectionReason } from './review-rules.ts'
import type { Reviews } from './reviews.ts'

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }))

/** How long the way back is offered, in milliseconds: long enough to think again. */
const offered = 12_000

/** Named one by one, or by what a list of those that wait would show. */
type Target = { readonly ids: readonly number[] } | { readonly filter: Readonly<Record<string, unknown>> }
interface Frozen {
  readonly total: number
  readonly named: { readonly ids: readonly number[] } | { readonly selection: number }
}

interface RejectManyProps {
  readonly reviews: Reviews
  readonly target: Target
  /** The number of reviews, if known: for a filter, the server counts them. */
  readonly n?: number
  onDone?(): void
}

/**
 * Rejects many reviews that wait, for one reason: a press, the reason, done. It is a bulk edit like any other, so those
 * that cannot be rejected say why, and all of it is taken back by one Undo.
 */
export function RejectMany({ reviews, target, n, onDone }: RejectManyProps) {
  const { resource } = reviews
  const queries = useQueryClient()
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function ask(): Promise<void> {
    if ('ids' in target) return setFrozen({ total: target.ids.length, named: target })
    setBusy(true)
    // Fixed before asking for the reason, so that reviews that arrive later are not rejected unseen. The client has
    // already shown any failure.
    const reply = await http
      .request('POST', selectionEndpoint(resource).path, {
        body: { filter: JSON.stringify({ ...target.filter, status: ['pending'] }) },
      })
      .catch(() => null)
    setBusy(false)
    if (!reply) return
    const { id, total } = reply.data as { id: number; total: number }
    setFrozen({ total, named: { selection: id } })
  }

  async function reject(reason: RejectionReason): Promise<void> {
    if (!frozen) return
    setFrozen(null)
    setBusy(true)
    const change = { status: { set: 'rejected' }, rejectionReason: { set: reason } }
    const reply = await http
      .request('POST', bulkEditEndpoint(resource).path, { body: { ...frozen.named, change } })
      .catch(() => null)
    setBusy(false)
    if (!reply) return
    await tell(reply.data as DoneBulkEdit)
    onDone?.()
  }

  async function tell(edit: DoneBulkEdit): Promise<void> {
    await Promise.all([listBulkEdits.path, resource.name].map((key) => queries.invalidateQueries({ queryKey: [key] })))
    if (isUnderWay(edit))
      return void toast.info(
        t('{n} reviews are being rejected. See progress in your bulk edits.', { n: formatNumber(edit.total) }),
      )
    const say = edit.changed === 0 && edit.refused > 0 ? toast.warning : toast.success
    const isPlain = edit.undoOf === null && edit.unchanged + edit.refused === 0
    say(
      isPlain
        ? t('{n, plural, one {# review} other {# reviews}} rejected', { n: edit.changed })
        : outcomeWords(resource, edit),
      { duration: offered, ...(edit.canUndo && { action: { label: t('Undo'), run: () => void undoAll(edit.id) } }) },
    )
  }

  async function undoAll(id: number): Promise<void> {
    // A failure has been shown by the client.
    const reply = await http.request('POST', pathOf(undoBulkEdit, { id })).catch(() => null)
    if (reply) await tell(reply.data as DoneBulkEdit)
  }

  return (
    <>
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void ask()}>
        {n === undefined
          ? t('Reject pending…')
          : t('{n, plural, one {Reject this one…} other {Reject these {count}…}}', { n, count: formatNumber(n) })}
      </Button>
      {frozen && (
        <Suspense>
          <RejectDialog
            isNotified
            count={frozen.total}
            onClose={() => setFrozen(null)}
            onChoose={(reason) => void reject(reason)}
          />
        </Suspense>
      )}
    </>
  )
}
