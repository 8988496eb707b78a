import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { purchases } from '../purchases/purchases.ts'
import { issueInvoice, issueRefundInvoice } from './invoice.endpoints.ts'
import { invoices } from './invoices.ts'
import type { Corrections } from './recipient-dialog.tsx'

export type Which = 'invoice' | 'refund-invoice'

/** Issues the next document, and says what became of it. */
export function useIssue(which: Which, id: number, refetch: () => Promise<void>, corrections: Corrections) {
  const how = { refresh: [purchases, invoices], quiet: [403, 404, 409, 422, 503] }
  const [invoice, refund] = [useCommand(issueInvoice, how), useCommand(issueRefundInvoice, how)]
  const { isPending, error } = which === 'invoice' ? invoice : refund
  const params = { id }
  return {
    isBusy: isPending,
    problem: error instanceof FailedRequest ? error.message : null,
    async run() {
      try {
        const { number } =
          which === 'invoice'
            ? await invoice.mutateAsync({ params, input: corrections })
            : await refund.mutateAsync({ params })
        toast.success(
          which === 'invoice'
            ? t('Invoice {number} issued', { number })
            : t('Refund invoice {number} issued', { number }),
        )
      } catch {
        // The page says why: see `problem`.
      } finally {
        // Also where it was refused: what is issued can have changed by then.
        await refetch()
      }
    },
  }
}
