import { IconArchive, IconCheck, IconPlayerPause, IconRefresh, IconRocket } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { StepResults } from './product.endpoints.ts'
import { launchProducts, mapProducts, resyncProducts, retireProducts, suspendProducts } from './product.endpoints.ts'
import type { ProductStep } from './product-steps.ts'
import { isStepOf } from './product-steps.ts'
import type { ProductStatus, SuspensionReason } from './product-statuses.ts'
import { products } from './products.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

const SuspendDialog = lazy(async () => ({ default: (await import('./suspend-dialog.tsx')).SuspendDialog }))

const refresh = [products] as const

/** The messages about products that took a step, and about those that did not. */
const said: Readonly<Record<ProductStep | 'resync', { yes(n: number): string; no(n: number): string }>> = {
  map: {
    yes: (n) => t('{n, plural, one {# product} other {# products}} mapped', { n }),
    no: (n) => t('{n, plural, one {# product} other {# products}} not mapped', { n }),
  },
  go_live: {
    yes: (n) => t('{n, plural, one {# product is} other {# products are}} live', { n }),
    no: (n) => t('{n, plural, one {# product} other {# products}} not live', { n }),
  },
  suspend: {
    yes: (n) => t('{n, plural, one {# product} other {# products}} suspended', { n }),
    no: (n) => t('{n, plural, one {# product} other {# products}} not suspended', { n }),
  },
  resync: {
    yes: (n) => t('The suppliers of {n, plural, one {# product} other {# products}} are asked again', { n }),
    no: (n) => t('{n, plural, one {# product is} other {# products are}} not asked about', { n }),
  },
  retire: {
    yes: (n) => t('{n, plural, one {# product} other {# products}} retired', { n }),
    no: (n) => t('{n, plural, one {# product} other {# products}} not retired', { n }),
  },
}

/** The steps that at least one of the products can take. Products that cannot are listed with their reasons. */
export function ProductActions({ products: chosen, onDone }: { products: readonly AnyRecord[]; onDone?: () => void }) {
  const [isSuspending, setSuspending] = useState(false)
  const may = useMay()
  const { isBusy, ids, map, launch, resync, retire, suspend, report } = useSteps(chosen, onDone)
  const some = (step: ProductStep) => chosen.some(({ status }) => isStepOf(step, status as ProductStatus))

  async function confirmRetire(): Promise<void> {
    const { action } = await confirmBox(
      t('Retired products are never sold again. Existing purchases keep them.'),
      t('Retire {n, plural, one {this product} other {# products}}?', { n: ids.length }),
      { confirmText: t('Retire'), type: 'warning', danger: true },
    )
    if (action === 'confirm') await retire()
  }

  return (
    <>
      {some('map') && (
        <CommandButton
          label={t('Mark as mapped')}
          icon={IconCheck}
          place="primary"
          isBusy={isBusy}
          run={() => void map()}
        />
      )}
      {some('go_live') && may('publish', 'products') && (
        <CommandButton
          label={t('Go live')}
          icon={IconRocket}
          place="primary"
          isBusy={isBusy}
          run={() => void launch()}
        />
      )}
      {some('suspend') && (
        <CommandButton
          label={t('Suspend…')}
          icon={IconPlayerPause}
          isBusy={isBusy}
          opensDialog
          run={() => setSuspending(true)}
        />
      )}
      {chosen.some(({ status }) => status !== 'retired') && (
        <CommandButton label={t('Resync')} icon={IconRefresh} isBusy={isBusy} run={() => void resync()} />
      )}
      {some('retire') && (
        <CommandButton
          label={t('Retire…')}
          icon={IconArchive}
          place="last"
          isBusy={isBusy}
          run={() => void confirmRetire()}
        />
      )}
      {isSuspending && (
        <Suspense>
          <SuspendDialog
            count={ids.length}
            onClose={() => setSuspending(false)}
            onSuspend={async (because: SuspensionReason, note: string) => {
              const answer = await suspend(because, note)
              setSuspending(false)
              await report(answer, 'suspend')
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The steps as commands that report which of the products took them. Only a suspension is reported by its dialog. */
function useSteps(chosen: readonly AnyRecord[], onDone: (() => void) | undefined) {
  const map = useCommand(mapProducts, { refresh })
  const launch = useCommand(launchProducts, { refresh })
  const suspend = useCommand(suspendProducts, { refresh })
  const retire = useCommand(retireProducts, { refresh })
  const resync = useCommand(resyncProducts, { refresh })
  const isBusy = [map, launch, suspend, retire, resync].some(({ isPending }) => isPending)
  const ids = chosen.map(({ id }) => id)

  async function report(answer: StepResults | null, step: ProductStep | 'resync'): Promise<void> {
    // A failure has been shown by the client already.
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    const taken = answer.results.length - refused.length
    if (taken > 0) toast.success(said[step].yes(taken))
    onDone?.()
    if (refused.length === 0) return
    const titles = new Map(chosen.map((product) => [product.id, String(product['title'])]))
    const reasons = refused
      .slice(0, 20)
      .map(({ id, message = '' }) => (chosen.length === 1 ? message : `${titles.get(id) ?? id}: ${message}`))
    const more = refused.length > 20 ? [t('And {n} more.', { n: refused.length - 20 })] : []
    await alertBox([...reasons, ...more].join('\n'), said[step].no(refused.length), { type: 'warning' })
  }
  const failed = () => null
  return {
    isBusy,
    ids,
    map: async () => report(await map.mutateAsync({ input: { ids } }).catch(failed), 'map'),
    launch: async () => report(await launch.mutateAsync({ input: { ids } }).catch(failed), 'go_live'),
    resync: async () => report(await resync.mutateAsync({ input: { ids } }).catch(failed), 'resync'),
    retire: async () => report(await retire.mutateAsync({ input: { ids } }).catch(failed), 'retire'),
    suspend: async (because: SuspensionReason, note: string) =>
      suspend.mutateAsync({ input: { ids, because, note: note || null } }).catch(failed),
    report,
  }
}
