import { t } from '../../core/i18n/language.ts'
import { alertBox } from '../../ui/message-box-store.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { purchases } from '../purchases/purchases.ts'
import { approveRefundsCall, retryRefundsCall } from './refund-decisions.ts'
import { refunds } from './refunds.ts'

const refresh = [refunds, purchases] as const

interface RefundActionsProps {
  readonly selected: readonly AnyRecord[]
  readonly onDone: () => void
}

/** Approves or sends again those of the selection for which that is possible. */
export function RefundActions({ selected, onDone }: RefundActionsProps) {
  const approve = useCommand(approveRefundsCall, { refresh })
  const retry = useCommand(retryRefundsCall, { refresh })
  const isBusy = approve.isPending || retry.isPending
  const idsIn = (state: string) => selected.filter((one) => one['state'] === state).map(({ id }) => id)

  async function run(command: typeof approve, ids: number[], said: (n: number) => string): Promise<void> {
    if (!(await confirmFreshSignIn(t('give money back')))) return
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids } }).catch(() => null)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    if (refused.length < ids.length) toast.success(said(ids.length - refused.length))
    onDone()
    if (refused.length > 0)
      await alertBox(
        [...new Set(refused.map(({ message = '' }) => message))].join('\n'),
        t('{n, plural, one {# refund} other {# refunds}} not decided', { n: refused.length }),
        { type: 'warning' },
      )
  }
  const [requested, failed] = [idsIn('requested'), idsIn('failed')]
  return (
    <>
      <CommandButton
        label={t('Approve')}
        isBusy={isBusy}
        disabledReason={requested.length === 0 ? t('None of these need approval.') : undefined}
        run={() =>
          void run(approve, requested, (n) => t('{n, plural, one {# refund} other {# refunds}} approved', { n }))
        }
      />
      <CommandButton
        label={t('Retry')}
        isBusy={isBusy}
        disabledReason={failed.length === 0 ? t('None of them has failed.') : undefined}
        run={() => void run(retry, failed, (n) => t('{n, plural, one {# refund} other {# refunds}} sent again', { n }))}
      />
    </>
  )
}
