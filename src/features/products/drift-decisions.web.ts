import { t } from '../../core/i18n/language.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { acceptDrifts, countDrifts, keepDrifts, reopenDrifts } from './drift.endpoints.ts'
import type { DriftResults } from './drift.endpoints.ts'
import { productDrifts } from './product-drifts.ts'
import { products } from './products.ts'

const refresh = [productDrifts, products] as const

/** How long the message of a decision offers Undo, in milliseconds. The server takes it back for longer. */
const offeredFor = 8_000

interface DriftDecisions {
  readonly isBusy: boolean
  accept(ids: readonly number[]): Promise<DriftResults | null>
  keep(ids: readonly number[]): Promise<DriftResults | null>
  /** Says that changes were decided, and offers to undo it. */
  told(message: string, ids: readonly number[]): void
}

/** The decisions on changes of suppliers; the counts of the tabs follow each of them. */
export function useDriftDecisions(): DriftDecisions {
  const counts = useAnswer(countDrifts)
  const accept = useCommand(acceptDrifts, { refresh })
  const keep = useCommand(keepDrifts, { refresh })
  const reopen = useCommand(reopenDrifts, { refresh })
  const run = async (command: typeof accept, ids: readonly number[]) => {
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids: [...ids] } }).catch(() => null)
    void counts.refetch()
    return answer
  }
  async function undo(ids: readonly number[]): Promise<void> {
    const answer = await run(reopen, ids)
    if (!answer) return
    const undone = answer.results.filter(({ ok }) => ok).length
    const refusal = answer.results.find(({ ok }) => !ok)?.message
    if (undone > 0) toast.success(t('{n, plural, one {# decision} other {# decisions}} undone', { n: undone }))
    if (refusal !== undefined) toast.warning(refusal)
  }
  return {
    isBusy: accept.isPending || keep.isPending || reopen.isPending,
    accept: async (ids) => await run(accept, ids),
    keep: async (ids) => await run(keep, ids),
    told: (message, ids) =>
      toast.success(message, {
        duration: offeredFor,
        action: { label: t('Undo'), run: () => void undo(ids) },
      }),
  }
}
