import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

type Format = 'QRCode' | 'Code128' | 'PDF417' | 'Aztec'

interface TicketPage {
  /** Drawn as rectangles, as the programs of box offices draw them. Left out: a page of words. */
  readonly barcode?: string
  readonly format?: Format
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

/** A PDF as a seller sends it: one ticket a page, each with its barcode. */
export async function ticketPdf(pages: readonly TicketPage[]): Promise<Buffer> {
  const contents = await Promise.all(
    pages.map(async ({ barcode, format = 'QRCode' }, index) => {
      const words = `BT /F1 18 Tf 80 760 Td (Admit one, page ${index + 1}) Tj ET`
      return barcode === undefined ? words : `${words} ${await squaresOf(barcode, format)}`
    }),
  )
  return pdfOf(contents)
}

/** A PDF whose pages draw what is said, in the language of PDF. `extra` is written into its catalogue. */
export function pdfOf(contents: readonly string[], extra = ''): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  return assembled(objects)
}

/** Objects as a file with its table of where each begins. */
export function assembled(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const starts: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    starts.push(at)
    at += part.length
    parts.push(part)
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
