import { exponentOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { CompanySettings } from '../../core/settings.server.ts'
import { chargedSince, wasNeverInvoiced } from './charged-since.ts'
import { creditsOf, currentInvoice } from './document-chain.ts'
import type { Figures } from './compose-invoice.ts'
import { composeInvoice } from './compose-invoice.ts'
import { composeCredit } from './compose-credit.ts'
import type { Rectification, RefundToRectify } from './compose-refund.ts'
import type { DraftDocument, IssuedDocument } from './invoice.endpoints.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
import type { Simplification } from './simplified.ts'
import { formOf } from './simplified.ts'

/** What would be issued next. `code` says to programs why it cannot be. */
export type Next<D extends DraftDocument = DraftDocument> = { readonly draft: D; readonly blocked: null } | Blocked<D>

interface Blocked<D> {
  readonly draft: D | null
  readonly blocked: { readonly code: string; readonly message: string }
}

export type RefundDraft = DraftDocument &
  Pick<Rectification, 'refunds'> & {
    /** What stays of the invoice, where it has to be invoiced again: see `composeCredit`. */
    readonly reissued: DraftDocument | null
  }

/** The invoice of an order, or why there is none to issue. */
export function nextInvoice(
  order: InvoicedOrder,
  company: CompanySettings | undefined,
  allowed: readonly Simplification[],
): Next {
  const invoice = currentInvoice(order.issued)
  if (invoice)
    return blocked(null, 'AlreadyIssued', t('Invoice {number} is already issued.', { number: invoice.number }))
  const draft = inForm(
    {
      ...headOf(order, company),
      ...listed(composeInvoice(order.lines)),
      kind: 'invoice',
      refersTo: null,
      reason: null,
    },
    formOf({ ...headOf(order, company), gross: order.grandTotal }, allowed).simplified,
  )
  if (order.captured === 0 || order.captured < order.grandTotal)
    return blocked(draft, 'Unpaid', t('This order isn’t paid. You can issue the invoice once it is.'))
  return company ? { draft, blocked: null } : withoutIssuer(draft)
}

/** A refund invoice for everything that was refunded since the last one, or why there is none to issue. */
export function nextRefundInvoice(order: InvoicedOrder, company: CompanySettings | undefined): Next<RefundDraft> {
  const invoice = currentInvoice(order.issued)
  if (!order.hasRefunds) return blocked(null, 'NothingRefunded', t('Nothing has been refunded.'))
  if (!invoice)
    return blocked(null, 'NoInvoice', t('This order has no invoice. Issue it first, then the refund invoice.'))
  // It rectifies the valid invoice, which has to say first what was charged.
  if (order.refunds.length > 0 && chargedSince(order) !== null)
    return blocked(
      null,
      'ReissueFirst',
      t('Invoice {number} isn’t for what the order charges now. Rectify and reissue it first.', {
        number: invoice.number,
      }),
    )
  if (wasNeverInvoiced(order))
    return blocked(null, 'AllRectified', t('What was refunded is on no invoice, so it needs no refund invoice.'))
  const { difference, restated } = composeCredit({
    invoice,
    credits: creditsOf(order.issued, invoice),
    refunds: refundsToRectify(order, order.refunds),
    digits: exponentOf(order.currency),
  })
  if (difference.gross === 0)
    return blocked(null, 'AllRectified', t('Every refund of this order already has its refund invoice.'))
  const shared = {
    ...headOf(order, company),
    // As the invoice named them, whatever has become of the customer since.
    recipient: invoice.recipient,
    issuer: invoice.issuer,
    isTest: invoice.isTest,
    taxTreatment: invoice.taxTreatment,
    refersTo: mentionOf(invoice),
    reason: [...new Set(difference.lines.map(({ title }) => title))].join('; ').slice(0, 300),
  }
  const draft: RefundDraft = {
    ...shared,
    ...listed(restated?.takenBack ?? difference),
    kind: restated ? 'correction' : 'rectifying',
    refunds: difference.refunds,
    reissued: restated && inForm({ ...shared, ...listed(restated.reissued), kind: 'invoice' }, invoice.simplified),
  }
  return company ? { draft, blocked: null } : withoutIssuer(draft)
}

export function inForm(draft: DraftDocument, simplified: Simplification | null): DraftDocument {
  return { ...draft, kind: simplified ? 'simplified' : 'invoice', simplified: simplified && { ...simplified } }
}

/** How a document says which one it is about. */
export function mentionOf({ kind, number, issuedOn }: IssuedDocument): NonNullable<DraftDocument['refersTo']> {
  return { kind: kind === 'simplified' ? kind : 'invoice', number, issuedOn, rectifiedBy: null }
}

/** Refunds of an order as its documents say them. */
export function refundsToRectify(order: InvoicedOrder, refunds: InvoicedOrder['refunds']): readonly RefundToRectify[] {
  const rates = new Map(order.lines.map(({ position, taxRate }) => [position, taxRate]))
  return refunds.map(({ id, amount, lines, reason }) => ({
    id,
    amount,
    title: `Refund: ${reasonWords[reason] ?? reasonWords['other']}`,
    byRate: lines.map((line) => ({ taxRate: rates.get(line.position) ?? 0, amount: line.amount })),
  }))
}

export function listed({ pricesIncludeTax, lines, taxes, net, tax, gross }: Figures) {
  return { pricesIncludeTax, lines: [...lines], taxes: [...taxes], net, tax, gross }
}

function headOf(order: InvoicedOrder, company: CompanySettings | undefined) {
  return {
    isTest: order.isTest,
    taxTreatment: 'standard' as const,
    simplified: null,
    operationOn: order.travelDate,
    subject: order.title,
    issuer: company ? { ...company } : null,
    // Counsel has to confirm when a document without the recipient's address is enough (a simplified invoice).
    recipient: { name: order.customerName, company: null, taxId: null, address: null, country: order.customerCountry },
    currency: order.currency,
  }
}

function withoutIssuer<D>(draft: D): Blocked<D> {
  return blocked(
    draft,
    'IssuerMissing',
    t('Invoices need the company’s details. Set COMPANY_NAME, COMPANY_TAX_ID, COMPANY_ADDRESS and COMPANY_COUNTRY.'),
  )
}

function blocked<D>(draft: D, code: string, message: string): Blocked<D> {
  return { draft, blocked: { code, message } }
}

/** On the document itself, so in one language. Counsel has to confirm these texts. */
const reasonWords: Readonly<Record<string, string>> = {
  customer_request: 'requested by the customer',
  supplier_rejected: 'not confirmed by the supplier',
  event_cancelled: 'event cancelled',
  not_delivered: 'not delivered',
  duplicate: 'paid twice',
  fraud: 'fraud',
  quality: 'not as described',
  other: 'other',
}
