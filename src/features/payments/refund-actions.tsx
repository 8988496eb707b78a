import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
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

interface Words {
  readonly question: string
  readonly confirm: string
  readonly said: (n: number) => string
}

/** What goes back in each currency: "€53.54, US$22.19". */
function totalOf(rows: readonly AnyRecord[]): string {
  const totals = new Map<string, number>()
  for (const row of rows) {
    const currency = String(row['currency'])
    totals.set(currency, (totals.get(currency) ?? 0) + Number(row['amount']))
  }
  return [...totals].map(([currency, amount]) => formatMoney(amount, currency)).join(', ')
}

/** Approves or sends again those of the selection for which that is possible. */
export function RefundActions({ selected, onDone }: RefundActionsProps) {
  const approve = useCommand(approveRefundsCall, { refresh })
  const retry = useCommand(retryRefundsCall, { refresh })
  const isBusy = approve.isPending || retry.isPending
  const rowsIn = (state: string) => selected.filter((one) => one['state'] === state)

  async function run(command: typeof approve, rows: readonly AnyRecord[], words: Words): Promise<void> {
    if (!(await confirmFreshSignIn(t('issue refunds')))) return
    // One press sends money for many orders.
    const { action } = await confirmBox(
      t('Customers get {amounts}. This can’t be undone.', { amounts: totalOf(rows) }),
      words.question,
      { type: 'warning', confirmText: words.confirm },
    )
    if (action !== 'confirm') return
    const ids = rows.map(({ id }) => id)
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids } }).catch(() => null)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    if (refused.length < ids.length) toast.success(words.said(ids.length - refused.length))
    onDone()
    if (refused.length > 0)
      await alertBox(
        [...new Set(refused.map(({ message = '' }) => message))].join('\n'),
        t('{n, plural, one {# refund} other {# refunds}} not decided', { n: refused.length }),
        { type: 'warning' },
      )
  }
  const [requested, failed] = [rowsIn('requested'), rowsIn('failed')]
  return (
    <>
      <CommandButton
        label={t('Approve')}
        isBusy={isBusy}
        disabledReason={requested.length === 0 ? t('None of these need approval.') : undefined}
        run={() =>
          void run(approve, requested, {
            question: t('Approve {n, plural, one {# refund} other {# refunds}}?', { n: requested.length }),
            confirm: t('Approve'),
            said: (n) => t('{n, plural, one {# refund} other {# refunds}} approved', { n }),
          })
        }
      />
      <CommandButton
        label={t('Retry')}
        isBusy={isBusy}
        disabledReason={failed.length === 0 ? t('None has failed.') : undefined}
        run={() =>
          void run(retry, failed, {
            question: t('Send {n, plural, one {# refund} other {# refunds}} again?', { n: failed.length }),
            confirm: t('Retry'),
            said: (n) => t('{n, plural, one {# refund} other {# refunds}} sent again', { n }),
          })
        }
      />
    </>
  )
}
