import { PdfFile } from '../../platform/documents/pdf-file.server.ts'
import { Sheet, grey, inner, margin } from '../../platform/documents/sheet.server.ts'
import type { Weight } from '../../platform/documents/typesetting.server.ts'
import { Typesetter } from '../../platform/documents/typesetting.server.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { wordsFor } from './document-labels.ts'
import type { About, Content } from './pdf-content.ts'
import { contentOf, textsIn } from './pdf-content.ts'

/** A document as a PDF: the same words, lines and figures as its page and its e-invoice. The same to the byte each time. */
export async function pdfOf(document: IssuedDocument, about: About): Promise<Uint8Array> {
  const words = wordsFor(about.locale)
  const content = contentOf(document, about, words)
  const set = await Typesetter.for([...textsIn(content), '0123456789 /'], about.locale)
  const file = new PdfFile({
    title: `${content.name} ${document.number}`,
    author: document.issuer?.name ?? '',
    locale: about.locale,
    createdAt: document.issuedAt,
  })
  const sheet = new Sheet(file, set)
  writeHead(sheet, content)
  writeParties(sheet, content)
  writeLines(sheet, content)
  writeTotals(sheet, content)
  writeNotes(sheet, content)
  sheet.footers((page, pages) => [document.number, words.page(page, pages)])
  return await file.write()
}

function writeHead(sheet: Sheet, { name, number, test, facts }: Content): void {
  if (test !== null) sheet.at(sheet.y - 6, test, { size: 10, weight: 700, align: 'right', grey })
  sheet.write(name, { size: 20, weight: 700 })
  sheet.write(number, { size: 11, grey: 0.25 })
  sheet.y -= 12
  sheet.rule()
  sheet.y -= 10
  const [labels, values] = [110, inner - 120]
  for (const [label, value] of facts) {
    sheet.fits(sheet.heightOf(value, { width: values }))
    sheet.at(sheet.y, label, { width: labels, grey })
    sheet.y = sheet.at(sheet.y, value, { x: margin.side + 120, width: values }) - 2
  }
  sheet.y -= 12
}

function writeParties(sheet: Sheet, { parties }: Content): void {
  const width = (inner - 24) / 2
  const top = sheet.y
  const ends = parties.map(([title, texts], index) => {
    const x = margin.side + index * (width + 24)
    let y = sheet.at(top, title, { x, width, size: 8, grey })
    y -= 2
    for (const [place, text] of texts.entries())
      y = sheet.at(y, text, { x, width, size: place === 0 ? 10 : 9, weight: place === 0 ? 700 : 400 })
    return y
  })
  sheet.y = Math.min(...ends) - 18
}

/** Where each column of the lines begins and how wide it is; all but the first are flush right. */
const columns = [148, 34, 72, 48, 72, 64, 73].map((width, index, all) => ({
  x: margin.side + all.slice(0, index).reduce((sum, one) => sum + one, 0),
  width: index === 0 ? width : width - 6,
  inset: index === 0 ? 0 : 6,
}))

function writeRow(
  sheet: Sheet,
  cells: readonly string[],
  { weight = 400, shade = 0 }: { weight?: Weight; shade?: number } = {},
): void {
  const size = 8.5
  const top = sheet.y
  const ends = cells.map((text, index) => {
    const column = columns[index]
    if (!column) return top
    const { x, width, inset } = column
    return sheet.at(top, text, {
      x: x + inset,
      width,
      size,
      weight,
      grey: shade,
      align: index === 0 ? 'left' : 'right',
    })
  })
  sheet.y = Math.min(...ends) - 4
}

function writeLines(sheet: Sheet, { heads, lines }: Content): void {
  const head = () => {
    writeRow(sheet, heads, { shade: grey })
    sheet.rule({ grey: 0.3 })
    sheet.y -= 5
  }
  sheet.fits(60)
  head()
  for (const cells of lines) {
    const height = Math.max(
      ...cells.map((text, index) => sheet.heightOf(text, { width: columns[index]?.width ?? inner, size: 8.5 })),
    )
    // Each page names its columns.
    if (!sheet.fits(height + 10)) head()
    writeRow(sheet, cells)
    sheet.rule({ grey: 0.88 })
    sheet.y -= 5
  }
  sheet.y -= 10
}

function writeTotals(sheet: Sheet, { taxHeads, taxes, totals }: Content): void {
  sheet.fits(Math.max(totals.length * 16 + 12, (taxes.length + 1) * 13))
  const top = sheet.y
  const taxColumn = (index: number) =>
    ({ x: margin.side + index * 84, width: 78, size: 8.5, align: index === 0 ? 'left' : 'right' }) as const
  let left = top
  for (const [row, cells] of [taxHeads, ...taxes].entries()) {
    for (const [index, text] of cells.entries())
      sheet.at(left, text, { ...taxColumn(index), grey: row === 0 ? grey : 0 })
    left -= 13
  }
  const x = margin.side + inner - 200
  let right = top
  for (const [index, [label, value]] of totals.entries()) {
    const isLast = index === totals.length - 1
    const how = isLast ? ({ size: 12, weight: 700 } as const) : ({ size: 9.5 } as const)
    if (isLast) {
      sheet.y = right - 1
      sheet.rule({ x, width: 200, grey: 0.3 })
      right -= 6
    }
    sheet.at(right, label, { ...how, x, width: 100 })
    sheet.at(right, value, { ...how, x: x + 80, width: 120, align: 'right' })
    right -= isLast ? 18 : 15
  }
  sheet.y = Math.min(left, right) - 14
}

function writeNotes(sheet: Sheet, { notes, seal }: Content): void {
  for (const note of notes) {
    sheet.write(note)
    sheet.y -= 2
  }
  sheet.y -= 8
  sheet.write(seal, { size: 7, grey })
}
