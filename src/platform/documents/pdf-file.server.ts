import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { subsetOf } from './font-subset.server.ts'
import type { Cut, Glyph, Line } from './typesetting.server.ts'

/** Points of a PDF: 72 an inch, from the lower left corner. */
export const a4 = { width: 595.28, height: 841.89 } as const

export interface PdfFacts {
  readonly title: string
  readonly author: string
  readonly locale: string
  /** RFC 3339. A file is the same to the byte however often it is made. */
  readonly createdAt: string
}

interface UsedFont {
  readonly cut: Cut
  readonly name: string
  /** In the order of their codes, from 1: one glyph has several where it is part of different letters. */
  readonly glyphs: Map<string, Glyph & { readonly code: number }>
}

const compress = promisify(deflate)
const number = (value: number) => String(Math.round(value * 100) / 100)
/** Readers pass it over. */
const invisible = '\u200b'
const hex = (code: number) => code.toString(16).padStart(4, '0')

/** Writes a PDF 1.7 whose text is glyphs of embedded fonts that say what they stand for. */
export class PdfFile {
  readonly #fonts = new Map<string, UsedFont>()
  readonly #pages: string[][] = []
  readonly #facts: PdfFacts

  constructor(facts: PdfFacts) {
    this.#facts = facts
  }

  get pages(): number {
    return this.#pages.length
  }

  addPage(): void {
    this.#pages.push([])
  }

  /** A line of text whose baseline begins at a point of a page; the last one where none is named. */
  text(
    line: Line,
    at: { readonly x: number; readonly y: number; readonly size: number; readonly grey?: number },
    page = this.pages,
  ): void {
    const operations = this.#pages[page - 1]
    if (!operations) throw new Error('A text needs a page.')
    let { x } = at
    operations.push('BT', `${number(at.grey ?? 0)} g`)
    for (const { cut, glyphs } of line.runs) {
      const font = this.#fontOf(cut)
      operations.push(`/${font.name} ${number(at.size)} Tf`)
      const silent: string[] = []
      for (const glyph of glyphs) {
        const [left, up] = [x + (glyph.x * at.size) / 1_000, at.y + (glyph.y * at.size) / 1_000]
        const drawn = `1 0 0 1 ${number(left)} ${number(up)} Tm <${hex(codeOf(font, glyph))}> Tj`
        if (glyph.text === '') silent.push(drawn)
        else operations.push(drawn)
        x += (glyph.advance * at.size) / 1_000
      }
      // Behind the letters, so that a reader finds these one after the other.
      if (silent.length > 0) operations.push(`/Span <</ActualText <${utf16('')}>>> BDC`, ...silent, 'EMC')
    }
    operations.push('ET')
  }

  rule(from: { readonly x: number; readonly y: number }, width: number, { grey = 0.8, weight = 0.5 } = {}): void {
    this.#pages
      .at(-1)
      ?.push(
        `${grey} G ${weight} w ${number(from.x)} ${number(from.y)} m ${number(from.x + width)} ${number(from.y)} l S`,
      )
  }

  async write(): Promise<Uint8Array> {
    const objects = new Objects()
    const [catalog, pages] = [objects.reserve(), objects.reserve()]
    const fonts: string[] = []
    for (const font of this.#fonts.values()) fonts.push(`/${font.name} ${await addFont(objects, font)} 0 R`)
    const resources = objects.add(`<</Font <<${fonts.join(' ')}>>>>`)
    const kids: number[] = []
    for (const operations of this.#pages) {
      const content = await objects.stream('', Buffer.from(operations.join('\n'), 'latin1'))
      kids.push(
        objects.add(
          `<</Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] /Resources ${resources} 0 R /Contents ${content} 0 R>>`,
        ),
      )
    }
    const { title, author, locale, createdAt } = this.#facts
    objects.set(pages, `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`)
    objects.set(
      catalog,
      `<</Type /Catalog /Pages ${pages} 0 R /Lang <${utf16(locale)}> /ViewerPreferences <</DisplayDocTitle true>>>>`,
    )
    const digits = createdAt.replaceAll(/\D/g, '').slice(0, 14)
    const info = objects.add(
      `<</Title <${utf16(title)}> /Author <${utf16(author)}> /Producer (Marquee) /CreationDate (D:${digits}Z)>>`,
    )
    return objects.file(catalog, info)
  }

  #fontOf(cut: Cut): UsedFont {
    const key = `${cut.file.name} ${cut.weight}`
    const font = this.#fonts.get(key) ?? { cut, name: `F${this.#fonts.size + 1}`, glyphs: new Map() }
    this.#fonts.set(key, font)
    return font
  }
}

