import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { acceptDrifts, keepDrifts } from './product.endpoints.ts'
import { productDrifts } from './product-drifts.ts'
import { products } from './products.ts'

const refresh = [productDrifts, products] as const

/** Accepts or declines changes of suppliers: those of the selection that are still open. */
export function DriftActions({ drifts, onDone }: { drifts: readonly AnyRecord[]; onDone?: () => void }) {
  const accept = useCommand(acceptDrifts, { refresh })
  const keep = useCommand(keepDrifts, { refresh })
  const ids = drifts.filter(({ state }) => state === 'open').map(({ id }) => id)
  const isBusy = accept.isPending || keep.isPending
  if (ids.length === 0) return null

  async function run(command: typeof accept, said: (n: number) => string): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids } }).catch(() => null)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    if (refused.length < ids.length) toast.success(said(ids.length - refused.length))
    onDone?.()
    if (refused.length > 0)
      await alertBox(
        [...new Set(refused.map(({ message = '' }) => message))].join('\n'),
        t('{n, plural, one {# change} other {# changes}} not decided', { n: refused.length }),
        { type: 'warning' },
      )
  }

  return (
    <>
      <CommandButton
        label={t('Accept')}
        isBusy={isBusy}
        run={() => void run(accept, (n) => t('{n, plural, one {# change} other {# changes}} accepted', { n }))}
      />
      <CommandButton
        label={t('Keep ours')}
        isBusy={isBusy}
        run={() =>
          void run(keep, (n) => t('{n, plural, one {# change} other {# changes}} declined: ours is kept', { n }))
        }
      />
    </>
  )
}
