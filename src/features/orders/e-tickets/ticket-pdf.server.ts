import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { pdfOf } from './drawn-pdf.server.ts'

type Format = 'QRCode' | 'Code128' | 'PDF417' | 'Aztec'

interface TicketPage {
  /** Drawn as rectangles, as the programs of box offices draw them. Left out: a page of words. */
  readonly barcode?: string
  readonly format?: Format
  /** Below the words of every ticket, a line each. */
  readonly lines?: readonly string[]
}

let isReady: Promise<void> | undefined

async function squaresOf(text: string, format: Format): Promise<string> {
  isReady ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } }),
  )
  await isReady
  const { symbol, error } = await writeBarcode(text, { format, addQuietZones: false })
  if (!symbol) throw new Error(error)
  const { width, height, data } = symbol
  const [side, high] = [format === 'Code128' ? 1.5 : 4, height === 1 ? 60 : 4]
  const squares: string[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[y * width + x] === 0) squares.push(`${80 + x * side} ${500 - y * high} ${side} ${high} re`)
  return `0 0 0 rg ${squares.join(' ')} f`
}

/** The fonts that every reader has know no letters beyond those of English by these codes. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .replaceAll(/[()\\\\]/g, String.raw`\\$&`)
const wordsAt = (text: string, at: number) => `BT /F1 12 Tf 80 ${720 - at * 20} Td (${plain(text)}) Tj ET`

/** A PDF as a seller sends it: one ticket a page, each with its barcode. */
export async function ticketPdf(pages: readonly TicketPage[]): Promise<Buffer> {
  const contents = await Promise.all(
    pages.map(async ({ barcode, format = 'QRCode', lines = [] }, index) => {
      const words = [`BT /F1 18 Tf 80 760 Td (Admit one, page ${index + 1}) Tj ET`, ...lines.map(wordsAt)].join(' ')
      return barcode === undefined ? words : `${words} ${await squaresOf(barcode, format)}`
    }),
  )
  return pdfOf(contents)
}
