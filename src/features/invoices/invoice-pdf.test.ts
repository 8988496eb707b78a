import { createHash } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { einvoiceDocuments } from './testing/einvoice-documents.ts'
import { pdfOf } from './invoice-pdf.server.ts'

const documents = new Map(einvoiceDocuments)
function document(name = 'several rates', more: Partial<IssuedDocument> = {}): IssuedDocument {
  const found = documents.get(name)
  if (!found) throw new Error(`There is no document called ${name}.`)
  return { ...found, ...more }
}
const read = async (bytes: Uint8Array) => {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return { text, totalPages }
}
const textOf = async (one: IssuedDocument, locale = 'en') =>
  (await read(await pdfOf(one, { reference: 'ABCD1234', locale }))).text

/** A name, a subject and a line in each script, as customers and venues have them. */
const scripts = {
  'Latin': ['en', 'Łukasz Đorđević', 'Žižkov façade, Ångström & Æsir', 'Category “A” – 1ª fila'],
  'Greek': ['el', 'Μαρία Παπαδοπούλου', 'Ελληνική Μουσική Σκηνή', 'Θέσεις εισόδου'],
  'Cyrillic': ['ru', 'Юлія Київська', 'Большой театр', 'Партер, ряд 7'],
  'Arabic': ['ar', 'فاطمة الزهراء', 'دار الأوبرا المصرية', 'تذكرة للبالغين'],
  'Hebrew': ['he', 'נועה לוי', 'תיאטרון הבימה', 'כרטיס למבוגר'],
  'Chinese': ['zh', '王小明', '国家大剧院歌剧厅', '成人票一张'],
  'Japanese': ['ja', '佐藤さくら', '歌舞伎座「勧進帳」', '一等席チケット'],
  'Korean': ['ko', '김민준', '국립극장 해오름극장', '성인 입장권'],
} as const

