import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { recordIdIn } from '../../core/record-id.ts'
import { assertWithinLimits } from '../../core/access/limits.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { chargedSince } from './charged-since.ts'
import type { TaxTreatment } from './compose-invoice.ts'
import { treated } from './compose-invoice.ts'
import { assertTreatmentFits, tidied } from './corrections.server.ts'
import { charges, currentInvoice } from './document-chain.ts'
import type { CorrectedRecipient, DraftDocument, IssuedDocument, PurchaseInvoices } from './invoice.endpoints.ts'
import {
  issueInvoice,
  issueRefundInvoice,
  readInvoicePdf,
  readInvoiceUbl,
  readPurchaseInvoices,
} from './invoice.endpoints.ts'
import { pdfFileOf, ublFileOf } from './invoice-files.server.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
import { readInvoicedOrder } from './invoiced-order.server.ts'
import { issueDocuments } from './issue-invoice.server.ts'
import type { Next, RefundDraft } from './next-documents.server.ts'
import { inForm, listed, nextInvoice, nextRefundInvoice } from './next-documents.server.ts'
import { implementReissue, reissuable } from './reissue-invoice.server.ts'
import { simplificationsFor } from './simplified-limits.server.ts'
import type { InvoiceForm, Simplification } from './simplified.ts'
import { formOf } from './simplified.ts'

/** The calls about the documents of one order. Reading them never issues one. */
export function implementInvoices({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const { company, businessTimeZone } = settings
  const nextOf = {
    invoice: (order: InvoicedOrder, allowed: readonly Simplification[]): Next => nextInvoice(order, company, allowed),
    refund: (order: InvoicedOrder): Next<RefundDraft> => nextRefundInvoice(order, company),
  }
  /** Issues the next document of an order, and says so in the audit. */
  async function issueNext(
    { db, params, actor, audit }: Call<{ id: string }>,
    which: keyof typeof nextOf,
    { recipient, ...corrections }: Corrections = {},
  ): Promise<IssuedDocument> {
    const order = await readInvoicedOrder(db, params.id, { isLocked: true })
    assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
    const allowed = await simplificationsFor(db, company, order.currency)
    const next = nextOf[which](order, allowed)
    if (next.blocked) throw refusalOf(next.blocked)
    if (!company) throw new Error('A document without an issuer is blocked.')
    const draft = corrected(next.draft, allowed, { ...corrections, ...(recipient && { recipient: tidied(recipient) }) })
    const { refunds = [], reissued = null }: Partial<RefundDraft> = draft
    const shared = {
      order,
      // A refund invoice counts in the series of the one who issued the invoice.
      issuer: draft.issuer ?? company,
      refersToId: which === 'refund' ? (currentInvoice(order.issued)?.id ?? null) : null,
      issuedBy: actor.name,
    }
    const [document] = await issueDocuments(db, businessTimeZone, [
      { ...shared, draft, refunds },
      ...(reissued ? [{ ...shared, draft: reissued, refunds: [] }] : []),
    ])
    if (!document) throw new Error('A document is there once it is issued.')
    await sql`
      insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail)
      values (${order.id}, now(), ${which === 'refund' ? 'refund_invoice_issued' : 'invoice_issued'}, 'staff', ${actor.name},
        ${document.gross + (reissued?.gross ?? 0)}, ${document.number})`.execute(db)
    audit.record({
      action: which === 'refund' ? 'issue-refund-invoice' : 'issue-invoice',
      object: 'purchases',
      recordId: order.id,
      title: order.reference,
      after: { number: document.number, gross: document.gross, currency: document.currency },
    })
    return document
  }
  return [
    implement(readPurchaseInvoices, async ({ db, params }) => {
      const order = await readInvoicedOrder(db, params.id, { isLocked: false })
      const allowed = await simplificationsFor(db, company, order.currency)
      return documentsOf(order, { allowed, invoice: nextOf.invoice(order, allowed), refund: nextOf.refund(order) })
    }),
    implement(readInvoiceUbl, async ({ db, params, reply }) => {
      const { number, content } = await ublFileOf(db, recordIdIn(params.id))
      reply.type('application/xml; charset=utf-8').header('Content-Disposition', `attachment; filename="${number}.xml"`)
      return content
    }),
    implement(readInvoicePdf, async ({ db, params, reply }) => {
      const { number, content } = await pdfFileOf(db, recordIdIn(params.id) ?? 0)
      reply
        .type('application/pdf')
        .header('Content-Length', content.length)
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
      // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
      return Readable.from([content], { objectMode: false }) as unknown as string
    }),
    implement(issueInvoice, (call) => issueNext(call, 'invoice', call.input), { enforcesLimits: true }),
    implement(issueRefundInvoice, (call) => issueNext(call, 'refund'), { enforcesLimits: true }),
    ...implementReissue({ settings }),
  ]
}

interface NextDocuments {
  readonly allowed: readonly Simplification[]
  readonly invoice: Next
  readonly refund: Next<RefundDraft>
}

function documentsOf(
  order: InvoicedOrder,
  { allowed, invoice, refund: { draft, blocked } }: NextDocuments,
): PurchaseInvoices {
  const { id, reference, kind, title, issued } = order
  const blockedReason = blocked?.message ?? null
  return {
    purchase: { id, reference, kind, title },
    issued: [...issued],
    invoice: { draft: invoice.draft, blockedReason: invoice.blocked?.message ?? null, reissued: null },
    // Which refunds it is for is the server's business.
    refundInvoice: { draft: draft && withoutRefunds(draft), blockedReason, reissued: draft?.reissued ?? null },
    simplifications: [...allowed],
    reissueBlockedReason: reissuable(order).blocked?.message ?? null,
    chargedNow: chargedSince(order)?.gross ?? null,
  }
}

interface Corrections {
  readonly recipient?: CorrectedRecipient | undefined
  readonly taxTreatment?: TaxTreatment | undefined
  readonly form?: InvoiceForm | undefined
}

/** @throws Refusal 422 where the treatment or the form does not fit what was sold, or to whom */
function corrected(
  draft: DraftDocument,
  allowed: readonly Simplification[],
  { recipient = draft.recipient, taxTreatment = 'standard', form }: Corrections,
): DraftDocument {
  if (!charges(draft)) return draft
  assertTreatmentFits(taxTreatment, { ...draft, recipient })
  const said = { ...draft, ...listed(treated(draft, taxTreatment)), recipient, taxTreatment }
  const { simplified, why } = formOf(said, allowed, form)
  if (form !== undefined && form !== (simplified?.by ?? 'full')) throw invalid({ form: why })
  return inForm(said, simplified)
}

function withoutRefunds({ refunds: _, reissued: __, ...draft }: RefundDraft): DraftDocument {
  return draft
}

function refusalOf({ code, message }: { readonly code: string; readonly message: string }): Refusal {
  return new Refusal(code === 'IssuerMissing' ? 503 : 409, message, { error: code })
}
