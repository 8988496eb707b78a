import { PdfFile } from '../../platform/documents/pdf-file.server.ts'
import { Sheet, grey, inner, margin } from '../../platform/documents/sheet.server.ts'
import { Typesetter } from '../../platform/documents/typesetting.server.ts'
import { piecesOf } from './plain-text.ts'

export interface EvidenceSheet {
  readonly title: string
  readonly author: string
  /** RFC 3339. */
  readonly createdAt: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly parts: readonly EvidencePart[]
}

export interface EvidencePart {
  readonly title: string
  readonly text: string
}

/** What a bank reads of a dispute, on A4. The same to the byte for the same evidence. */
export async function evidencePdf({ title, author, createdAt, facts, parts }: EvidenceSheet): Promise<Uint8Array> {
  const texts = [title, ...facts.flat(), ...parts.flatMap((part) => [part.title, part.text])]
  const set = await Typesetter.for([...texts, 'Page of 0123456789'], 'en')
  const file = new PdfFile({ title, author, locale: 'en', createdAt })
  const sheet = new Sheet(file, set)
  sheet.write(title, { size: 18, weight: 700 })
  sheet.y -= 8
  sheet.rule()
  sheet.y -= 10
  for (const [label, value] of facts) {
    sheet.fits(sheet.heightOf(value, { width: inner - 130 }))
    sheet.at(sheet.y, label, { width: 120, grey })
    sheet.y = sheet.at(sheet.y, value, { x: margin.side + 130, width: inner - 130 }) - 2
  }
  for (const part of parts) {
    sheet.y -= 14
    // A title is never alone at the foot of a page.
    sheet.fits(48)
    sheet.write(part.title, { size: 12, weight: 700 })
    sheet.y -= 3
    for (const piece of piecesOf(part.text)) {
      if (piece.trim() === '') sheet.y -= 6
      else sheet.write(piece)
    }
  }
  sheet.footers((page, pages) => [title, `Page ${page} of ${pages}`])
  return await file.write()
}
