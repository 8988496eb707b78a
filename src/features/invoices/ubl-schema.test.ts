import { describe, expect, it } from 'vitest'
import { einvoiceDocuments } from './testing/einvoice-documents.ts'
import { complaintsOf, ownSchema } from './testing/ubl-schema.server.ts'
import { ublOf } from './ubl.ts'

/** With the schema of OASIS in a folder, both are asked: docs/einvoices.md says where it is published. */
const official = process.env['UBL_SCHEMA']
const documents = einvoiceDocuments.map(([name, document]) => ({ name, xml: ublOf(document, 'ABCDEFGH') }))
const complaints = (xmls: readonly string[], folder = ownSchema) => complaintsOf(folder, xmls)

/** Documents with one thing wrong each: every element left out, twice, before its neighbour, or with a value that is none. */
function brokenFrom(xml: string): string[] {
  const head = xml.indexOf('>', xml.indexOf('<', 5)) + 1
  const leaf = /<(c[ab]c:\w+)(?: [^>]*)?>[^<]*<\/\1>/g
  return [...xml.matchAll(leaf)].flatMap(({ index, 0: element, 1: name = '' }) => {
    const [before, after] = [xml.slice(0, index), xml.slice(index + element.length)]
    const isNumber = /^-?\d+(\.\d+)?$/.test(element.replaceAll(/<[^>]*>/g, '')) && element.includes(' ')
    return [
      before + after,
      before + element + element + after,
      xml.slice(0, head) + element + before.slice(head) + after,
      before + element.replaceAll(name, 'cbc:NoSuchThing') + after,
      ...(isNumber ? [before + element.replace(/>[^<]*</, '>many<') + after] : []),
      ...(name.endsWith('Date') ? [before + element.replace(/>[^<]*</, '>24/11/2026<') + after] : []),
      ...(element.includes('currencyID') ? [before + element.replace(/ currencyID="\w+"/, '') + after] : []),
    ].filter((broken) => broken !== xml)
  })
}

describe('the schema of an e-invoice', () => {
  it('is kept by documents of every kind', async () => {
    expect(documents.length).toBeGreaterThan(40)
    const found = await complaints(documents.map(({ xml }) => xml))
    expect(documents.flatMap(({ name }, index) => (found[index] ?? []).map((one) => `${name}: ${one}`))).toEqual([])
  })

  it.each([
    [
      'a date of issue behind the currency',
      'InvoiceTypeCode',
      /(<cbc:IssueDate>.*?<\/cbc:IssueDate>)(.*?<\/cbc:DocumentCurrencyCode>)/,
      '$2$1',
    ],
    [
      'an amount without its currency',
      "'currencyID' is required",
      / currencyID="EUR"(>0\.00<\/cbc:PayableAmount>)/,
      '$1',
    ],
    ['no total', 'LegalMonetaryTotal', /<cac:LegalMonetaryTotal>.*<\/cac:LegalMonetaryTotal>/, ''],
    ['a day that is none', "'2026-02-30' is not", /(<cbc:IssueDate>)[^<]*/, '$12026-02-30'],
    ['no lines', 'InvoiceLine', /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/, ''],
  ])('refuses %s', async (_, complaint, part, instead) => {
    const [first] = documents
    const broken = first?.xml.replace(part, instead) ?? ''
    expect(broken).not.toBe(first?.xml)
    const [found = []] = await complaints([broken])
    expect(found.join('\n')).toContain(complaint)
  })

  it.runIf(official)(
    'is kept, and is no looser than that of OASIS in what it refuses',
    async () => {
      const valid = await complaints(
        documents.map(({ xml }) => xml),
        official,
      )
      expect(valid.flat()).toEqual([])
      const broken = documents.flatMap(({ xml }) => brokenFrom(xml))
      const [own, theirs]: [string[][], string[][]] = [[], []]
      for (let at = 0; at < broken.length; at += 500) {
        own.push(...(await complaints(broken.slice(at, at + 500))))
        theirs.push(...(await complaints(broken.slice(at, at + 500), official)))
      }
      const refused = theirs.filter((found) => found.length > 0).length
      process.stdout.write(`${broken.length} broken documents, OASIS refuses ${refused}\n`)
      expect(refused).toBeGreaterThan(1_000)
      expect(broken.filter((_one, index) => theirs[index]?.length && !own[index]?.length)).toEqual([])
    },
    300_000,
  )
})