describe('the PDF of a document', () => {
  it.each(Object.entries(scripts))('says what it says in %s', async (_, [locale, name, subject, title]) => {
    const [line] = document().lines
    if (!line) throw new Error('It has lines.')
    const lines = [{ ...line, title }, ...document().lines.slice(1)]
    const recipient = { ...document().recipient, name, company: null }
    const text = await textOf(document('several rates', { lines, subject, recipient }), locale)
    for (const said of [name, subject, title]) expect(text).toContain(said)
  })

  it('reads right-to-left text beside numbers and brackets in its own order', async () => {
    const text = await textOf(document('one rate', { subject: 'أوبرا عايدة (القاهرة)' }), 'ar')
    expect(text).toContain('أوبرا عايدة')
    expect(text).toContain('(القاهرة)')
  })

  it('says every number, rate and total, and who issues it to whom', async () => {
    const one = document('a company with a VAT id')
    const text = await textOf(one)
    for (const said of [
      'Invoice',
      one.number,
      '24 November 2026',
      '5 December 2026',
      'ABCD1234',
      'Marquee Demo S.L.',
      'Tax ID ESB00000000',
      'Sol & Co',
      'Ida Sol',
      'Tax ID DE123456789',
      'Beispielweg 2, 10115 Berlin',
      'Germany',
      'Line <1> & "more"',
      '123.45',
      '112.23',
      '11.22',
      '21%',
      '4%',
      'Total (EUR)',
      '250.12',
      'No tax is charged on amounts at 0%.',
      one.hash,
    ])
      expect(text).toContain(said)
  })

  it.each([
    ['the margin scheme', 'Margin scheme – travel agents.', 'Régimen especial de las agencias de viajes.'],
    ['reverse charge', 'Reverse charge: the recipient accounts for the VAT.', 'Inversión del sujeto pasivo.'],
    ['an exemption', 'Exempt from VAT.', 'Operación exenta de IVA.'],
  ])('names %s in the language of its customer', async (name, english, spanish) => {
    expect(await textOf(document(name))).toContain(english)
    const text = await textOf(document(name), 'es-MX')
    expect(text).toContain(spanish)
    expect(text).toContain('Factura')
  })

  it('names what allows a simplified invoice', async () => {
    const simplified = document('one rate', { kind: 'simplified', simplified: { by: 'spain', limit: 40_000 } })
    const text = await textOf(simplified)
    expect(text).toContain('Simplified invoice: article 4.1 of Real Decreto 1619/2012.')
    expect(await textOf(simplified, 'es')).toContain('Factura simplificada: artículo 4.1 del Real Decreto 1619/2012.')
  })

  it('says what an invoice replaces, and what takes one back', async () => {
    const earlier = { kind: 'invoice', number: 'INV-2026-000011', issuedOn: '2026-11-20', rectifiedBy: null } as const
    const rectifiedBy = { number: 'REC-2026-000007', issuedOn: '2026-11-24' }
    const reissued = await textOf(document('one rate', { refersTo: { ...earlier, rectifiedBy } }))
    expect(reissued).toContain('INV-2026-000011 of 20 November 2026')
    expect(reissued).toContain('REC-2026-000007 of 24 November 2026')
    const taken = await textOf(document('full credit of one rate', { kind: 'correction', refersTo: earlier }), 'es')
    expect(taken).toContain('Rectifica por completo la factura INV-2026-000011.')
  })

  it('says what a refund invoice rectifies and why, with amounts below zero', async () => {
    const text = await textOf(document('partial credit of several rates', { isTest: true }))
    for (const said of [
      'Refund invoice',
      'INV-2026-000012 of 24 November 2026',
      'Refund: other',
      'Test document',
      'Amounts are the difference to invoice INV-2026-000012.',
      '-92.55',
    ])
      expect(text).toContain(said)
  })

  it('writes yen without decimals and dinars with three', async () => {
    expect(await textOf(document('yen, which have no decimals'))).toContain('13,344')
    expect(await textOf(document('dinars with three decimals in use'))).toContain('25.012')
  })

  it('goes on over pages that each name their columns, and loses no line', async () => {
    const [line] = document().lines
    if (!line) throw new Error('It has lines.')
    const lines = Array.from({ length: 90 }, (_, index) => ({ ...line, title: `Seat number ${index + 1}, balcony` }))
    const bytes = await pdfOf(document('one rate', { lines }), { reference: 'ABCD1234', locale: 'en' })
    const { text, totalPages } = await read(bytes)
    expect(totalPages).toBeGreaterThan(2)
    expect(text.match(/Price incl\. tax/g)).toHaveLength(totalPages)
    for (let page = 1; page <= totalPages; page++) expect(text).toContain(`Page ${page} of ${totalPages}`)
    for (const { title } of lines) expect(text).toContain(title)
  })

  it('has its totals above the margin of a page, however many lines come before them', async () => {
    const [line] = document().lines
    if (!line) throw new Error('It has lines.')
    const lowest = async (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => ({ ...line, title: `Seat ${index + 1}` }))
      const bytes = await pdfOf(document('one rate', { lines }), { reference: 'ABCD1234', locale: 'en' })
      const proxy = await getDocumentProxy(new Uint8Array(bytes))
      const heights: number[] = []
      for (let page = 1; page <= proxy.numPages; page++) {
        const { items } = await (await proxy.getPage(page)).getTextContent()
        // What is printed in the margin is about the page itself.
        for (const item of items)
          if ('str' in item && !/^(Page |REC-|INV-|[0-9a-f]{16})/.test(item.str) && item.str.trim() !== '')
            heights.push(Number(item.transform[5]))
      }
      return Math.min(...heights)
    }
    const found = await Promise.all(Array.from({ length: 12 }, (_, at) => lowest(14 + at)))
    const usual = await lowest(1)
    expect(
      found.filter((height) => height < Math.min(usual, 62)),
      String(usual),
    ).toEqual([])
  })

  it('shows what no font has as a replacement, and breaks a word that is wider than its column', async () => {
    const subject = `Cirque \u{1F3AA} ${'x'.repeat(200)}`
    const text = (await textOf(document('one rate', { subject }))).replaceAll(/\s/g, '')
    expect(text).toContain('Cirque\ufffdxxx')
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(200)
  })

  it('is the same to the byte each time, and for several at once', async () => {
    const seal = async (locale: string) =>
      createHash('sha256')
        .update(await pdfOf(document('one rate', { subject: scripts.Japanese[2] }), { reference: 'A', locale }))
        .digest('hex')
    const [first, ...others] = await Promise.all([seal('ja'), seal('ja'), seal('ja')])
    expect(others).toEqual([first, first])
    expect(await seal('ja')).toBe(first)
  })
})
