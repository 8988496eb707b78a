import { exponentOf } from '../../core/i18n/formats.ts'
import { charges } from './document-chain.ts'
import type { DocumentWords } from './document-labels.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { decimalText } from '../../core/money.ts'

/** What a PDF says besides the document itself. */
export interface About {
  /** Of the order. */
  readonly reference: string
  /** Of the customer: which language, and which forms of characters. */
  readonly locale: string
}

export type Content = ReturnType<typeof contentOf>

/** Every text of a document, in its language. */
export function contentOf(document: IssuedDocument, { reference }: About, words: DocumentWords) {
  const { currency } = document
  const dateOf = (day: string) =>
    new Intl.DateTimeFormat(words.format, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
  const digits = exponentOf(currency)
  const numbers = new Intl.NumberFormat(words.format, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // From its digits, because a large amount is not exact as a floating-point number.
  const amount = (value: number) => numbers.format(decimalText(value, digits) as `${number}`)
  const percent = new Intl.NumberFormat(words.format, { style: 'percent', maximumFractionDigits: 2 })
  const rate = (basisPoints: number) => percent.format(basisPoints / 10_000)
  const country = (code: string) => new Intl.DisplayNames([words.format], { type: 'region' }).of(code) ?? code
  const { kind, refersTo } = document
  const earlier = (one: typeof refersTo | undefined | { number: string; issuedOn: string }) =>
    one ? words.numberOf(one.number, dateOf(one.issuedOn)) : null
  const facts: readonly (readonly [string, string | null])[] = [
    [words.issuedOn, dateOf(document.issuedOn)],
    [words.serviceOn, dateOf(document.operationOn)],
    [words.order, reference],
    [words.description, document.subject],
    [charges(document) ? words.replaces : words.rectifies, earlier(refersTo)],
    [words.rectifiedBy, earlier(refersTo?.rectifiedBy)],
    [words.reason, document.reason],
  ]
  const idOf = (id: string | null) => id && `${words.taxId} ${id}`
  const { issuer, recipient } = document
  return {
    name: words[kind],
    number: document.number,
    test: document.isTest ? words.test : null,
    facts: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    parties: [
      [
        words.issuer,
        present([issuer?.name, issuer?.address, issuer && country(issuer.country), issuer && idOf(issuer.taxId)]),
      ],
      [
        words.recipient,
        present([
          recipient.company ?? recipient.name,
          recipient.company && recipient.name,
          recipient.address,
          country(recipient.country),
          idOf(recipient.taxId),
        ]),
      ],
    ] as const,
    heads: [
      words.description,
      words.quantity,
      document.pricesIncludeTax ? words.unitPriceWithTax : words.unitPrice,
      words.taxRate,
      words.net,
      words.tax,
      words.total,
    ],
    lines: document.lines.map((line) => [
      line.title,
      new Intl.NumberFormat(words.format).format(line.quantity),
      amount(line.unitPrice),
      rate(line.taxRate),
      amount(line.net),
      amount(line.tax),
      amount(line.gross),
    ]),
    taxHeads: [words.taxRate, words.net, words.tax],
    taxes: document.taxes.map(({ taxRate, net, tax }) => [rate(taxRate), amount(net), amount(tax)]),
    totals: [
      [words.net, amount(document.net)],
      [words.tax, amount(document.tax)],
      [`${words.total} (${currency})`, amount(document.gross)],
    ] as const,
    notes: notesOf(document, words),
    seal: `${words.seal} ${document.hash}`,
    pages: words.page(1, 1),
  }
}

function notesOf({ kind, isTest, refersTo, taxTreatment, taxes, simplified }: IssuedDocument, words: DocumentWords) {
  return present([
    isTest ? words.testNote : null,
    simplified ? words.simplifiedBy[simplified.by] : null,
    refersTo && kind === 'rectifying' ? words.differenceNote(refersTo.number) : null,
    refersTo && kind === 'correction' ? words.correctionNote(refersTo.number) : null,
    taxTreatment === 'standard' ? null : words.treatments[taxTreatment],
    taxTreatment === 'standard' && taxes.some(({ taxRate }) => taxRate === 0) ? words.noTaxNote : null,
  ])
}

function present(texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[]
}

export function textsIn(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(textsIn) : []
}
