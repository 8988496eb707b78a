import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { assertWithinLimits } from '../../core/access/limits.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { CompanySettings } from '../../core/settings.server.ts'
import { chargedSince } from './charged-since.ts'
import { composeReissue } from './compose-reissue.ts'
import type { TaxTreatment } from './compose-invoice.ts'
import { assertTreatmentFits, tidied } from './corrections.server.ts'
import { creditsOf, currentInvoice } from './document-chain.ts'
import type { CorrectedRecipient, DraftDocument, IssuedDocument, ReissuePreview } from './invoice.endpoints.ts'
import { previewReissue, reissueInvoice } from './invoice.endpoints.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
import { readInvoicedOrder } from './invoiced-order.server.ts'
import type { ToIssue } from './issue-invoice.server.ts'
import { issueDocuments } from './issue-invoice.server.ts'
import { inForm, listed, mentionOf, refundsToRectify } from './next-documents.server.ts'
import { formOf } from './simplified.ts'

interface Correction {
  readonly recipient?: CorrectedRecipient | undefined
  readonly taxTreatment?: TaxTreatment | undefined
  readonly reason: string
}

/** An invoice that can be corrected, or why it cannot be. */
type Reissuable =
  | { readonly invoice: IssuedDocument; readonly credits: readonly IssuedDocument[]; readonly blocked: null }
  | { readonly blocked: { readonly code: string; readonly message: string } }

export function reissuable({ issued }: InvoicedOrder): Reissuable {
  const invoice = currentInvoice(issued)
  if (!invoice) return { blocked: { code: 'NoInvoice', message: t('This order has no invoice yet.') } }
  const credits = creditsOf(issued, invoice)
  if (credits.reduce((left, { gross }) => left + gross, invoice.gross) > 0) return { invoice, credits, blocked: null }
  const message = t('Invoice {number} was fully refunded.', { number: invoice.number })
  return { blocked: { code: 'AllRectified', message } }
}

interface DraftReissue extends Pick<ReissuePreview, 'takenBack' | 'reissued'> {
  readonly invoice: IssuedDocument
  /** What of refunds needs no other document: the one that is reissued is without them. */
  readonly covered: ToIssue['refunds']
}

/** @throws Refusal 409 where there is nothing to correct, 422 where the correction does not fit or changes nothing */
export function draftReissue(
  order: InvoicedOrder,
  { recipient, taxTreatment, reason }: Correction,
  company: CompanySettings | undefined,
): DraftReissue {
  const found = reissuable(order)
  if (found.blocked) throw new Refusal(409, found.blocked.message, { error: found.blocked.code })
  const { invoice, credits } = found
  const treatment = taxTreatment ?? invoice.taxTreatment
  const to = recipient ? tidied(recipient) : invoice.recipient
  assertTreatmentFits(treatment, { pricesIncludeTax: invoice.pricesIncludeTax, recipient: to })
  const since = chargedSince(order)
  const figures = composeReissue({
    invoice,
    credits,
    taxTreatment: treatment,
    charged: order.lines,
    documented: refundsToRectify(order, order.documented),
    charges: since?.gross,
  })
  if (!figures)
    throw invalid({ taxTreatment: t('The order’s total has changed since, so its tax rates are not known.') })
  const { isTest, operationOn, subject, issuer, currency } = invoice
  const refersTo = mentionOf(invoice)
  const shared = { isTest, currency, refersTo, reason }
  const takenBack: DraftDocument = {
    ...shared,
    ...listed(figures.takenBack),
    kind: 'correction',
    operationOn,
    subject,
    issuer,
    recipient: invoice.recipient,
    taxTreatment: invoice.taxTreatment,
    simplified: null,
  }
  const corrected: DraftDocument = {
    ...shared,
    ...listed(figures.reissued),
    kind: 'invoice',
    // As they are now: they can be what was wrong.
    operationOn: order.travelDate,
    subject: order.title,
    issuer: company && company.taxId === issuer?.taxId ? { ...company } : issuer,
    recipient: to,
    taxTreatment: treatment,
    simplified: null,
  }
  // A simplified invoice stays one, unless the customer asks for a full one. A full one stays full.
  const allowed = invoice.simplified ? [invoice.simplified] : []
  const reissued = inForm(corrected, formOf(corrected, allowed, invoice.simplified?.by).simplified)
  if (whatItSays(reissued, []) === whatItSays(invoice, credits))
    throw invalid({ recipient: t('Nothing would change. Correct something first.') })
  return { invoice, takenBack, reissued, covered: since?.covered ?? [] }
}

/** Everything about a document that a correction can put right. */
function whatItSays(document: DraftDocument, credits: readonly DraftDocument[]): string {
  const { operationOn, subject, issuer, recipient, taxTreatment, tax, gross } = document
  const sum = (key: 'tax' | 'gross', own: number) => credits.reduce((all, credit) => all + credit[key], own)
  const parties = [issuer, recipient].map((one) => Object.entries(one ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
  return JSON.stringify([operationOn, subject, parties, taxTreatment, sum('tax', tax), sum('gross', gross)])
}

/** Names everything that a preview showed, so that nothing else is issued. */
function tokenOf(invoice: IssuedDocument, documents: readonly DraftDocument[]): string {
  return createHash('sha256')
    .update(JSON.stringify([invoice.hash, documents]))
    .digest('base64url')
}

/** Puts an issued invoice right: takes it back in full and issues another in its place, both in the call’s transaction. */
export function implementReissue({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const { company, businessTimeZone } = settings
  const previewOf = (order: InvoicedOrder, input: Correction) => {
    const { invoice, takenBack, reissued, covered } = draftReissue(order, input, company)
    return { invoice, covered, preview: { takenBack, reissued, token: tokenOf(invoice, [takenBack, reissued]) } }
  }
  return [
    implement(
      previewReissue,
      async ({ db, params, input, actor }) => {
        const order = await readInvoicedOrder(db, params.id, { isLocked: false })
        assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
        return previewOf(order, input).preview
      },
      { enforcesLimits: true },
    ),
    implement(
      reissueInvoice,
      async ({ db, params, input: { token, ...input }, actor, audit }) => {
        const order = await readInvoicedOrder(db, params.id, { isLocked: true })
        assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
        const { invoice, covered, preview } = previewOf(order, input)
        if (token !== preview.token)
          throw new Refusal(409, t('The documents of this order have changed since the preview. Check it again.'), {
            error: 'PreviewChanged',
            current: preview,
          })
        const { issuer } = preview.reissued
        if (!invoice.issuer || !issuer) throw new Error('An issued document has its issuer.')
        const shared = { order, refersToId: invoice.id, issuedBy: actor.name }
        const [, document] = await issueDocuments(db, businessTimeZone, [
          { ...shared, draft: preview.takenBack, issuer: invoice.issuer, refunds: covered },
          { ...shared, draft: preview.reissued, issuer, refunds: [] },
        ])
        if (!document) throw new Error('A document is there once it is issued.')
        await sql`
          insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail)
          values (${order.id}, now(), 'invoice_reissued', 'staff', ${actor.name}, ${document.gross},
            ${`${invoice.number} → ${document.number}`})`.execute(db)
        audit.record({
          action: 'reissue-invoice',
          object: 'purchases',
          recordId: order.id,
          title: order.reference,
          reason: input.reason,
          before: { number: invoice.number, gross: invoice.gross, currency: invoice.currency },
          after: {
            number: document.number,
            gross: document.gross,
            currency: document.currency,
            rectifiedBy: document.refersTo?.rectifiedBy?.number ?? null,
          },
        })
        return document
      },
      { enforcesLimits: true },
    ),
  ]
}
