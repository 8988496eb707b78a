import { assertWithinLimits } from '../../core/access/limits.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { DraftDocument } from './invoice-calls.ts'
import { issueInvoice, issueRefundInvoice, readPurchaseInvoices } from './invoice-calls.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
import { readInvoicedOrder } from './invoiced-order.server.ts'
import { issueDocuments } from './issue-invoice.server.ts'
import type { Next, RefundDraft } from './next-documents.server.ts'
import { invoiceOf, nextInvoice, nextRefundInvoice } from './next-documents.server.ts'

/** The calls about the documents of one order. Reading them never issues one. */
export function implementInvoices({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const { company, businessTimeZone } = settings
  const nextOf = {
    invoice: (order: InvoicedOrder): Next => nextInvoice(order, company),
    refund: (order: InvoicedOrder): Next<RefundDraft> => nextRefundInvoice(order, company),
  }
  const issuing = (call: typeof issueInvoice, which: keyof typeof nextOf) =>
    implement(
      call,
      async ({ db, params, actor, audit }) => {
        const order = await readInvoicedOrder(db, params.id, { isLocked: true })
        assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
        const next = nextOf[which](order)
        if (next.blocked) throw refusalOf(next.blocked)
        if (!company) throw new Error('A document without an issuer is blocked.')
        const { draft } = next
        const [id] = await issueDocuments(db, businessTimeZone, [
          {
            order,
            draft,
            // A refund invoice counts in the series of the one who issued the invoice.
            issuer: draft.issuer ?? company,
            refersToId: which === 'refund' ? (invoiceOf(order)?.id ?? null) : null,
            refunds: 'refunds' in draft ? (draft as RefundDraft).refunds : [],
            issuedBy: actor.name,
          },
        ])
        const { issued } = await readInvoicedOrder(db, params.id, { isLocked: false })
        const document = issued.find((one) => one.id === id)
        if (!document) throw new Error('A document is there once it is issued.')
        audit.record({
          action: which === 'refund' ? 'issue-refund-invoice' : 'issue-invoice',
          object: 'purchases',
          recordId: order.id,
          title: order.reference,
          after: { number: document.number, gross: document.gross, currency: document.currency },
        })
        return document
      },
      { enforcesLimits: true },
    )
  return [
    implement(readPurchaseInvoices, async ({ db, params }) => {
      const order = await readInvoicedOrder(db, params.id, { isLocked: false })
      const { id, reference, kind, title, issued } = order
      const answered = ({ draft, blocked }: Next) => ({ draft, blockedReason: blocked?.message ?? null })
      const { draft, blocked } = nextOf.refund(order)
      // Which refunds it is for is the server's business.
      const refundInvoice = { blocked, draft: draft && withoutRefunds(draft) } as Next
      return {
        purchase: { id, reference, kind, title },
        issued: [...issued],
        invoice: answered(nextOf.invoice(order)),
        refundInvoice: answered(refundInvoice),
      }
    }),
    issuing(issueInvoice, 'invoice'),
    issuing(issueRefundInvoice as typeof issueInvoice, 'refund'),
  ]
}

function withoutRefunds({ refunds: _, ...draft }: RefundDraft): DraftDocument {
  return draft
}

function refusalOf({ code, message }: { readonly code: string; readonly message: string }): Refusal {
  return new Refusal(code === 'IssuerMissing' ? 503 : 409, message, { error: code })
}
