import type { PdfFile } from './pdf-file.server.ts'
import { a4 } from './pdf-file.server.ts'
import type { Typesetter, Weight } from './typesetting.server.ts'

export const margin = { side: 42, top: 52, bottom: 62 } as const
/** Points between the margins. */
export const inner = a4.width - 2 * margin.side
const leading = 1.4
/** Of what only labels something. */
export const grey = 0.4

interface Placed {
  readonly x?: number
  readonly width?: number
  readonly size?: number
  readonly weight?: Weight
  readonly grey?: number
  readonly align?: 'left' | 'right'
}

/** Fills pages from top to bottom. */
export class Sheet {
  readonly #file: PdfFile
  readonly #set: Typesetter
  /** Where the next line hangs from. */
  y = 0

  constructor(file: PdfFile, set: Typesetter) {
    this.#file = file
    this.#set = set
    this.addPage()
  }

  addPage(): void {
    this.#file.addPage()
    this.y = a4.height - margin.top
  }

  /** How high a text is. */
  heightOf(text: string, { width = inner, size = 9, weight = 400 }: Placed): number {
    return this.#set.lines(text, weight, (width / size) * 1_000).length * size * leading
  }

  /** Whether so much still fits; where it does not, a new page begins. */
  fits(height: number): boolean {
    if (this.y - height >= margin.bottom) return true
    this.addPage()
    return false
  }

  /** A text at the cursor, which stays. Lines that do not fit are on the next page. */
  at(
    top: number,
    text: string,
    { x = margin.side, width = inner, size = 9, weight = 400, align = 'left', grey = 0 }: Placed,
  ): number {
    let y = top
    for (const line of this.#set.lines(text, weight, (width / size) * 1_000)) {
      const left = align === 'right' ? x + width - (line.width * size) / 1_000 : x
      this.#file.text(line, { x: left, y: y - size, size, grey })
      y -= size * leading
    }
    return y
  }

  /** A text at the cursor, which moves below it. */
  write(text: string, how: Placed = {}): void {
    this.fits(this.heightOf(text, how))
    this.y = this.at(this.y, text, how)
  }

  rule(from: Placed & { readonly weight?: never; readonly strength?: number } = {}): void {
    this.#file.rule({ x: from.x ?? margin.side, y: this.y }, from.width ?? inner, {
      grey: from.grey ?? 0.8,
      weight: from.strength ?? 0.5,
    })
  }

  /** At the foot of every page, once all are there: `of` says what is left and right on the one of a number. */
  footers(of: (page: number, pages: number) => readonly [left: string, right: string]): void {
    const size = 8
    const { pages } = this.#file
    for (let page = 1; page <= pages; page++) {
      for (const [index, text] of of(page, pages).entries()) {
        const [line] = this.#set.lines(text, 400)
        if (!line) continue
        const x = index === 0 ? margin.side : margin.side + inner - (line.width * size) / 1_000
        this.#file.text(line, { x, y: 34, size, grey }, page)
      }
    }
  }
}
