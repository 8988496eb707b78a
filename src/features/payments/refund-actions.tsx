import { useSession } from '../../core/browser/session.web.ts'
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
  /** What else to know before the decision. */
  readonly also?: string | undefined
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

/**
 * The refunds of the selection that the user can approve, and how many they requested themselves. Rows know people by
 * name alone; the server, which knows better, refuses what is left.
 */
function useRequested(selected: readonly AnyRecord[]) {
  const session = useSession()
  const requested = selected.filter(({ state }) => state === 'requested')
  const others = requested.filter(({ requestedBy }) => requestedBy !== (session?.name || session?.email))
  return { others, own: requested.length - others.length }
}

/** Approves or sends again those of the selection for which that is possible. */
export function RefundActions({ selected, onDone }: RefundActionsProps) {
  const approve = useCommand(approveRefundsCall, { refresh })
  const retry = useCommand(retryRefundsCall, { refresh })
  const isBusy = approve.isPending || retry.isPending
  const { others, own } = useRequested(selected)

  async function run(command: typeof approve, rows: readonly AnyRecord[], words: Words): Promise<void> {
    if (!(await confirmFreshSignIn(t('issue refunds')))) return
    // One press sends money for many orders.
    const { action } = await confirmBox(
      [t('Customers get {amounts}. This can’t be undone.', { amounts: totalOf(rows) }), words.also]
        .filter(Boolean)
        .join(' '),
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
  const failed = selected.filter(({ state }) => state === 'failed')
  return (
    <>
      <CommandButton
        label={t('Approve')}
        isBusy={isBusy}
        disabledReason={
          others.length > 0
            ? undefined
            : own > 0
              ? t(
                  'You requested {n, plural, one {this refund. Someone else must approve it} other {these refunds. Someone else must approve them}}.',
                  { n: own },
                )
              : t('None of these need approval.')
        }
        run={() =>
          void run(approve, others, {
            question: t('Approve {n, plural, one {# refund} other {# refunds}}?', { n: others.length }),
            also:
              own > 0
                ? t(
                    '{n, plural, one {# refund is left out: you requested it, so someone else must approve it} other {# refunds are left out: you requested them, so someone else must approve them}}.',
                    { n: own },
                  )
                : undefined,
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