function codeOf({ glyphs }: UsedFont, glyph: Glyph): number {
  const key = `${glyph.id} ${glyph.text}`
  const known = glyphs.get(key) ?? { ...glyph, code: glyphs.size + 1 }
  glyphs.set(key, known)
  return known.code
}

class Objects {
  readonly #bodies: (Buffer | undefined)[] = []

  reserve(): number {
    return this.#bodies.push(undefined)
  }

  set(id: number, body: string | Buffer): void {
    this.#bodies[id - 1] = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  }

  add(body: string | Buffer): number {
    const id = this.reserve()
    this.set(id, body)
    return id
  }

  async stream(entries: string, content: Uint8Array): Promise<number> {
    const packed = await compress(content)
    const head = `<<${entries} /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`
    return this.add(Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream', 'latin1')]))
  }

  file(catalog: number, info: number): Uint8Array {
    const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
    const offsets: number[] = []
    let length = parts[0]?.length ?? 0
    for (const [index, body] of this.#bodies.entries()) {
      if (!body) throw new Error('An object was reserved and never written.')
      offsets.push(length)
      const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
      parts.push(object)
      length += object.length
    }
    const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const count = offsets.length + 1
    parts.push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer\n<</Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R ` +
          `/ID [<${id}> <${id}>]>>\nstartxref\n${length}\n%%EOF\n`,
      ),
    )
    return Buffer.concat(parts)
  }
}

/** A font of two-byte glyph numbers, with the widths and the meaning of those that are used. */
async function addFont(objects: Objects, { cut, glyphs }: UsedFont): Promise<number> {
  const used = [...glyphs.values()]
  const data = await subsetOf(
    cut,
    used.map(({ id }) => id),
  )
  const program = await objects.stream(`/Length1 ${data.length}`, data)
  const tag = [...createHash('sha256').update(data).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(65 + (byte % 26)))
    .join('')
  const name = `${tag}+${cut.file.name.replaceAll(/[^A-Za-z0-9]+/g, '')}-${cut.weight === 700 ? 'Bold' : 'Regular'}`
  const descriptor = objects.add(
    `<</Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [-1000 -500 2000 1300] /ItalicAngle 0 /Ascent 1069 ` +
      `/Descent -293 /CapHeight 714 /StemV ${cut.weight === 700 ? 140 : 80} /FontFile2 ${program} 0 R>>`,
  )
  const widths = used.map(({ advance }) => number(advance)).join(' ')
  const map = await objects.stream('', Buffer.from([0, 0, ...used.flatMap(({ id }) => [id >> 8, id & 255])]))
  const descendant = objects.add(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) ` +
      `/Supplement 0>> /FontDescriptor ${descriptor} 0 R /DW 1000 /W [1 [${widths}]] /CIDToGIDMap ${map} 0 R>>`,
  )
  const meaning = await objects.stream('', Buffer.from(toUnicode(used.map(({ text }) => text)), 'latin1'))
  return objects.add(
    `<</Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${meaning} 0 R>>`,
  )
}

function toUnicode(meanings: readonly string[]): string {
  const rows = meanings.map((text, index) => `<${hex(index + 1)}> <${utf16(text || invisible).slice(4)}>`)
  const blocks: string[] = []
  // A block has at most 100 entries.
  for (let from = 0; from < rows.length; from += 100) {
    const block = rows.slice(from, from + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n' +
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n' +
    `${blocks.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`
  )
}

/** With its byte order mark, in hexadecimal. */
function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
}
