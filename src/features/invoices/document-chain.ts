import type { IssuedDocument } from './invoice.endpoints.ts'

/** The invoice of an order that is valid: where one was corrected, the one that took its place. */
export function currentInvoice(issued: readonly IssuedDocument[]): IssuedDocument | undefined {
  return issued.findLast(({ kind }) => kind === 'invoice')
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
  return issued.find(({ kind, refersTo }) => kind === 'invoice' && refersTo?.number === number)
}
