import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pagesOf } from './pdf-pages.server.ts'
import { assembled } from './pdf-objects.server.ts'
import { pdfOf } from './drawn-pdf.server.ts'
import { ticketPdf } from './ticket-pdf.server.ts'

const refusal = async (bytes: Uint8Array) =>
  await pagesOf(bytes).then(
    () => null,
    (error: { fields?: Record<string, string> }) => error.fields?.['upload'] ?? String(error),
  )

it('reads each page of a PDF as a file of its own, with its barcode', async () => {
  const file = await ticketPdf([
    { barcode: 'QR-0001-ABC' },
    {},
    { barcode: 'C128-0003', format: 'Code128' },
    { barcode: 'PDF417 0004', format: 'PDF417' },
    { barcode: 'AZ-0005', format: 'Aztec' },
  ])
  const pages = await pagesOf(file)
  expect(pages.map(({ barcode }) => barcode?.text ?? null)).toEqual([
    'QR-0001-ABC',
    null,
    'C128-0003',
    'PDF417 0004',
    'AZ-0005',
  ])
  for (const { pdf, preview } of pages) {
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
    expect(Buffer.from(preview.subarray(8, 12)).toString()).toBe('WEBP')
  }
  const again = await pagesOf(pages[2]?.pdf ?? new Uint8Array())
  expect(again.map(({ barcode }) => barcode?.text)).toEqual(['C128-0003'])
})

it('leaves the scripts of a file behind', async () => {
  const file = pdfOf(['BT /F1 18 Tf 80 760 Td (One) Tj ET'], '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')
  const [page] = await pagesOf(file)
  expect(Buffer.from(page?.pdf ?? []).toString('latin1')).not.toMatch(/JavaScript|OpenAction/)
})

it('refuses what is no PDF', async () => {
  expect(await refusal(Buffer.from('PK\u0003\u0004 a spreadsheet'))).toBe(
    'This file is not a PDF. Choose the PDF with the tickets.',
  )
})

it.each([
  ['a mark and nothing else', Buffer.from('%PDF-1.7\n')],
  ['the first half of a file', pdfOf(['BT ET']).subarray(0, 60)],
  ['noise', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(4_000, 0xa7)])],
])('refuses a damaged PDF: %s', async (_, bytes) => {
  expect(await refusal(bytes)).toMatch(/^This PDF (cannot be read|has no pages)/)
})

it('refuses a PDF that asks for a password', async () => {
  const file = assembled(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>'],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'4a'.repeat(32)}> /U <${'b7'.repeat(32)}> >> /ID [<01> <01>]`,
  )
  expect(await refusal(file)).toBe('This PDF is locked with a password. Save it without one and upload that.')
})

it('refuses more pages than any ticket has', async () => {
  expect(await refusal(pdfOf(Array.from({ length: 500 }, () => 'BT ET')))).toBe(
    'This PDF has 500 pages; an upload can have 100. Split it first.',
  )
})

it('gives up a page that unpacks to more than fits, and goes on with the next file', async () => {
  const packed = deflateSync(Buffer.alloc(900_000_000, 0x20))
  const bomb = assembled([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ])
  expect(await refusal(bomb)).toBe('This PDF cannot be read. It is damaged, or too large once unpacked.')
  expect(await pagesOf(await ticketPdf([{ barcode: 'NEXT-1' }]))).toHaveLength(1)
})
