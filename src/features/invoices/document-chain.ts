import type { DraftDocument, IssuedDocument } from './invoice.endpoints.ts'

/** Whether a document charges, and does not take back. */
export function charges({ kind }: Pick<DraftDocument, 'kind'>): boolean {
  return kind === 'invoice' || kind === 'simplified'
}

/** A simplified invoice does not say enough for an e-invoice, and what rectifies it refers to none. */
export function hasEinvoice({ kind, refersTo }: Pick<DraftDocument, 'kind' | 'refersTo'>): boolean {
  return kind === 'invoice' || (kind !== 'simplified' && refersTo?.kind !== 'simplified')
}

/** The invoice of an order that is valid: where one was corrected, the one that took its place. */
export function currentInvoice(issued: readonly IssuedDocument[]): IssuedDocument | undefined {
  return issued.findLast(charges)
}

/** What rectifies an invoice because money went back. Where it was corrected, the one after it has refund invoices of its own. */
export function creditsOf(issued: readonly IssuedDocument[], { number }: IssuedDocument): readonly IssuedDocument[] {
  return issued.filter(({ kind, refersTo }) => kind === 'rectifying' && refersTo?.number === number)
}

/** The invoice that has the place of one that was corrected. */
export function replacementOf(
  issued: readonly IssuedDocument[],
  { number }: IssuedDocument,
): IssuedDocument | undefined {
  return issued.find((one) => charges(one) && one.refersTo?.number === number)
}
