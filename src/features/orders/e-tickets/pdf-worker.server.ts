import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { init } from '@embedpdf/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Reads one PDF: each page as a file of its own, with a picture of it and the barcode that is on it. A thread of its own, because
// a file from outside can keep PDFium busy for as long as it likes, and only a thread can be ended (pdf-pages.server.ts).

export interface WorkerInput {
  readonly bytes: Uint8Array
  readonly maxPages: number
  /** Of PDFium, in bytes: what a page unpacks to has to fit in. */
  readonly maxMemory: number
}

export interface PdfPage {
  readonly pdf: Uint8Array
  /** WebP. */
  readonly preview: Uint8Array
  /** Null where the page has none, or several that differ. */
  readonly barcode: { readonly text: string; readonly format: string } | null
}

export type FromWorker =
  | { readonly kind: 'page'; readonly page: PdfPage }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: 'encrypted' | 'unreadable' | 'empty' }
  | { readonly kind: 'refused'; readonly why: 'pages'; readonly pages: number }

// Edge: every engine has it, and the types of Node know only its types.
const { WebAssembly: assembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ readonly instance: object }> }
}
const require = createRequire(import.meta.url)
const wasmOf = async (name: string) => await readFile(require.resolve(name))

/** Of FPDF_GetLastError. */
const passwordNeeded = 4
const securityUnknown = 5
/** Of FPDFBitmap_CreateEx: blue, green, red and a byte to spare. */
const bgrx = 3
/** Of FPDF_RenderPageBitmap: what is drawn over the page, such as a stamp, belongs to the ticket. */
const withAnnotations = 1

/** A barcode's finest bar is a third of a millimetre: four pixels at this many per inch. */
const pixelsPerInch = 220
const maxPixelsPerSide = 2_600
const previewWidth = 640

async function openPdfium(maxMemory: number): Promise<WrappedPdfiumModule> {
  const wasm = await wasmOf('@embedpdf/pdfium/pdfium.wasm')
  const instantiateWasm = (
    imports: { env: { emscripten_resize_heap: (bytes: number) => boolean } },
    done: (instance: object) => void,
  ) => {
    const grow = imports.env.emscripten_resize_heap
    imports.env.emscripten_resize_heap = (bytes) => bytes >>> 0 <= maxMemory && grow(bytes)
    void assembly.instantiate(wasm, imports).then(({ instance }) => done(instance))
    return {}
  }
  // Edge: a hook that Emscripten has and the types of the package leave out.
  const pdfium = await init({ instantiateWasm } as Parameters<typeof init>[0])
  pdfium.PDFiumExt_Init()
  return pdfium
}

async function read(say: (message: FromWorker) => void): Promise<void> {
  const { bytes, maxPages, maxMemory } = workerData as WorkerInput
  const pdfium = await openPdfium(maxMemory)
  prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(await wasmOf('zxing-wasm/reader/zxing_reader.wasm')).buffer },
  })
  const address = pdfium.pdfium.wasmExports.malloc(bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, address)
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, '')
  if (document === 0) {
    const error = pdfium.FPDF_GetLastError()
    return say({
      kind: 'refused',
      why: error === passwordNeeded || error === securityUnknown ? 'encrypted' : 'unreadable',
    })
  }
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages === 0) return say({ kind: 'refused', why: 'empty' })
  if (pages > maxPages) return say({ kind: 'refused', why: 'pages', pages })
  for (let index = 0; index < pages; index++) say({ kind: 'page', page: await pageOf(pdfium, document, index) })
  say({ kind: 'done' })
}

async function pageOf(pdfium: WrappedPdfiumModule, document: number, index: number): Promise<PdfPage> {
  const pdf = alone(pdfium, document, index)
  const picture = draw(pdfium, document, index)
  const preview = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  })
    .resize({ width: previewWidth, withoutEnlargement: true })
    .webp({ quality: 70 })
    .toBuffer()
  return { pdf, preview: new Uint8Array(preview), barcode: await barcodeIn(picture) }
}

/** The page as a file, without the scripts and attachments of the file that it comes from. */
function alone(pdfium: WrappedPdfiumModule, document: number, index: number): Uint8Array {
  const single = pdfium.FPDF_CreateNewDocument()
  if (!pdfium.FPDF_ImportPages(single, document, String(index + 1), 0)) throw new Error('The page cannot be copied.')
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  pdfium.PDFiumExt_SaveAsCopy(single, writer)
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
  const address = pdfium.pdfium.wasmExports.malloc(size)
  pdfium.PDFiumExt_GetFileWriterData(writer, address, size)
  const bytes = pdfium.pdfium.HEAPU8.slice(address, address + size)
  pdfium.pdfium.wasmExports.free(address)
  pdfium.PDFiumExt_CloseFileWriter(writer)
  pdfium.FPDF_CloseDocument(single)
  return bytes
}

interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

function draw(pdfium: WrappedPdfiumModule, document: number, index: number): Picture {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new Error('The page cannot be read.')
  const [wide, high] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  const scale = Math.min(pixelsPerInch / 72, maxPixelsPerSide / Math.max(wide, high, 1))
  const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bgrx, 0, 0)
  if (bitmap === 0) throw new Error('The page cannot be drawn.')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations)
  const address = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const data = new Uint8ClampedArray(pdfium.pdfium.HEAPU8.slice(address, address + width * height * 4))
  pdfium.FPDFBitmap_Destroy(bitmap)
  pdfium.FPDF_ClosePage(page)
  for (let at = 0; at < data.length; at += 4) {
    const blue = data[at] ?? 0
    data[at] = data[at + 2] ?? 0
    data[at + 2] = blue
    data[at + 3] = 255
  }
  return { data, width, height }
}

/** The one barcode of a ticket. The same code twice is one; codes that differ could be anything, such as an advertiser's. */
async function barcodeIn({ data, width, height }: Picture): Promise<PdfPage['barcode']> {
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { tryHarder: true, tryRotate: true, tryInvert: false, maxNumberOfSymbols: 8 },
  )
  const codes = new Map(
    found
      .filter(({ isValid, text }) => isValid && text.trim() !== '' && !/^https?:/i.test(text))
      .map(({ text, format }) => [text.trim(), format]),
  )
  const [only] = codes
  return codes.size === 1 && only ? { text: only[0], format: only[1] } : null
}

const port = parentPort
if (!port) throw new Error('pdf-worker.server.ts runs only as a worker thread')
await read((message) => port.postMessage(message))
